package interop_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

const (
	messagesSection = "Messages"
	schemaFile      = root + "/node_modules/@modelcontextprotocol/ext-apps/dist/src/generated/schema.json"
)

// uiSchemas are the definitions of ext-apps' schema.json, by method, for what
// is sent; and by "result of" the method.
var uiSchemas = map[string]string{
	"ui/initialize":                         "McpUiInitializeRequest",
	"result of ui/initialize":               "McpUiInitializeResult",
	"ui/notifications/initialized":          "McpUiInitializedNotification",
	"ui/notifications/size-changed":         "McpUiSizeChangedNotification",
	"ui/notifications/tool-input":           "McpUiToolInputNotification",
	"ui/notifications/tool-result":          "McpUiToolResultNotification",
	"ui/notifications/tool-cancelled":       "McpUiToolCancelledNotification",
	"ui/notifications/host-context-changed": "McpUiHostContextChangedNotification",
	"ui/notifications/sandbox-proxy-ready":  "McpUiSandboxProxyReadyNotification",
	"ui/resource-teardown":                  "McpUiResourceTeardownRequest",
	"result of ui/resource-teardown":        "McpUiResourceTeardownResult",
	"ui/message":                            "McpUiMessageRequest",
	"result of ui/message":                  "McpUiMessageResult",
	"ui/open-link":                          "McpUiOpenLinkRequest",
	"result of ui/open-link":                "McpUiOpenLinkResult",
	"ui/request-display-mode":               "McpUiRequestDisplayModeRequest",
	"result of ui/request-display-mode":     "McpUiRequestDisplayModeResult",
	"ui/download-file":                      "McpUiDownloadFileRequest",
	"result of ui/download-file":            "McpUiDownloadFileResult",
	"ui/update-model-context":               "McpUiUpdateModelContextRequest",
	"ui/notifications/request-teardown":     "McpUiRequestTeardownNotification",
	"ui/notifications/tool-input-partial":   "McpUiToolInputPartialNotification",
}

// coreSchemas are the names in @modelcontextprotocol/core.
var coreSchemas = map[string]string{
	"ping":                                 "PingRequestSchema",
	"result of ping":                       "EmptyResultSchema",
	"tools/call":                           "CallToolRequestSchema",
	"result of tools/call":                 "CallToolResultSchema",
	"tools/list":                           "ListToolsRequestSchema",
	"result of tools/list":                 "ListToolsResultSchema",
	"resources/read":                       "ReadResourceRequestSchema",
	"result of resources/read":             "ReadResourceResultSchema",
	"resources/list":                       "ListResourcesRequestSchema",
	"result of resources/list":             "ListResourcesResultSchema",
	"resources/templates/list":             "ListResourceTemplatesRequestSchema",
	"result of resources/templates/list":   "ListResourceTemplatesResultSchema",
	"prompts/list":                         "ListPromptsRequestSchema",
	"result of prompts/list":               "ListPromptsResultSchema",
	"sampling/createMessage":               "CreateMessageRequestSchema",
	"result of sampling/createMessage":     "CreateMessageResultSchema",
	"notifications/progress":               "ProgressNotificationSchema",
	"notifications/cancelled":              "CancelledNotificationSchema",
	"notifications/tools/list_changed":     "ToolListChangedNotificationSchema",
	"notifications/resources/list_changed": "ResourceListChangedNotificationSchema",
	"notifications/prompts/list_changed":   "PromptListChangedNotificationSchema",
	"notifications/message":                "LoggingMessageNotificationSchema",
	"result of ui/update-model-context":    "EmptyResultSchema",
	"error":                                "JSONRPCErrorResponseSchema",
}

// noSchema are the messages that are sent and have no schema, each with its
// reason. The names are those in the sources too, so that nothing new is sent
// without an entry here or a message that was caught and is valid.
var noSchema = map[string]string{
	"ui/host-context-change":               "An older draft's name, sent in addition to the current one, and only to a view that used an old form to initialize.",
	"ui/notifications/host-context-change": "An older draft's name, sent in addition to the current one, and only to a view that used an old form to initialize.",
	"ui/tool-cancelled":                    "An older draft's name, sent in addition to the current one, and only to a view that used an old form to initialize.",
	"ui/size-change":                       "An older draft's name, sent in addition to the current one, and only to a host that used an old form to initialize.",
	"ui/notifications/size-change":         "An older draft's name, sent in addition to the current one, and only to a host that used an old form to initialize.",
	"ui/message to an old host":            "In the old drafts, the content is one object; only sent to a host that used an old form to initialize.",
	"openai/":                              "Messages between our host and its window.openai, which views never see.",
	"ui/notifications/sandbox-":            "Messages between our host and its sandbox, which views and other hosts never see. The document is loaded from its URL, with its policy in a header, so `sandbox-resource-ready` has no `html`.",
}

// surplus are members that a schema has no place for, each with its reason.
var surplus = map[string]struct{ member, why string }{
	"ui/resource-teardown": {"reason", "The specification of 2026-01-26 has `params.reason`; the schema, which is generated from the SDK's types, lacks it. Both major versions of the SDK accept it."},
}

// received are the names in the sources that are only ever read, or that
// @oriel/view/mcp has a constant for, as the official package has.
var received = []string{
	"ui/download-file", "ui/initialized", "ui/size-changed", "ui/request-teardown", "ui/notifications/sandbox-resource-ready",
	"ui/notifications/sandbox-ready", "ui/sandbox-resource-ready", // of drafts: known, so that a view that sends them is not at fault
}

// checkMessages validates all that our halves sent.
func checkMessages(t *testing.T, found *checks, heard *caught) {
	t.Helper()
	v := &validator{t: t, schemas: loadSchemas(t), found: found, seen: map[string]bool{}}
	for _, run := range heard.runs {
		v.conversation(run)
	}
	v.core()
	if len(v.seen) == 0 {
		t.Fatal("no message was caught")
	}
	for method := range surplus {
		if !v.seen[method] {
			t.Errorf("surplus has an entry for %s, which is not sent", method)
		}
	}
	for _, method := range namesInSources(t) {
		_, excused := noSchema[method]
		if !v.seen[method] && !excused && !slices.Contains(received, method) {
			t.Errorf("the sources name %s, but no such message was caught and validated. "+
				"Let a test send it, or add it to noSchema or received, with a reason.", method)
		}
	}
}

type validator struct {
	t       *testing.T
	schemas map[string]*jsonschema.Resolved
	found   *checks
	seen    map[string]bool
	cases   []coreCase
}

// A coreCase is a value for node to validate.
type coreCase struct {
	Schema string `json:"schema"`
	Value  any    `json:"value"`
	row    string
	sender string
}

// conversation validates what we have sent in one.
func (v *validator) conversation(run []message) {
	// By who asked, and the id.
	before, ever := map[[2]string]string{}, map[[2]string]string{}
	bodies := make([]map[string]any, len(run))
	for i, m := range run {
		if err := json.Unmarshal(m.body, &bodies[i]); err != nil {
			v.t.Errorf("the %s sent no object: %s", m.sender, m.body)
		}
		if method, ok := bodies[i]["method"].(string); ok && bodies[i]["id"] != nil {
			ever[[2]string{m.sender, fmt.Sprint(bodies[i]["id"])}] = method
		}
	}
	for i, m := range run {
		body := bodies[i]
		method, isCall := body["method"].(string)
		id := fmt.Sprint(body["id"])
		switch {
		case isCall && strings.HasPrefix(method, "ui/notifications/sandbox-"):
			m.sender = ourSandbox
			v.one(m, method, body)
		case isCall:
			before[[2]string{m.sender, id}] = method
			v.one(m, method, body)
		case body["error"] != nil:
			v.one(m, "error", body)
		case body != nil:
			// A view may answer before the recorder has told what was asked.
			v.one(m, "result of "+currentName(cmp.Or(answered(before, m.sender, id), answered(ever, m.sender, id))), body["result"])
		}
	}
}

// answered is the method that the other side asked with this id.
func answered(asked map[[2]string]string, by, id string) string {
	for _, sender := range []string{ourView, ourHost, other} {
		if method := asked[[2]string{sender, id}]; sender != by && method != "" {
			return method
		}
	}
	return ""
}

// currentName is the present name of the two old introductions.
func currentName(method string) string {
	if method == "initialize" {
		return "ui/initialize"
	}
	return method
}

func (v *validator) one(m message, name string, value any) {
	if m.sender == other || name == "oriel/csp-violation" || strings.HasPrefix(name, "openai/") {
		return // somebody else's; or our sandbox's to our own page
	}
	v.seen[name] = true
	body, isObject := value.(map[string]any)
	if isObject && body["jsonrpc"] != nil {
		v.cases = append(v.cases, coreCase{Schema: "JSONRPCMessageSchema", Value: value, row: name, sender: m.sender})
	}
	if schema, ok := coreSchemas[name]; ok {
		v.cases = append(v.cases, coreCase{Schema: schema, Value: value, row: name, sender: m.sender})
		v.note(name, m.sender, "`"+schema+"`")
		return
	}
	reason, excused := noSchema[name]
	switch {
	case m.old && name == "ui/message":
		v.seen["ui/message to an old host"] = true
		return
	case excused && (m.old || m.sender == ourSandbox):
		return
	case excused:
		v.t.Errorf("the %s sent %s, which is excused only elsewhere: %s", m.sender, name, reason)
		return
	case m.sender == ourSandbox && slices.Contains([]string{"ui/notifications/sandbox-document-loaded", "ui/notifications/sandbox-reporter"}, name):
		return // as noSchema says of all that begins so
	}
	definition, ok := uiSchemas[name]
	if !ok || v.schemas[definition] == nil {
		v.t.Errorf("the %s sent %s, for which there is no schema and no reason: %s", m.sender, name, m.body)
		return
	}
	if err := v.schemas[definition].Validate(bare(name, value)); err != nil {
		v.t.Errorf("what the %s sent is no %s: %v\n%s", m.sender, definition, err, m.body)
		v.note(name, m.sender, "**not valid**")
		return
	}
	v.note(name, m.sender, "`"+definition+"`")
}

// bare is a message as the schemas know it: without the envelope, which is
// JSON-RPC's, and without what is known to be too much.
func bare(name string, value any) any {
	body, isCall := value.(map[string]any)
	if !isCall || body["jsonrpc"] == nil {
		return value
	}
	out := map[string]any{"method": body["method"]}
	params, has := body["params"].(map[string]any)
	if !has {
		return out
	}
	kept := map[string]any{}
	for key, member := range params {
		if key != surplus[name].member {
			kept[key] = member
		}
	}
	out["params"] = kept
	return out
}

func (v *validator) note(name, sender, schema string) {
	// The column holds the schema, the cell who sends it: one row per message.
	v.found.note(messagesSection, name, sender, schema)
}

// core lets node validate with the official schemas.
func (v *validator) core() {
	v.t.Helper()
	input, err := json.Marshal(v.cases)
	if err != nil {
		v.t.Fatal(err)
	}
	dir, err := filepath.Abs(root)
	if err != nil {
		v.t.Fatal(err)
	}
	node := filepath.Join(dir, "node_modules", "node", "bin", "node")
	if runtime.GOOS == "windows" {
		node += ".exe"
	}
	cmd := exec.CommandContext(context.WithoutCancel(v.t.Context()), node, filepath.Join(dir, "test", "interop", "testdata", "node", "core.mjs"))
	cmd.Stdin = bytes.NewReader(input)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if err != nil {
		v.t.Fatalf("validating MCP's own messages: %v\n%s", err, stderr.String())
	}
	var faults []string
	if err := json.Unmarshal(output, &faults); err != nil {
		v.t.Fatal(err)
	}
	if len(faults) != len(v.cases) {
		v.t.Fatalf("node validated %d of %d messages", len(faults), len(v.cases))
	}
	for i, fault := range faults {
		if c := v.cases[i]; fault != "" {
			v.t.Errorf("%s of the %s is no %s: %s\n%v", c.row, c.sender, c.Schema, fault, c.Value)
			v.note(c.row, c.sender, "**not valid**")
		}
	}
}

// A broken message is found, so that valid means something.
func TestSchemasRefuse(t *testing.T) {
	t.Parallel()
	schemas := loadSchemas(t)
	for _, test := range []struct{ definition, value string }{
		{"McpUiMessageRequest", `{"method":"ui/message","params":{"role":"user","content":{"type":"text","text":"one object"}}}`},
		{"McpUiMessageRequest", `{"method":"ui/message","params":{"role":"user"}}`},
		{"McpUiInitializeRequest", `{"method":"ui/initialize","params":{"clientInfo":{"name":"a","version":"1"},"capabilities":{},"protocolVersion":"2025-06-18"}}`},
		{"McpUiInitializeResult", `{"protocolVersion":"2026-01-26","hostInfo":{"name":"a","version":"1"},"hostCapabilities":{}}`},
		{"McpUiHostContextChangedNotification", `{"method":"ui/notifications/host-context-changed","params":{"theme":"sepia"}}`},
		{"McpUiHostContextChangedNotification", `{"method":"ui/notifications/host-context-changed","params":{"containerDimensions":{"width":1,"depth":2}}}`},
		{"McpUiHostContextChangedNotification", `{"method":"ui/notifications/host-context-changed","params":{"containerDimensions":{"width":"1"}}}`},
		{"McpUiSizeChangedNotification", `{"method":"ui/notifications/size-changed","params":{"height":"640px"}}`},
		{"McpUiRequestDisplayModeResult", `{}`},
	} {
		var value any
		if err := json.Unmarshal([]byte(test.value), &value); err != nil {
			t.Fatal(err)
		}
		if schemas[test.definition] == nil {
			t.Errorf("no definition %s", test.definition)
		} else if schemas[test.definition].Validate(value) == nil {
			t.Errorf("%s takes %s", test.definition, test.value)
		}
	}
}

var methodName = regexp.MustCompile("[\"'`](ui/[a-z/-]*[a-z])[\"'`]")

// namesInSources returns the methods that the sources of our halves name.
func namesInSources(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, dir := range []string{"view/src", "internal/tool/workbench/web", "internal/tool/sandbox/web"} {
		err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(dir)), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".ts" || strings.HasSuffix(path, ".test.ts") {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, match := range methodName.FindAllSubmatch(source, -1) {
				names = append(names, string(match[1]))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 {
		t.Fatal("the sources name no method; have they moved?")
	}
	return names
}

package interop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	second "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

// A crate is in a crate, and has whatever a Go type can be.
type crate struct {
	Label    string            `json:"label" doc:"What is written on it" example:"Fragile" pattern:"^[A-Z]"`
	Size     string            `json:"size" enum:"small,large" default:"small"`
	Number   int64             `json:"number" min:"1"`
	Weight   *float64          `json:"weight" doc:"In kilograms"`
	Seal     []byte            `json:"seal,omitempty"`
	Packed   time.Time         `json:"packed"`
	Transit  time.Duration     `json:"transit,omitempty"`
	Marks    map[string]string `json:"marks,omitempty"`
	Raw      json.RawMessage   `json:"raw,omitempty"`
	Contents []crate           `json:"contents,omitempty"`
	Origin   struct {
		Port string `json:"port"`
	} `json:"origin"`
}

type picture struct {
	File oriel.FileParam `json:"file,omitzero"`
}

// richApp declares whatever can be declared of tools and views.
func richApp(t *testing.T) *oriel.App {
	t.Helper()
	app := oriel.NewWith("freight", "1.0.0", oriel.Options{URL: "https://freight.example.com/mcp"})
	all := &ui.CSP{
		ConnectDomains: []string{"https://api.example.com", "wss://live.example.com"}, ResourceDomains: []string{"https://*.example.com"},
		FrameDomains: []string{"https://map.example.com"}, BaseURIDomains: []string{"https://example.com"}, RedirectDomains: []string{"https://shop.example.com"},
	}
	views := map[string]*ui.View{
		"all": oriel.AddViewWith(app, "all", ui.HTML("<p>All"), ui.Metadata{
			Description: "A crate", CSP: all, Domain: "freight.example.com", Border: ui.BorderNone, Dimensions: ui.Dimensions{Width: 640, Height: 480},
			InitialData: map[string]int{"crates": 3}, Extra: map[string]any{"freight.example/dock": 7},
			Permissions: ui.Permissions{Camera: true, Microphone: true, Geolocation: true, ClipboardWrite: true},
		}),
		"bare":     oriel.AddView(app, "bare", ui.HTML("<p>Bare")),
		"empty":    oriel.AddViewWith(app, "empty", ui.HTML("<p>Empty"), ui.Metadata{CSP: &ui.CSP{}, Border: ui.BorderWanted}),
		"redirect": oriel.AddViewWith(app, "redirect", ui.HTML("<p>Redirect"), ui.Metadata{CSP: &ui.CSP{RedirectDomains: all.RedirectDomains}}),
		"page":     oriel.AddViewWith(app, "page", ui.URL("https://map.example.com/"), ui.Metadata{Domain: "https://freight.example.com"}),
		"script":   oriel.AddView(app, "script", ui.RemoteDOM{Script: "root.append()", Framework: ui.React}),
	}
	for name, view := range views {
		oriel.AddTool(app, oriel.Tool{
			Name: "show_" + name, Title: "Show", Description: "Shows a crate", View: view, Invoking: "Lifting…", Invoked: "Here", Idempotent: true,
			Security: []ui.SecurityScheme{{Type: ui.NoAuth}, {Type: ui.OAuth2, Scopes: []string{"crates"}}},
			Extra:    map[string]any{"freight.example/crane": true},
		}, func(_ context.Context, in crate) (oriel.Result[crate], error) {
			return oriel.Result[crate]{Data: in, ViewOnly: in.Number, CloseView: true}, nil
		})
	}
	for visibility, name := range map[ui.Visibility]string{ui.ModelAndApp: "plain", ui.ModelOnly: "model_only", ui.AppOnly: "app_only"} {
		oriel.AddTool(app, oriel.Tool{Name: name, Visibility: visibility}, func(context.Context, picture) (oriel.Result[map[string]crate], error) {
			return oriel.Result[map[string]crate]{}, nil
		})
		oriel.AddTool(app, oriel.Tool{Name: name + "_with_view", View: views["all"], Visibility: visibility}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
			return oriel.Result[struct{}]{}, nil
		})
	}
	oriel.AddRawTool(app, oriel.Tool{Name: "foreign", InputSchema: json.RawMessage(`{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":["string","null"]}}}`)},
		func(context.Context, json.RawMessage) (oriel.Result[json.RawMessage], error) {
			return oriel.Result[json.RawMessage]{}, nil
		})
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return app
}

// All that we tell any host of a tool or a view under "ui" is valid by ext-apps'
// schemas, and each tool's schemas are by JSON Schema's own.
func TestMetadataIsValid(t *testing.T) {
	t.Parallel()
	v := &metadataValidator{schemas: loadSchemas(t), meta: metaSchema(t)}
	app := richApp(t)
	for _, profile := range hosts.All() {
		for _, lifecycle := range []orieltest.Lifecycle{orieltest.Legacy, orieltest.Modern} {
			t.Run(profile.ID+", "+string(lifecycle), func(t *testing.T) {
				t.Parallel()
				v.host(t, orieltest.ConnectWith(t, app, profile.ID, orieltest.Options{Lifecycle: lifecycle}))
			})
		}
	}
}

// metadataValidator may be used from several goroutines.
type metadataValidator struct {
	schemas map[string]*jsonschema.Resolved
	meta    *second.Schema
}

func metaSchema(t *testing.T) *second.Schema {
	t.Helper()
	s, err := second.NewCompiler().Compile("https://json-schema.org/draft/2020-12/schema")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (v *metadataValidator) host(t *testing.T, host *orieltest.Host) {
	t.Helper()
	tools, resources, documents, embedded := 0, 0, 0, 0
	for _, tool := range list(t, host, "tools/list", "tools") {
		tools += v.nested(t, "McpUiToolMeta", tool)
		for _, name := range []string{"inputSchema", "outputSchema"} {
			if schema, ok := tool[name]; ok {
				v.schema(t, fmt.Sprintf("%v of %v", name, tool["name"]), schema)
			}
		}
	}
	if len(host.Tools()) == 0 {
		t.Error("the host is told of no tools")
	}
	for _, resource := range list(t, host, "resources/list", "resources") {
		resources += v.nested(t, "McpUiResourceMeta", resource)
		for _, content := range items(t, host.Request("resources/read", map[string]any{"uri": resource["uri"]}), "contents") {
			documents += v.nested(t, "McpUiResourceMeta", content)
		}
	}
	for _, tool := range host.Tools() {
		if len(tool.Name) < len("show_") || tool.Name[:len("show_")] != "show_" {
			continue
		}
		arguments := map[string]any{
			"label": "A", "number": int64(math.MaxInt64), "packed": "2026-11-20T12:00:00Z", "size": "large", "origin": map[string]any{"port": "Lisbon"},
		}
		for _, block := range items(t, host.Request("tools/call", map[string]any{"name": tool.Name, "arguments": arguments}), "content") {
			if resource, isResource := block["resource"].(map[string]any); isResource {
				embedded++
				v.nested(t, "McpUiResourceMeta", resource)
			}
		}
	}
	// That there is something to be valid, where there must be.
	const views, asking = 6, 4 // views that ask for something under "ui"
	switch profile := host.Profile(); profile.Adapter.Value {
	case hosts.MCPApps, hosts.ChatGPT:
		if tools < views || resources < asking-1 || documents != resources || embedded != 0 {
			t.Errorf("valid are %d tools, %d resources, %d documents, %d embedded", tools, resources, documents, embedded)
		}
	case hosts.MCPUI:
		if embedded != views || resources != 0 || documents != 0 {
			t.Errorf("valid are %d resources, %d documents, %d embedded", resources, documents, embedded)
		}
	default:
		if tools+resources+documents+embedded != 0 {
			t.Errorf("a host without UI is told of %d tools, %d resources, %d documents, %d embedded", tools, resources, documents, embedded)
		}
	}
}

// nested validates _meta.ui, and returns how many there were.
func (v *metadataValidator) nested(t *testing.T, definition string, entry map[string]any) int {
	t.Helper()
	meta, _ := entry["_meta"].(map[string]any)
	nested, ok := meta["ui"]
	if !ok {
		return 0
	}
	if err := v.schemas[definition].Validate(nested); err != nil {
		t.Errorf("%v %v has a _meta.ui that is no %s: %v\n%v", entry["name"], entry["uri"], definition, err, nested)
	}
	return 1
}

func (v *metadataValidator) schema(t *testing.T, what string, schema any) {
	t.Helper()
	raw, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	instance, err := second.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if err = v.meta.Validate(instance); err != nil {
		t.Errorf("%s is no JSON Schema: %v\n%s", what, err, raw)
	}
}

// list returns the entries of a list that the host may not be told of.
func list(t *testing.T, host *orieltest.Host, method, name string) []map[string]any {
	t.Helper()
	return items(t, host.Request(method, map[string]any{}), name)
}

func items(t *testing.T, answer json.RawMessage, name string) []map[string]any {
	t.Helper()
	var message struct {
		Result map[string]json.RawMessage `json:"result"`
		Error  any                        `json:"error"`
	}
	if err := json.Unmarshal(answer, &message); err != nil || message.Error != nil {
		t.Fatalf("%v: %s", err, answer)
	}
	var entries []map[string]any
	if err := json.Unmarshal(message.Result[name], &entries); err != nil {
		t.Fatalf("%v: %s", err, answer)
	}
	return entries
}

// Broken metadata and broken schemas are found, so that valid means something.
func TestMetadataSchemasRefuse(t *testing.T) {
	t.Parallel()
	schemas, meta := loadSchemas(t), metaSchema(t)
	for _, test := range []struct{ definition, value string }{
		{"McpUiToolMeta", `{"visibility":["robot"]}`},
		{"McpUiToolMeta", `{"visibility":"app"}`},
		{"McpUiToolMeta", `{"resourceUri":["ui://a/b"]}`},
		{"McpUiToolMeta", `{"csp":{}}`},
		{"McpUiToolMeta", `{"invoking":"…"}`},
		{"McpUiResourceMeta", `{"csp":{"connectDomains":"https://a.example"}}`},
		{"McpUiResourceMeta", `{"csp":{"connect_domains":[]}}`},
		{"McpUiResourceMeta", `{"csp":{"redirectDomains":[]}}`},
		{"McpUiResourceMeta", `{"permissions":{"camera":true}}`},
		{"McpUiResourceMeta", `{"permissions":{"laser":{}}}`},
		{"McpUiResourceMeta", `{"prefersBorder":"yes"}`},
		{"McpUiResourceMeta", `{"domain":7}`},
	} {
		var value any
		if err := json.Unmarshal([]byte(test.value), &value); err != nil {
			t.Fatal(err)
		}
		if schemas[test.definition] == nil || schemas[test.definition].Validate(value) == nil {
			t.Errorf("%s takes %s", test.definition, test.value)
		}
	}
	for _, broken := range []string{`{"type":"objekt"}`, `{"properties":[]}`, `{"minimum":"1"}`, `{"required":"a"}`, `{"$defs":{"a":7}}`, `7`} {
		instance, err := second.UnmarshalJSON(bytes.NewReader([]byte(broken)))
		if err != nil {
			t.Fatal(err)
		}
		if meta.Validate(instance) == nil {
			t.Errorf("JSON Schema takes %s", broken)
		}
	}
}

package serve_test

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// kinds are a value of each type of JSON.
var kinds = map[string]string{
	"null": `null`, "boolean": `true`, "number": `1`, "text": `"x"`, "empty text": `""`, "array": `[1]`, "object": `{"x":1}`, "missing": ``,
}

// A param is what a method does with each type of one of its params.
type param struct {
	name, good string
	// codes are those of the types that are not refused as "params_invalid"; empty
	// means that it is answered.
	codes map[string]string
}

var anything = map[string]string{"null": "", "boolean": "", "number": "", "text": "", "empty text": "", "array": "", "object": "", "missing": ""}

// but is a set of types with some of their codes changed.
func but(codes map[string]string, pairs ...string) map[string]string {
	changed := maps.Clone(codes)
	for i := 0; i < len(pairs); i += 2 {
		changed[pairs[i]] = pairs[i+1]
	}
	return changed
}

var (
	optionalObject = map[string]string{"null": "", "missing": "", "object": ""}
	cursor         = param{"cursor", "", but(anything,
		"boolean", "cursor_unknown", "number", "cursor_unknown", "text", "cursor_unknown", "empty text", "cursor_unknown", "array", "cursor_unknown", "object", "cursor_unknown")}
	toolName   = param{"name", `"echo"`, map[string]string{"text": "unknown_tool"}}
	arguments  = param{"arguments", `{"text":"a"}`, but(optionalObject, "object", "arguments_invalid")}
	promptName = param{"name", `"greet"`, map[string]string{"text": "unknown_prompt"}}
	texts      = param{"arguments", `{"name":"Ann"}`, map[string]string{"null": "", "missing": ""}}
	uri        = param{"uri", `"note://one"`, map[string]string{"text": "resource_not_found"}}
	anyURI     = param{"uri", `"note://one"`, map[string]string{"text": ""}}
	completed  = []param{
		{"ref", `{"type":"ref/prompt","name":"greet"}`, nil},
		{"argument", `{"name":"name","value":"A"}`, nil},
		{"context", `{"arguments":{"other":"x"}}`, map[string]string{"null": "", "missing": "", "object": ""}},
	}
	rounds = []param{
		{"requestState", ``, map[string]string{"missing": "", "text": "request_state_invalid", "empty text": ""}},
		{"inputResponses", `{}`, map[string]string{"missing": ""}},
	}
)

// paramsOf are the params of each method, in the older lifecycle and the newer one.
var paramsOf = map[string]map[string][]param{
	legacy: {
		"initialize": {
			{"protocolVersion", `"2025-11-25"`, map[string]string{"text": ""}},
			{"capabilities", `{}`, anything},
			{"clientInfo", `{"name":"x","version":"1"}`, anything},
		},
		"ping":                     {},
		"logging/setLevel":         {{"level", `"info"`, map[string]string{"text": "log_level_unknown"}}},
		"tools/list":               {cursor},
		"tools/call":               {toolName, arguments},
		"resources/list":           {cursor},
		"resources/templates/list": {cursor},
		"resources/read":           {uri},
		"resources/subscribe":      {anyURI},
		"resources/unsubscribe":    {anyURI},
		"prompts/list":             {cursor},
		"prompts/get":              {promptName, texts},
		"completion/complete":      completed,
	},
	modern: {
		"server/discover":          {},
		"tools/list":               {cursor},
		"tools/call":               append([]param{toolName, arguments}, rounds...),
		"resources/list":           {cursor},
		"resources/templates/list": {cursor},
		"resources/read":           append([]param{uri}, rounds[1:]...),
		"prompts/list":             {cursor},
		"prompts/get":              append([]param{promptName, texts}, rounds...),
		"completion/complete":      completed,
		"subscriptions/listen":     {{"notifications", `{}`, map[string]string{"object": ""}}},
	},
}

// Each param of each method, as a value of each type, missing, and twice.
func TestParams(t *testing.T) {
	t.Parallel()
	for version, methods := range paramsOf {
		for method, all := range methods {
			t.Run(version+" "+method, func(t *testing.T) {
				t.Parallel()
				h := everything(quiet()).Handler()
				good := []string{}
				meta := param{"_meta", ``, optionalObject}
				if version == modern {
					meta = param{"_meta", strings.TrimPrefix(modernMeta, `"_meta":`), map[string]string{
						"null": "meta_missing", "missing": "meta_missing", "object": "meta_missing",
					}}
				}
				for _, p := range append(all, meta) {
					good = append(good, p.name, p.good)
				}
				tryParams(t, h, version, method, object(good...), "")
				for _, p := range append(all, meta) {
					for kind, value := range kinds {
						code, decided := p.codes[kind]
						if !decided {
							code = "params_invalid"
						}
						if !strings.HasPrefix(p.name, "_") && version == modern && p.name == "name" && code == "unknown_tool" {
							code = "header_mismatch"
						}
						tryParams(t, h, version, method, object(append(slices.Clone(good), p.name, value)...), code)
					}
					if p.good != "" {
						twice := strings.TrimSuffix(object(good...), "}") + `,"` + p.name + `":` + p.good + `}`
						tryParams(t, h, version, method, twice, "params_invalid")
					}
				}
			})
		}
	}
}

func tryParams(t *testing.T, h http.Handler, version, method, params, code string) {
	t.Helper()
	var headers []string
	if version == modern {
		name := map[string]string{"tools/call": "echo", "resources/read": "note://one", "prompts/get": "greet"}[method]
		headers = modernHeaders(method, name)
		if code == "unknown_prompt" || code == "resource_not_found" {
			code = "header_mismatch" // the name in the header is still the good one
		}
	}
	a := post(t, h, message("7", method, params), headers...)
	if a.code() != code || code == "" && a.status != http.StatusOK || a.status >= http.StatusInternalServerError ||
		version == modern && (code == "header_mismatch" || code == "meta_missing") && a.status != http.StatusBadRequest {
		t.Errorf("%s: %d %s, want %q", params, a.status, a.body, code)
	}
	if !strings.Contains(a.body, `"id":7`) && method != "subscriptions/listen" {
		t.Errorf("%s: the answer has another id: %s", params, a.body)
	}
}

// Clients show their own text in place of an answer with 400: what they can't send right
// has it, and what the app does not have has 200.
func TestStatusOfErrors(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	for _, test := range []struct {
		method, name, params string
		modern, legacy       int // the code; the status is 400 below
		malformed            bool
	}{
		{"tools/call", "none", `"name":"none"`, -32602, -32602, false},
		{"resources/read", "none://x", `"uri":"none://x"`, -32602, -32002, false},
		{"resources/read", "ui://none/x", `"uri":"ui://none/x"`, -32602, -32002, false},
		{"prompts/get", "none", `"name":"none"`, -32602, -32602, false},
		{"tools/list", "", `"cursor":"none"`, -32602, -32602, false},
		{"tools/list", "", `"cursor":"a","cursor":"b"`, -32602, -32602, true},
	} {
		for version, code := range map[string]int{modern: test.modern, legacy: test.legacy} {
			params, headers, status := "{"+test.params+"}", []string{"Mcp-Protocol-Version", version}, http.StatusOK
			if version == modern {
				params, headers = "{"+test.params+","+modernMeta+"}", modernHeaders(test.method, test.name)
			}
			if test.malformed {
				status = http.StatusBadRequest
			}
			a := post(t, h, message("7", test.method, params), headers...)
			if a.status != status || !strings.Contains(a.body, `"code":`+strconv.Itoa(code)) {
				t.Errorf("%s %s in %s: %d %s, want %d with %d", test.method, params, version, a.status, a.body, status, code)
			}
		}
	}
	if a := post(t, h, message("7", "tools/list", `{"_meta":1}`), modernHeaders("tools/list", "")...); a.status != http.StatusBadRequest {
		t.Errorf("_meta that is a number: %d %s", a.status, a.body)
	}
}

// What is inside of params, where a wrong type must not be taken for a right one.
func TestInnerParams(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	for _, test := range []struct{ method, params, code string }{
		{"completion/complete", `{"ref":{"type":"ref/prompt"},"argument":{"name":"name","value":""}}`, "params_invalid"},
		{"completion/complete", `{"ref":{"type":"ref/resource","name":"greet"},"argument":{"name":"name","value":""}}`, "params_invalid"},
		{"completion/complete", `{"ref":{"type":"ref/tool","name":"echo"},"argument":{"name":"name","value":""}}`, "params_invalid"},
		{"completion/complete", `{"ref":{"type":"ref/prompt","name":"none"},"argument":{"name":"name","value":""}}`, "unknown_prompt"},
		{"completion/complete", `{"ref":{"type":"ref/resource","uri":"none"},"argument":{"name":"name","value":""}}`, "template_not_found"},
		{"completion/complete", `{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"value":""}}`, "params_invalid"},
		{"completion/complete", `{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"name","value":1}}`, "params_invalid"},
		{"completion/complete", `{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"name","value":"A"},"context":{"arguments":{"a":1}}}`, "params_invalid"},
		{"completion/complete", `{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"none","value":"A"}}`, ""},
		{"prompts/get", `{"name":"greet","arguments":{"name":1}}`, "params_invalid"},
		{"prompts/get", `{"name":"greet","arguments":{"name":"Eve"}}`, "arguments_invalid"},
		{"prompts/get", `{"name":"greet","arguments":{"other":"x"}}`, "arguments_invalid"},
		{"tools/call", `{"name":"echo","arguments":{"text":1}}`, "arguments_invalid"},
		{"tools/call", `{"name":"echo","arguments":{"TEXT":"x"}}`, "arguments_invalid"},
		{"tools/call", `{"name":"echo","_meta":{"progressToken":{}}}`, ""},
		{"tools/call", `{"name":"echo","_meta":{"progressToken":1.5}}`, ""},
		{"tools/call", `{"name":"echo","_meta":{"progressToken":1,"progressToken":2}}`, "params_invalid"},
		{"logging/setLevel", `{"level":"INFO"}`, "log_level_unknown"},
		{"resources/read", `{"uri":"\u0000"}`, "resource_not_found"},
		{"resources/read", `{"uri":"note://all/` + strings.Repeat("%00", 100) + `"}`, "resource_not_found"},
		{"resources/read", `{"uri":"ui://bad/none"}`, "view_not_found"},
	} {
		a := post(t, h, message("1", test.method, test.params))
		if a.code() != test.code || len(a.body) > 5000 {
			t.Errorf("%s %.200s: %d %.500s, want %q", test.method, test.params, a.status, a.body, test.code)
		}
	}
}

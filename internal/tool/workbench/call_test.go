package workbench_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

func TestSession(t *testing.T) {
	t.Parallel()
	endpoint := newFake().serve(t)
	b := start(t, workbench.Options{
		Servers:  []mcpclient.Server{{ID: "s", Endpoint: endpoint}},
		Profiles: []*hosts.Profile{profile(t, "vscode"), profile(t, "text")},
		Demo:     &workbench.Demo{Tool: "t", Arguments: json.RawMessage(`{"a":1}`)},
		Version:  "v1", Title: "Fake",
	})
	var session map[string]any
	eventually(t, "the server is ready", func() bool {
		session = nil
		got := b.send(t, http.MethodGet, "/api/session", "", nil)
		if err := json.Unmarshal([]byte(got.body), &session); err != nil {
			t.Fatal(err)
		}
		servers, ok := session["servers"].([]any)
		return ok && at(servers[0], "status") == "ready"
	})
	profiles, ok := session["profiles"].([]any)
	if !ok || len(profiles) != 2 {
		t.Fatalf("profiles: %v", session["profiles"])
	}
	delete(session, "profiles")
	want := map[string]any{
		"version": "v1", "title": "Fake", "auto": false, "automatic": false, "change": float64(0), "problems": []any{}, "busy": "",
		"demo": map[string]any{"tool": "t", "arguments": map[string]any{"a": float64(1)}},
		"servers": []any{map[string]any{
			"id": "s", "title": "Fake", "version": "0.1", "status": "ready", "code": "", "reason": "",
			"transport": "http", "address": endpoint, "protocol": "2025-11-25", "instructions": "Be kind.",
			"capabilities": map[string]any{"tools": map[string]any{}, "resources": map[string]any{}},
			"logLevel":     "",
			"signIn":       map[string]any{"status": "none", "subject": "", "missing": []any{}},
		}},
	}
	if diff := cmp.Diff(want, session); diff != "" {
		t.Errorf("session (-want +got):\n%s", diff)
	}
	code := profiles[0]
	for path, want := range map[string]any{
		"id": "vscode", "title": "VS Code", "ui": "mcp-apps", "hostInfo.name": "Visual Studio Code", "opaqueOrigin": false,
		"container.width": float64(494), "features.message": false, "features.updateModelContext": true,
		"features.frames": nil, // unknown is left out
	} {
		if got := at(code, path); got != want {
			t.Errorf("vscode: %s is %v, want %v", path, got, want)
		}
	}
	facts := map[string]map[string]any{}
	list, _ := at(code, "facts").([]any)
	for _, one := range list {
		if fact, isFact := one.(map[string]any); isFact {
			name, _ := fact["name"].(string)
			facts[name] = fact
		}
	}
	if f := facts["message"]; f["known"] != true || f["value"] != false || f["source"] == "" || f["kind"] == "" || f["date"] == "" {
		t.Errorf("a known fact: %v", f)
	}
	if f := facts["frames"]; f["known"] != false || f["value"] != nil {
		t.Errorf("an unknown fact: %v", f)
	}
	if at(profiles[1], "ui") != "none" {
		t.Errorf("the text profile has UI: %v", at(profiles[1], "ui"))
	}
}

func TestToolsAreAsTheServerSaysThem(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.tools = `{"name":"a","x-unknown":{"n":12345678901234567890},"_meta":{"ui":{"visibility":["app"]},"k":[1,2]}},{"name":"b"}`
	b := startWith(t, f)
	got := b.send(t, http.MethodPost, "/api/list", `{"server":"s","profile":"vscode","list":"tools","caller":"host"}`, nil)
	want := `{"entries":[{"name":"a","x-unknown":{"n":12345678901234567890},"_meta":{"ui":{"visibility":["app"]},"k":[1,2]}},{"name":"b"}],"supported":true}`
	if diff := cmp.Diff(want, strings.TrimSpace(got.body)); got.status != 200 || diff != "" {
		t.Errorf("%d (-want +got):\n%s", got.status, diff)
	}
}

func TestCallAndResource(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.call = func(_ http.ResponseWriter, name string, arguments json.RawMessage) string {
		if name == "big" {
			return `{"content":[],"structuredContent":{"bytes":` + strconv.Itoa(len(arguments)>>20) + `}}`
		}
		return `{"content":[{"type":"hologram","x":1}],"structuredContent":{"n":12345678901234567890,"echo":` + string(arguments) + `},"_meta":{"oriel/viewData":"v"},"new":true}`
	}
	b := startWith(t, f)
	call := map[string]any{"server": "s", "profile": "vscode", "tool": "t", "caller": "host", "arguments": map[string]any{"a": "é"}}
	data, err := json.Marshal(call)
	if err != nil {
		t.Fatal(err)
	}
	got := b.send(t, http.MethodPost, "/api/call", string(data), nil)
	want := `{"result":{"content":[{"type":"hologram","x":1}],"structuredContent":{"n":12345678901234567890,"echo":{"a":"é"}},"_meta":{"oriel/viewData":"v"},"new":true},"durationMs":`
	if got.status != 200 || !strings.HasPrefix(got.body, want) {
		t.Errorf("%d %s\nwant %s", got.status, got.body, want)
	}

	// 10 MB go through to the server, which has limits of its own.
	answer, status := b.post(t, "/api/call", map[string]any{
		"server": "s", "profile": "vscode", "tool": "big", "caller": "host", "arguments": map[string]any{"a": strings.Repeat("x", 10<<20)},
	})
	if status != 200 || at(answer, "result.structuredContent.bytes") != float64(10) {
		t.Errorf("a 10 MB argument: %d %.200v", status, answer)
	}

	answer, status = b.post(t, "/api/resource", map[string]any{"server": "s", "profile": "vscode", "uri": "ui://s/v"})
	if status != 200 || at(answer, "result.contents") == nil {
		t.Errorf("a resource: %d %v", status, answer)
	}
	answer, status = b.post(t, "/api/resource", map[string]any{"server": "s", "profile": "vscode", "uri": "ui://s/x"})
	wantError := map[string]any{"code": float64(-32602), "message": "nothing here by that name", "data": map[string]any{"uri": "ui://s/x"}}
	if diff := cmp.Diff(wantError, answer["rpcError"]); status != 200 || diff != "" || answer["result"] != nil {
		t.Errorf("a refusal: %d (-want +got):\n%s", status, diff)
	}
}

// What a view may call is decided here, whatever the page asks for.
func TestVisibility(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.tools = strings.Join([]string{
		`{"name":"silent"}`,
		`{"name":"both","_meta":{"ui":{"visibility":["model","app"]}}}`,
		`{"name":"app","_meta":{"ui":{"visibility":["app"]}}}`,
		`{"name":"model","_meta":{"ui":{"visibility":["model"]}}}`,
		`{"name":"nobody","_meta":{"ui":{"visibility":[]}}}`,
		`{"name":"malformed","_meta":{"ui":{"visibility":"model"}}}`,
		`{"name":"accessible","_meta":{"openai/widgetAccessible":true}}`,
		`{"name":"inaccessible","_meta":{"openai/widgetAccessible":false}}`,
		`{"name":"standard-wins","_meta":{"ui":{"visibility":["model"]},"openai/widgetAccessible":true}}`,
		`{"name":"private","_meta":{"openai/visibility":"private"}}`,
	}, ",")
	for _, id := range []string{"vscode", "mcp-ui", "text"} {
		b := startWith(t, f)
		for _, tt := range []struct {
			tool   string
			status int
		}{
			{"silent", 200},
			{"both", 200},
			{"app", 200},
			{"model", 403},
			{"nobody", 403},
			{"malformed", 200},
			{"accessible", 200},
			{"inaccessible", 403},
			{"standard-wins", 403},
			{"private", 200},
			{"not-listed", 200},
		} {
			before := len(f.calls())
			answer, status := b.post(t, "/api/call", map[string]any{"server": "s", "profile": id, "tool": tt.tool, "caller": "view"})
			if status != tt.status {
				t.Errorf("%s: a view's call of %s: %d %v, want %d", id, tt.tool, status, answer, tt.status)
			}
			if reached := len(f.calls()) > before; reached != (tt.status == 200) {
				t.Errorf("%s: a view's call of %s reached the server: %v", id, tt.tool, reached)
			}
			if code := at(answer, "error.code"); tt.status == 403 && code != "tool_not_for_views" {
				t.Errorf("%s: %s is refused with %v", id, tt.tool, code)
			}
			if _, status := b.post(t, "/api/call", map[string]any{"server": "s", "profile": id, "tool": tt.tool, "caller": "host"}); status != 200 {
				t.Errorf("%s: the host's own call of %s: %d", id, tt.tool, status)
			}
		}
	}
}

func TestOneSessionForEachProfile(t *testing.T) {
	t.Parallel()
	f := newFake()
	b := startWith(t, f)
	done := make(chan struct{}, 20)
	for i := range 20 {
		go func() {
			defer func() { done <- struct{}{} }()
			b.post(t, "/api/list", map[string]any{"server": "s", "profile": []string{"vscode", "mcp-ui"}[i%2], "list": "tools", "caller": "host"})
		}()
	}
	for range 20 {
		received(t, "an answer", done)
	}
	count := map[string]int{}
	for _, name := range f.clients() {
		count[name]++
	}
	if count["Visual Studio Code"] != 1 || count["mcp-ui-host"] != 1 {
		t.Errorf("sessions: %v, want one for each profile", count)
	}
}

// A view's calls and lists go to its own server; what another one offers is out
// of its reach.
func TestAnotherServersTools(t *testing.T) {
	t.Parallel()
	own, other := newFake(), newFake()
	other.tools = `{"name":"private","_meta":{"ui":{"visibility":["app"]}}}`
	b := start(t, workbench.Options{Servers: []mcpclient.Server{
		{ID: "own", Endpoint: own.serve(t)}, {ID: "other", Endpoint: other.serve(t)},
	}})
	b.post(t, "/api/call", map[string]any{"server": "own", "profile": "vscode", "tool": "private", "caller": "view"})
	if calls := other.calls(); len(calls) != 0 {
		t.Errorf("the other server got %v", calls)
	}
	if calls := own.calls(); len(calls) != 1 {
		t.Errorf("the view's own server got %v", calls)
	}
	got, _ := b.post(t, "/api/list", map[string]any{"server": "own", "profile": "vscode", "list": "tools", "caller": "view"})
	if data, err := json.Marshal(got); err != nil || strings.Contains(string(data), "private") {
		t.Errorf("the list is %s (%v)", data, err)
	}
}

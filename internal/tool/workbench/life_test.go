package workbench_test

import (
	"encoding/json"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

func benchOptions(server mcpclient.Server, retry time.Duration) workbench.Options {
	return workbench.Options{Servers: []mcpclient.Server{server}, Retry: retry}
}

func TestConnectsAsTheGenericHostFirst(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		profiles []*hosts.Profile
		first    string
	}{
		{nil, hosts.Generic().ClientInfo.Value.Name},
		{[]*hosts.Profile{profile(t, "vscode"), hosts.Generic()}, hosts.Generic().ClientInfo.Value.Name},
		{[]*hosts.Profile{profile(t, "vscode"), profile(t, "claude")}, "Visual Studio Code"},
	} {
		f := newFake()
		b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: f.serve(t)}}, Profiles: tt.profiles})
		b.listen(t).next("the start", isStatus("ready"))
		if got := f.clients(); len(got) != 1 || got[0] != tt.first {
			t.Errorf("connected as %v, want %s", got, tt.first)
		}
		if b.tools(t, "vscode"); len(f.clients()) > 2 {
			t.Errorf("connected as %v", f.clients())
		}
	}
}

// An endpoint that goes away is connected to again by itself, and what it does
// not answer meanwhile does not fill the timeline.
func TestEndpointThatGoesAway(t *testing.T) {
	t.Parallel()
	f := newFake()
	b := start(t, benchOptions(mcpclient.Server{ID: "s", Endpoint: f.serve(t)}, 2*time.Millisecond))
	events := b.listen(t)
	events.next("the start", isStatus("ready"))
	b.tools(t, "claude")
	f.away.Store(true)
	if answer, status := b.callAs(t, "claude", "t", "host"); status != 502 {
		t.Errorf("%d %v", status, answer)
	}
	// The one that asked has found it out, and the first one sees for itself.
	events.next("what is told of Claude", isLog("s, as Claude: "))
	end := events.next("the end", isStatus("failed"))
	if reason, _ := end["reason"].(string); reason == "" {
		t.Error("there is no reason")
	}
	eventually(t, "it has been knocked at many times", func() bool { return f.count(&f.knocks) > 20 })
	f.tools = `{"name":"new","_meta":{"ui":{"visibility":["model"]}}}`
	f.away.Store(false)
	recorded := 0
	events.next("the return", func(e map[string]any) bool {
		if e["type"] == "message" && e["kind"] == "error" {
			recorded++
		}
		return e["status"] == "ready"
	})
	if recorded > 8 {
		t.Errorf("%d failed messages are in the timeline", recorded)
	}
	// What it told before is forgotten.
	if answer, status := b.callAs(t, "claude", "new", "view"); status != 403 {
		t.Errorf("a view's call of a tool that is now the model's alone: %d %v", status, answer)
	}
}

// A host that can't be connected as for the first time has found out, too, that the
// server is gone.
func TestServerThatIsGoneForANewHost(t *testing.T) {
	t.Parallel()
	f := newFake()
	b := start(t, benchOptions(mcpclient.Server{ID: "s", Endpoint: f.serve(t)}, time.Millisecond))
	events := b.listen(t)
	events.next("the start", isStatus("ready"))
	f.away.Store(true)
	if answer, status := b.tools(t, "vscode"); status != 502 {
		t.Errorf("%d %v", status, answer)
	}
	events.next("the end", isStatus("failed"))
}

// A request does not wait for the next knock.
func TestRequestConnectsAtOnce(t *testing.T) {
	t.Parallel()
	f := newFake()
	b := start(t, benchOptions(mcpclient.Server{ID: "s", Endpoint: f.serve(t)}, time.Hour))
	events := b.listen(t)
	events.next("the start", isStatus("ready"))
	b.tools(t, "claude")
	f.away.Store(true)
	for _, id := range []string{"claude", "generic", "vscode"} {
		if answer, status := b.tools(t, id); status != 502 {
			t.Errorf("as %s: %d %v", id, status, answer)
		}
	}
	events.next("the end", isStatus("failed"))
	f.away.Store(false)
	if answer, status := b.tools(t, "vscode"); status != 200 {
		t.Errorf("%d %v", status, answer)
	}
	events.next("the return", isStatus("ready")) // of the other profiles, too
}

func TestRestartOfAnEndpoint(t *testing.T) {
	t.Parallel()
	f := newFake()
	reached := make(chan struct{})
	stop := make(chan struct{})
	defer close(stop)
	f.call = func(_ http.ResponseWriter, name string, _ json.RawMessage) string {
		if name == "hang" {
			close(reached)
			<-stop
			return ""
		}
		return `{"content":[]}`
	}
	b := start(t, benchOptions(mcpclient.Server{ID: "s", Endpoint: f.serve(t)}, time.Millisecond))
	events := b.listen(t)
	events.next("the start", isStatus("ready"))
	ended := make(chan map[string]any, 1)
	go func() {
		answer, _ := b.callAs(t, "claude", "hang", "host")
		ended <- answer
	}()
	received(t, "the call", reached)
	if _, status := b.post(t, "/api/restart", map[string]any{"server": "s"}); status != 200 {
		t.Errorf("restart: %d", status)
	}
	if answer := received(t, "the answer", ended); at(answer, "error.code") != "server_restarted" {
		t.Errorf("a call during the restart: %v", answer)
	}
	events.next("the restart", isStatus("starting"))
	events.next("the new start", isStatus("ready"))
	if got := f.clients(); len(got) != 3 {
		t.Errorf("sessions: %v", got)
	}
	if _, status := b.callAs(t, "claude", "t", "host"); status != 200 {
		t.Errorf("after the restart: %d", status)
	}
}

func TestServerTellsOfChanges(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.notify = make(chan string)
	f.tools = `{"name":"t","_meta":{"ui":{"visibility":["app"]}}}`
	f.listed = `{"uri":"ui://s/v","name":"v","_meta":{"ui":{"prefersBorder":true}}}`
	b := start(t, workbench.Options{
		Servers: []mcpclient.Server{{ID: "s", Endpoint: f.serve(t)}}, Profiles: []*hosts.Profile{profile(t, "vscode")},
	})
	events := b.listen(t)
	events.next("the start", isStatus("ready"))
	if _, status := b.callAs(t, "vscode", "t", "view"); status != 200 {
		t.Fatalf("a view's call: %d", status)
	}
	changed := func(list string) func(map[string]any) bool {
		return func(e map[string]any) bool {
			return e["type"] == "changed" && e["server"] == "s" && e["profile"] == "vscode" && e["list"] == list
		}
	}
	f.tools = `{"name":"t","_meta":{"ui":{"visibility":["model"]}}}`
	f.notify <- `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`
	events.next("the tools' change", changed("tools"))
	if _, status := b.callAs(t, "vscode", "t", "view"); status != 403 {
		t.Errorf("a view's call of a tool that is now the model's alone: %d", status)
	}
	for _, list := range []string{"resources", "prompts"} {
		f.notify <- `{"jsonrpc":"2.0","method":"notifications/` + list + `/list_changed"}`
		events.next("the change of "+list, changed(list))
	}
	f.notify <- `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///x"}}`
	updated := events.next("the update", func(e map[string]any) bool { return e["type"] == "updated" })
	if updated["uri"] != "file:///x" || updated["profile"] != "vscode" {
		t.Errorf("updated: %v", updated)
	}
}

// What is secret of an endpoint is not shown, wherever it comes up.
func TestEndpointsSecrets(t *testing.T) {
	t.Parallel()
	secrets := []string{"hunter2hunter2", "k3y-in-the-query", "t0ken-in-a-header"}
	f := newFake()
	f.call = func(http.ResponseWriter, string, json.RawMessage) string {
		return `{"content":[{"type":"text","text":"` + strings.Join(secrets, " ") + `"}]}`
	}
	address := strings.TrimPrefix(f.serve(t), "http://")
	b := start(t, benchOptions(mcpclient.Server{
		ID: "s", Endpoint: "http://me:" + secrets[0] + "@" + address + "/mcp?key=" + secrets[1] + "#part",
		Header: http.Header{"X-Custom": {secrets[2]}, "Accept-Language": {"application/json"}},
	}, 2*time.Millisecond))
	events := b.listen(t)
	events.next("the start", isStatus("ready"))
	if got := b.serverOf(t)["address"]; got != "http://"+address+"/mcp" {
		t.Errorf("the address is %v", got)
	}
	holds := func(what string, value any) {
		data, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range secrets {
			if strings.Contains(string(data), secret) {
				t.Errorf("%s holds a secret: %s", what, data)
			}
		}
	}
	// The page gets the result as it is; it is the timeline that is kept and copied.
	if _, status := b.callAs(t, "vscode", "t", "host"); status != 200 {
		t.Errorf("a call: %d", status)
	}
	holds("the timeline", events.next("the response", message("tools/call", "response")))
	f.away.Store(true)
	answer, status := b.callAs(t, "vscode", "t", "host")
	if status != 502 {
		t.Errorf("%d %v", status, answer)
	}
	holds("the error", answer)
	holds("the event", events.next("the failure", message("tools/call", "error")))
	holds("the reason", events.next("the end", isStatus("failed")))
	holds("the session", b.serverOf(t))
}

// Nothing of a workbench is left when it has ended. It counts goroutines, so it
// is not parallel.
func TestNothingIsLeft(t *testing.T) { //nolint:paralleltest // see above
	before := runtime.NumGoroutine()
	server, starts := program(t, serves)
	dead, _ := program(t, exits)
	dead.ID = "dead"
	f := newFake()
	f.notify = make(chan string)
	endpoint := f.serve(t)
	listening := runtime.NumGoroutine() - before
	b := start(t, workbench.Options{
		Servers: []mcpclient.Server{server, {ID: "http", Endpoint: endpoint}, dead, {ID: "nowhere", Endpoint: "http://127.0.0.1:1"}},
		Retry:   time.Millisecond,
	})
	events := b.listen(t)
	events.next("the start", func(e map[string]any) bool { return e["id"] == "s" && e["status"] == "ready" })
	for _, id := range []string{"claude", "vscode"} {
		if _, status := b.tools(t, id); status != 200 {
			t.Errorf("as %s: %d", id, status)
		}
		b.post(t, "/api/list", map[string]any{"server": "http", "profile": id, "list": "tools", "caller": "host"})
	}
	begun := time.Now()
	if err := b.end(); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begun); took > 30*time.Second {
		t.Errorf("it took %v to end", took)
	}
	for _, pid := range starts() {
		if runs(pid) {
			t.Errorf("the program %s is left", pid)
		}
	}
	events.close()
	var stacks [1 << 20]byte
	defer func() {
		if t.Failed() {
			t.Logf("%s", stacks[:runtime.Stack(stacks[:], true)])
		}
	}()
	eventually(t, "no goroutine is left", func() bool {
		http.DefaultClient.CloseIdleConnections()
		return runtime.NumGoroutine() <= before+listening
	})
}

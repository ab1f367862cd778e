package workbench_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// listener reads a stream of events.
type listener struct {
	t     testing.TB
	lines *bufio.Reader
	close func()
}

func (b *bench) listen(t testing.TB) *listener {
	t.Helper()
	response := b.open(t, http.MethodGet, "/api/events", "", nil)
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "application/x-ndjson" {
		t.Fatalf("events: %d %s", response.StatusCode, response.Header.Get("Content-Type"))
	}
	l := &listener{t: t, lines: bufio.NewReader(response.Body), close: func() { _ = response.Body.Close() }}
	t.Cleanup(l.close)
	return l
}

// next returns the next event that fits, and all that it passed over.
func (l *listener) next(what string, fits func(map[string]any) bool) map[string]any {
	l.t.Helper()
	defer time.AfterFunc(patience, l.close).Stop()
	for {
		line, err := l.lines.ReadBytes('\n')
		if err != nil {
			l.t.Fatalf("waiting for %s: %v", what, err)
		}
		var event map[string]any
		if err := json.Unmarshal(line, &event); err != nil {
			l.t.Fatalf("%v in %.200s", err, line)
		}
		if fits(event) {
			return event
		}
	}
}

func message(method, kind string) func(map[string]any) bool {
	return func(e map[string]any) bool {
		return e["type"] == "message" && e["method"] == method && e["kind"] == kind
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	f := newFake()
	b := startWith(t, f)
	first := b.listen(t)
	ready := first.next("the server", func(e map[string]any) bool { return e["type"] == "server" })
	if diff := cmp.Diff(map[string]any{"type": "server", "id": "s", "status": "ready"}, ready); diff != "" {
		t.Errorf("server event (-want +got):\n%s", diff)
	}
	b.post(t, "/api/call", map[string]any{"server": "s", "profile": "vscode", "tool": "t", "caller": "host", "arguments": map[string]any{"a": 1}})
	sent := first.next("the request", message("tools/call", "request"))
	got := first.next("the response", message("tools/call", "response"))
	for name, want := range map[string]any{
		"server": "s", "profile": "vscode", "direction": "sent", "id": got["id"],
		"body": map[string]any{"name": "t", "arguments": map[string]any{"a": float64(1)}},
	} {
		if diff := cmp.Diff(want, sent[name]); diff != "" {
			t.Errorf("request: %s (-want +got):\n%s", name, diff)
		}
	}
	duration, _ := got["durationMs"].(float64)
	seqs := []any{sent["seq"], got["seq"]}
	if got["direction"] != "received" || duration <= 0 || got["bytes"] == float64(0) || seqs[0] == nil || seqs[1] == seqs[0] {
		t.Errorf("response: %v", got)
	}

	// A page that comes later gets what there was, with the same numbers.
	second := b.listen(t)
	if again := second.next("the request", message("tools/call", "request")); cmp.Diff(sent, again) != "" {
		t.Errorf("replayed as %v, was %v", again, sent)
	}
	// And both get what comes now.
	b.post(t, "/api/resource", map[string]any{"server": "s", "profile": "vscode", "uri": "ui://s/x"})
	for _, l := range []*listener{first, second} {
		refused := l.next("the refusal", message("resources/read", "error"))
		if at(refused, "body.message") != "nothing here by that name" {
			t.Errorf("refusal: %v", refused)
		}
	}
}

func TestEventsTellOfNoSecrets(t *testing.T) {
	t.Parallel()
	f := newFake()
	b := startWith(t, f)
	secret := "s3cr3t-" + strings.Repeat("x", 20)
	f.call = func(http.ResponseWriter, string, json.RawMessage) string {
		return `{"content":[{"type":"text","text":"{\"Authorization\":\"Basic ` + secret + `\",\"kept\":\"yes\"} and Bearer ` + secret + `"}],` +
			`"_meta":{"set-cookie":["a=` + secret + `","b"],"cookie":{"a":"` + secret + `"},"own":"` + b.token + `"}}`
	}
	l := b.listen(t)
	b.post(t, "/api/call", map[string]any{"server": "s", "profile": "vscode", "tool": "t", "caller": "host", "arguments": map[string]any{
		"access_token": secret, "Client-Secret": secret, "deep": []any{map[string]any{"API_KEY": secret}},
		"header": "bearer " + secret, "token": "ETH", "quoted": `say \"password\"`, "password": `with "quotes" \ ` + secret,
	}})
	sent := l.next("the request", message("tools/call", "request"))
	got := l.next("the response", message("tools/call", "response"))
	for _, event := range []map[string]any{sent, got} {
		data, err := json.Marshal(event)
		if err != nil {
			t.Fatal(err)
		}
		if text := string(data); strings.Contains(text, secret) || strings.Contains(text, b.token) {
			t.Errorf("a secret is in the event %s", text)
		}
	}
	want := map[string]any{
		"access_token": "[redacted]", "Client-Secret": "[redacted]", "deep": []any{map[string]any{"API_KEY": "[redacted]"}},
		"header": "bearer [redacted]", "token": "ETH", "quoted": `say \"password\"`, "password": "[redacted]",
	}
	if diff := cmp.Diff(want, at(sent, "body.arguments")); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
	content, _ := at(got, "body.content").([]any)
	if text := at(content[0], "text"); text != `{"Authorization":"[redacted]","kept":"yes"} and Bearer [redacted]` {
		t.Errorf("the result's text is %v", text)
	}
	if at(got, "body._meta.set-cookie") != "[redacted]" || at(got, "body._meta.cookie") != "[redacted]" || at(got, "body._meta.own") != "[redacted]" {
		t.Errorf("_meta is %v", at(got, "body._meta"))
	}
}

func TestBodiesAreCut(t *testing.T) {
	t.Parallel()
	f := newFake()
	b := startWith(t, f)
	l := b.listen(t)
	b.post(t, "/api/call", map[string]any{"server": "s", "profile": "vscode", "tool": "t", "caller": "host", "arguments": map[string]any{
		"a": "bearer " + strings.Repeat("é", 64<<10),
	}})
	sent := l.next("the request", message("tools/call", "request"))
	head, _ := at(sent, "body.head").(string)
	if at(sent, "body.truncated") != true || len(head) < 1000 || len(head) > 4000 || strings.Contains(head, "\ufffd") {
		t.Errorf("cut to %d bytes: %.100s", len(head), head)
	}
	if bytes, _ := sent["bytes"].(float64); bytes < 128<<10 {
		t.Errorf("its size is told as %v", sent["bytes"])
	}
}

func TestEventsEndWithTheWorkbench(t *testing.T) {
	t.Parallel()
	b := startWith(t, newFake())
	l := b.listen(t)
	l.next("the server", func(e map[string]any) bool { return e["type"] == "server" })
	if err := b.end(); err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := l.lines.ReadBytes('\n'); err != nil {
			return // the test's own time limit is what fails it
		}
	}
}

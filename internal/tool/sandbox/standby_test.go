package sandbox_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/sandbox"
	"github.com/orielapps/oriel/ui"
)

// A document that stands by is served like the view beside it, and becomes another
// view's if that differs in nothing but its text.
func TestStandby(t *testing.T) {
	t.Parallel()
	s, c := newSandbox(t)
	first := view(t, "claude")
	shown := place(t, s, first)
	standby, err := s.Standby(t.Context(), shown.ID)
	if err != nil {
		t.Fatal(err)
	}
	if standby.ProxyOrigin != shown.ProxyOrigin || standby.DocumentOrigin != shown.DocumentOrigin ||
		standby.Sandbox != shown.Sandbox || standby.Allow != shown.Allow || standby.Document == shown.Document {
		t.Errorf("it stands elsewhere: %+v beside %+v", standby, shown)
	}
	was, is := get(s, http.MethodGet, shown.Document), get(s, http.MethodGet, standby.Document)
	for _, name := range []string{"Permissions-Policy", "Content-Type", "Origin-Agent-Cluster"} {
		if was.Header.Get(name) != is.Header.Get(name) {
			t.Errorf("%s is %q, want %q", name, is.Header.Get(name), was.Header.Get(name))
		}
	}
	policy := func(answer *http.Response) string {
		before, _, _ := strings.Cut(answer.Header.Get("Content-Security-Policy"), "; report-uri")
		return before
	}
	if text := read(t, is); policy(was) != policy(is) || strings.Contains(text, "hello") {
		t.Errorf("what stands by has the policy %q and the text %q", policy(is), text)
	}

	next := first
	next.HTML, next.Standby, next.Restore = strings.Replace(document, "hello", "again", 1), standby.ID, json.RawMessage(`{"__proto__":{"a":"</script>"}}`)
	filled := place(t, s, next)
	if filled.ID != standby.ID || !strings.Contains(filled.Write, "again") || filled.Document != standby.Document {
		t.Errorf("it did not become the next: %+v", filled)
	}
	if text := read(t, get(s, http.MethodGet, standby.Document)); text != filled.Write {
		t.Errorf("loaded again, it is %q, want %q", text, filled.Write)
	}
	if strings.Contains(filled.Write, `"a":"</script>"`) {
		t.Error("what is brought back ends its script")
	}

	for name, change := range map[string]func(*sandbox.View){
		"another policy":    func(v *sandbox.View) { v.Metadata.CSP = &ui.CSP{ConnectDomains: []string{"https://api.example"}} },
		"another server":    func(v *sandbox.View) { v.Server = "t" },
		"another host":      func(v *sandbox.View) { v.Profile = profile(t, "chatgpt") },
		"another domain":    func(v *sandbox.View) { v.Metadata.Domain = "d" },
		"an unknown one":    func(v *sandbox.View) { v.Standby = "x" },
		"one that is shown": func(v *sandbox.View) { v.Standby = shown.ID },
	} {
		other := next
		change(&other)
		if placed := place(t, s, other); placed.Write != "" || placed.ID == standby.ID {
			t.Errorf("%s: it became that all the same", name)
		}
	}
	for _, gone := range []string{"x", ""} {
		if _, err := s.Standby(t.Context(), gone); code(err) != "view_not_found" {
			t.Errorf("beside %q: %v", gone, err)
		}
	}
	next.Restore = json.RawMessage(`["a"]`)
	if _, err := s.Place(t.Context(), next); code(err) != "restore_invalid" {
		t.Errorf("a list to bring back: %v", err)
	}
	c.Pass(2 * time.Hour)
	next.Restore = nil
	if placed := place(t, s, next); placed.Write != "" {
		t.Error("it became another one after its time")
	}
}

// One that stands by before there is a view becomes the first that asks for nothing.
func TestStandbyForTheFirst(t *testing.T) {
	t.Parallel()
	s, _ := newSandbox(t)
	first := view(t, "claude")
	first.Metadata = sandbox.Metadata{}
	early, err := s.StandbyFor(t.Context(), sandbox.View{Server: first.Server, Profile: first.Profile, Naming: first.Naming})
	if err != nil {
		t.Fatal(err)
	}
	if text := read(t, get(s, http.MethodGet, early.Document)); strings.Contains(text, "hello") {
		t.Errorf("it has a view before there is one: %s", text)
	}
	first.Standby = early.ID
	asks := first
	asks.Metadata.CSP = &ui.CSP{ConnectDomains: []string{"https://api.example"}}
	if placed := place(t, s, asks); placed.Write != "" {
		t.Error("it became a view that asks for more")
	}
	shown := place(t, s, first)
	if shown.ID != early.ID || shown.Document != early.Document || shown.Proxy != early.Proxy || !strings.Contains(shown.Write, "hello") {
		t.Errorf("it did not become the first: %+v", shown)
	}
}

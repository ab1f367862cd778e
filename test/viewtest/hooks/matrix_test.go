package hooks_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

// A report is what a page of the matrix has to say.
type report struct {
	// Steps are what each hook gave that is new after each step, by step and hook.
	Steps map[string]map[string]any `json:"steps"`
	// Heard is what callbacks were called with.
	Heard any `json:"heard"`
	// Actions are what came of the hooks' functions.
	Actions map[string]any `json:"actions"`
	// Calling is useCallTool from the press to the answer.
	Calling map[string]any `json:"calling"`
	// Failed is why the page could not play to its end.
	Failed string `json:"failed,omitempty"`
}

// TestMatrix shows all hooks in each library and in each host, and compares all
// that they gave, and all that the host has seen, with what was written down.
func TestMatrix(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	for _, l := range libraries() {
		for _, h := range allHosts() {
			t.Run(l.Name+" in "+h.kind, func(t *testing.T) {
				t.Parallel()
				page, inside := show(t, browser, h, pageOf(t, l, "matrix"))
				got := reportOf[report](t, inside)
				if got.Failed != "" {
					t.Error(got.Failed)
				}
				want := expectedIn(t, h.kind)
				for _, step := range steps {
					if diff := cmp.Diff(want.Steps[step], got.Steps[step]); diff != "" {
						t.Errorf("%s, %s, %s (-want +got):\n%s", l.Name, h.kind, step, diff)
					}
				}
				if diff := cmp.Diff(want.Heard, got.Heard); diff != "" {
					t.Errorf("%s, %s: the callbacks heard (-want +got):\n%s", l.Name, h.kind, diff)
				}
				if diff := cmp.Diff(want.Actions, got.Actions); diff != "" {
					t.Errorf("%s, %s: actions (-want +got):\n%s", l.Name, h.kind, diff)
				}
				if diff := cmp.Diff(want.Calling, got.Calling); diff != "" {
					t.Errorf("%s, %s: calling a tool (-want +got):\n%s", l.Name, h.kind, diff)
				}
				viewpage.Clean(t, page)
			})
		}
	}
}

// reportOf waits until a page has played to its end.
func reportOf[R any](t *testing.T, inside *browsertest.Frame) R {
	t.Helper()
	if err := inside.WaitFor(t.Context(), "globalThis.report"); err != nil {
		t.Fatal(err)
	}
	got, err := browsertest.Eval[R](t.Context(), inside, "report")
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// by is JSON by the kind of host, or by "" for those that are not named. A kind
// with an empty text has nothing to say.
type by map[string]string

func (b by) of(kind string) string {
	if text, ok := b[kind]; ok {
		return text
	}
	return b[""]
}

// all is the same in each host.
func all(text string) by { return by{"": text} }

// expectedIn puts together what is written down for one kind of host.
func expectedIn(t *testing.T, kind string) report {
	t.Helper()
	decode := func(text string) any {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		return value
	}
	want := report{Steps: map[string]map[string]any{}, Actions: map[string]any{}, Calling: map[string]any{}}
	for _, step := range steps {
		want.Steps[step] = map[string]any{}
	}
	for hook, seen := range expectedOfHooks() {
		for step, values := range seen {
			if text := values.of(kind); text != "" {
				want.Steps[step][hook] = map[string]any{"value": decode(text)}
			}
		}
	}
	for name, values := range expectedOfActions() {
		want.Actions[name] = decode(values.of(kind))
	}
	for name, values := range expectedOfCalls() {
		want.Calling[name] = decode(values.of(kind))
	}
	want.Heard = decode(expectedOfCallbacks().of(kind))
	return want
}

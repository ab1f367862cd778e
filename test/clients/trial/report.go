package trial

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Report is what a client has seen, by its steps.
type Report struct{ steps []Step }

// Note notes what a client has seen, as JSON.
func (r *Report) Note(name, seen string) { r.steps = append(r.steps, Step{name, seen}) }

// Check compares what a client has seen with what it has to see. A step that is
// missing, and one that nobody knows, count like one that has seen something else.
func (r *Report) Check(t testing.TB, want []Step) {
	t.Helper()
	got := map[string]string{}
	for _, step := range r.steps {
		if _, twice := got[step.Name]; twice {
			t.Errorf("the step %q was run twice", step.Name)
		}
		got[step.Name] = step.Seen
	}
	for _, step := range want {
		seen, done := got[step.Name]
		delete(got, step.Name)
		if !done {
			t.Errorf("the step %q was not run, or has failed", step.Name)
			continue
		}
		if diff := cmp.Diff(parsed(t, step.Seen), parsed(t, seen)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.Name, diff)
		}
	}
	for name := range got {
		t.Errorf("nobody knows the step %q", name)
	}
}

func parsed(t testing.TB, text string) (value any) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return value
}

// With returns steps in which one has to see something else: what a client can't do
// by itself.
func With(steps []Step, name, seen string) []Step {
	at := slices.IndexFunc(steps, func(s Step) bool { return s.Name == name })
	changed := slices.Clone(steps)
	changed[at].Seen = seen
	return changed
}

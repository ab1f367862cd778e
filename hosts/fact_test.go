package hosts_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
)

// A fact that is read takes the place of the one before as a whole, or not at all.
func TestReadFactTwice(t *testing.T) {
	t.Parallel()
	const first = `{"value": ["a", "b"], "source": "a page", "date": "2026-11-20", "kind": "observed"}`
	var fact hosts.Fact[[]string]
	if err := json.Unmarshal([]byte(first), &fact); err != nil {
		t.Fatal(err)
	}
	before := fact
	want := hosts.Fact[[]string]{Value: []string{"a", "b"}, Known: true, Source: "a page", Date: "2026-11-20", Kind: hosts.Observed}
	for _, wrong := range []string{
		`{"value": ["x"], "date": "2026-11-20", "kind": "observed"}`,
		`{"value": null, "source": "a page", "date": "2026-11-20", "kind": "observed"}`,
		`{"source": "a page", "date": "2026-11-20", "kind": "observed"}`,
		`{"value": ["x", 1], "source": "a page", "date": "2026-11-20", "kind": "observed"}`,
		`{"value": ["x"], "source": "a page", "date": "yesterday", "kind": "observed"}`,
		`{"value": ["x"], "source": "a page", "date": "2026-11-20", "kind": "rumoured"}`,
		`{"value": ["x"], "source": "a page", "date": "2026-11-20", "kind": "observed", "by": "me"}`,
	} {
		if err := json.Unmarshal([]byte(wrong), &fact); err == nil {
			t.Errorf("%s is read", wrong)
		}
		if diff := cmp.Diff(want, fact); diff != "" {
			t.Errorf("after %s (-want +got):\n%s", wrong, diff)
		}
	}
	if err := json.Unmarshal([]byte(`{"value": ["x"], "source": "a talk", "date": "2026-11-21", "kind": "documented"}`), &fact); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, before); diff != "" {
		t.Errorf("the one before (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(hosts.Fact[[]string]{Value: []string{"x"}, Known: true, Source: "a talk", Date: "2026-11-21", Kind: hosts.Documented}, fact); diff != "" {
		t.Errorf("the new one (-want +got):\n%s", diff)
	}
}

package semver_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/npm/semver"
)

func TestOrder(t *testing.T) {
	t.Parallel()
	// The example of semver.org, section 11, and what npm adds to it.
	ordered := []string{
		"0.0.0-0", "0.0.0", "1.0.0-1", "1.0.0-2", "1.0.0-10", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
		"1.0.0-rc.1", "1.0.0", "1.0.1", "1.1.0", "2.0.0-0", "2.0.0", "10.0.0",
	}
	for i, low := range ordered {
		for j, high := range ordered {
			a, errA := semver.Parse(low)
			b, errB := semver.Parse(high)
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			if got, want := a.Compare(b), min(1, max(-1, i-j)); got != want {
				t.Errorf("%s against %s: %d, want %d", low, high, got, want)
			}
		}
	}
}

func TestMaxSatisfying(t *testing.T) {
	t.Parallel()
	list := []string{"1.0.0", "v1.2.0", "nonsense", "1.2.0", "2.0.0-rc.1", "1.10.0-beta", "0.9.9"}
	for _, test := range []struct{ text, want string }{
		{"^1", "v1.2.0"}, {"<1", "0.9.9"}, {"*", "v1.2.0"}, {"^2.0.0-rc", "2.0.0-rc.1"}, {"^3", ""}, {">=1.10.0-a <1.10.1", "1.10.0-beta"},
	} {
		r, err := semver.ParseRange(test.text)
		if err != nil {
			t.Fatal(err)
		}
		got, found := semver.MaxSatisfying(list, r)
		if got != test.want || found != (test.want != "") {
			t.Errorf("%s: %q, %v, want %q", test.text, got, found, test.want)
		}
	}
	if _, found := semver.MaxSatisfying(nil, semver.Range{}); found {
		t.Error("the empty range allows something")
	}
}

// Whatever somebody writes for a version, it is one or none, and stays the same
// when it is written and read again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"1.2.3", "v1.2.3-beta.4+5", "1.2.3-", "9007199254740991.0.0", "1.2.3-9007199254740993", "01.2.3rc"} {
		f.Add(seed, "1.2.3")
	}
	f.Fuzz(func(t *testing.T, one, other string) {
		a, err := semver.Parse(one)
		if err != nil {
			return
		}
		again, err := semver.Parse(a.String())
		if err != nil || again.Compare(a) != 0 || again.String() != a.String() {
			t.Fatalf("%q is %s, and that is %s (%v)", one, a, again, err)
		}
		b, err := semver.Parse(other)
		if err != nil {
			return
		}
		if a.Compare(b) != -b.Compare(a) {
			t.Fatalf("%s and %s: %d and %d", a, b, a.Compare(b), b.Compare(a))
		}
	})
}

// A range is read in time that grows with its length, and allows of two
// alternatives what either allows.
func FuzzRange(f *testing.F) {
	for _, seed := range []string{"^1.2.3", "1 - 2", ">=1 <2 || ~3.x", "~> 1", "1.2.3+a.b", strings.Repeat("> ", 100), strings.Repeat("1 - ", 50)} {
		f.Add(seed, "1.2.3")
	}
	f.Fuzz(func(t *testing.T, text, version string) {
		r, err := semver.ParseRange(text)
		if err != nil {
			return
		}
		v, err := semver.Parse(version)
		if err != nil || v.Prerelease() {
			return
		}
		either := slices.ContainsFunc(strings.Split(text, "||"), func(part string) bool {
			one, err := semver.ParseRange(part)
			return err == nil && one.Allows(v)
		})
		if r.Allows(v) != either {
			t.Fatalf("%q allows %s: %v, its parts: %v", text, v, r.Allows(v), either)
		}
	})
}

package hosts_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

func codeOf(err error) string {
	public, _ := errors.AsType[*ui.Error](err)
	if public == nil {
		return ""
	}
	return public.Code
}

// A session has a bounded number of subscriptions, and gives them back.
func TestSubscriptionsOfASession(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		length, most int // of a URI
	}{"many": {20, hosts.MaxSubscriptions}, "long": {8000, hosts.MaxSubscriptionBytes / 8000}} {
		var s hosts.Subscriptions[string]
		uri := func(i int) string { return fmt.Sprintf("note://%0*d", test.length-len("note://"), i) }
		for i := range test.most {
			for range 2 { // the second changes nothing
				if err := s.Add("s", uri(i)); err != nil {
					t.Fatalf("%s: subscription %d: %v", name, i, err)
				}
			}
		}
		if code := codeOf(s.Add("s", uri(test.most))); code != "too_many_subscriptions" {
			t.Errorf("%s: one more: %q", name, code)
		}
		if err := s.Check("s", uri(0)); err != nil {
			t.Errorf("%s: one that it has: %v", name, err)
		}
		if err := s.Add("another", uri(test.most)); err != nil {
			t.Errorf("%s: another session: %v", name, err)
		}
		s.Remove("s", "note://unknown")
		s.Remove("s", uri(0))
		s.Remove("s", uri(0))
		if err := s.Add("s", uri(test.most)); err != nil {
			t.Errorf("%s: after one is removed: %v", name, err)
		}
		to := s.To(uri(test.most))
		slices.Sort(to)
		if !slices.Equal(to, []string{"another", "s"}) || len(s.To(uri(0))) != 0 {
			t.Errorf("%s: the subscribers are %q, and of the removed one %q", name, to, s.To(uri(0)))
		}
	}
	var s hosts.Subscriptions[string]
	if code := codeOf(s.Add("s", strings.Repeat("x", ui.MaxURI+1))); code != "uri_too_long" {
		t.Errorf("a long URI: %q", code)
	}
}

// Sessions that nobody knows take a bounded part of the memory, and give it back.
func TestSubscriptionsOfAllSessions(t *testing.T) {
	t.Parallel()
	var s hosts.Subscriptions[int]
	uri := strings.Repeat("x", ui.MaxURI)
	const memory = 32 << 20
	for range 2 { // all of it is free again
		sessions := 0
		var err error
		for ; err == nil && sessions < 10_000; sessions++ {
			err = s.Add(sessions, uri)
		}
		if codeOf(err) != "server_full" || sessions*len(uri) > memory || sessions*len(uri) < memory*9/10 {
			t.Fatalf("after %d sessions: %v", sessions, err)
		}
		for i := range sessions {
			s.RemoveAll(i)
		}
	}
}

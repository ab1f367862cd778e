package mcpgo

import (
	"fmt"
	"strings"
	"testing"

	"github.com/orielapps/oriel/ui"
)

// Sessions that nobody knows take a bounded part of the memory, and give it back.
func TestSubscriptionsAreBounded(t *testing.T) {
	t.Parallel()
	var s subscribers
	s.add("note://"+strings.Repeat("x", ui.MaxURI), "s")
	if len(s.byURI) != 0 {
		t.Error("a URI that no app accepts is noted")
	}
	long := strings.Repeat("x", ui.MaxURI-100)
	const sessions = 10_000
	for i := range sessions {
		for range 2 { // the second changes nothing
			s.add(fmt.Sprint("note://", i, long), fmt.Sprint("session-", i))
		}
	}
	if n := len(s.byURI); n < 3000 || n*len(long) > maxSubscriptionBytes {
		t.Errorf("%d subscriptions of %d bytes are noted", n, len(long))
	}
	noted := len(s.byURI)
	s.remove("session-1", "note://unknown")
	s.remove("session-1")
	s.add("note://short", "session-1")
	if len(s.byURI) != noted || s.byURI["note://short"] == nil {
		t.Errorf("after one has gone, another has no room: %d", len(s.byURI))
	}
	for i := range sessions {
		s.remove(fmt.Sprint("session-", i), fmt.Sprint("note://", i, long), "note://short")
	}
	if s.bytes != 0 || len(s.byURI) != 0 {
		t.Errorf("after all have gone, %d bytes of %d subscriptions remain", s.bytes, len(s.byURI))
	}
}

package oriel

import (
	"sync"
	"testing"
)

// All handlers of an app are one, so calling Handler often takes no memory, and the limits
// apply to all of them together, also if the first calls are concurrent.
func TestHandlersAreOne(t *testing.T) {
	t.Parallel()
	const apps, callers = 200, 8
	for range apps {
		app := New("one", "1.0.0")
		var group sync.WaitGroup
		for range callers {
			group.Go(func() { app.Handler() })
		}
		group.Wait()
		if n := len(app.servers); n != 1 {
			t.Fatalf("%d calls of Handler have made %d servers", callers, n)
		}
		if app.Handler() != app.Handler() {
			t.Fatal("each call of Handler makes another handler")
		}
		app.Close()
	}
}

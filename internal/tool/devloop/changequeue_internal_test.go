package devloop

import (
	"testing"
	"testing/synctest"

	"github.com/orielapps/oriel/internal/tool/devloop/watch"
)

// While a wait takes changes, others can be added: it returns all, and the next wait finds
// that it was woken for nothing.
func TestChangesAddedDuringAWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		queue := newChangeQueue()
		queue.add([]watch.Change{{Path: "a.ts"}})
		<-queue.ready
		queue.add([]watch.Change{{Path: "b.ts"}})
		if got := queue.wait(t.Context()); len(got) != 2 {
			t.Fatalf("the changes are %v", got)
		}
		queue.ready <- struct{}{} // as an add leaves it that comes between the two steps of a wait
		var got []watch.Change
		done := make(chan struct{})
		go func() {
			defer close(done)
			got = queue.wait(t.Context())
		}()
		synctest.Wait()
		queue.add([]watch.Change{{Path: "c.ts"}})
		<-done
		if len(got) != 1 || got[0].Path != "c.ts" {
			t.Errorf("the changes are %v", got)
		}
	})
}

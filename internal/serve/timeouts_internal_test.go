package serve

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestTimeouts(t *testing.T) {
	t.Parallel()
	type owner struct{ timeout timeout[owner] }
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		expired := map[*owner]time.Duration{}
		var mu sync.Mutex
		list := newTimeouts(10*time.Second, func(o *owner) {
			mu.Lock()
			defer mu.Unlock()
			expired[o] = time.Since(began)
		})
		owners := make([]*owner, 5)
		for i := range owners {
			owners[i] = &owner{}
			list.start(&owners[i].timeout, owners[i])
			time.Sleep(time.Second)
		}
		if got := slices.Collect(list.all()); !slices.Equal(got, owners) {
			t.Errorf("%d timeouts are running, want %d, the oldest first", len(got), len(owners))
		}
		for _, i := range []int{0, 2, 4} { // the first, one in the middle, and the last
			if !owners[i].timeout.stop() {
				t.Errorf("%d has expired", i)
			}
			if owners[i].timeout.stop() {
				t.Errorf("%d is stopped twice", i)
			}
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		for i, o := range owners {
			want, expires := time.Duration(10+i)*time.Second, slices.Contains([]int{1, 3}, i)
			if got, reported := expired[o]; reported != expires || reported && got != want {
				t.Errorf("%d has expired: %t, after %v", i, reported, got)
			}
		}
		if got, want := slices.Collect(list.all()), []*owner{owners[1], owners[3]}; !slices.Equal(got, want) {
			t.Errorf("%d timeouts are not stopped, want the two that have expired", len(got))
		}
		if owners[1].timeout.stop() || owners[3].timeout.stop() {
			t.Error("a timeout that has expired is stopped")
		}
		if got := slices.Collect(list.all()); len(got) > 0 {
			t.Errorf("%d timeouts are left", len(got))
		}
		if !new(timeout[owner]).stop() {
			t.Error("a timeout that was never started has expired")
		}

		// The timer works again after the list was empty.
		list.start(&owners[0].timeout, owners[0])
		started := time.Since(began)
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := expired[owners[0]]; got != started+10*time.Second {
			t.Errorf("the next one expires after %v", got-started)
		}
		owners[0].timeout.stop()
		if list.running.first != nil || list.running.last != nil || list.over.first != nil || list.over.last != nil || list.armed {
			t.Error("the list is not empty")
		}
	})
}

package serve

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestWatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		late := map[*reply]time.Duration{}
		var mu sync.Mutex
		w := newWatch(10*time.Second, func(p *reply) {
			mu.Lock()
			defer mu.Unlock()
			late[p] = time.Since(began)
		})
		replies := make([]*reply, 5)
		for i := range replies {
			replies[i] = &reply{}
			w.enter(replies[i], &replies[i].place)
			time.Sleep(time.Second)
		}
		// The first, one in the middle, and the last of those that are left leave.
		for _, i := range []int{0, 2, 4} {
			if !replies[i].place.leave() {
				t.Errorf("%d is late", i)
			}
			if replies[i].place.leave() {
				t.Errorf("%d leaves twice", i)
			}
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		for i, p := range replies {
			want, isLate := time.Duration(10+i)*time.Second, slices.Contains([]int{1, 3}, i)
			if got, told := late[p]; told != isLate || told && got != want {
				t.Errorf("%d is told to be late: %v, after %v", i, told, got)
			}
		}
		if replies[1].place.leave() {
			t.Error("who is late leaves in time")
		}
		if !new(place).leave() {
			t.Error("who never came is late")
		}

		// It goes on after everybody has left.
		w.enter(replies[0], &replies[0].place)
		entered := time.Since(began)
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := late[replies[0]]; got != entered+10*time.Second {
			t.Errorf("the next one is late after %v", got-entered)
		}
		if w.first != nil || w.last != nil || w.armed {
			t.Error("somebody is left in it")
		}
	})
}

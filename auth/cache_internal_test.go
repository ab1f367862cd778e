package auth

import (
	"fmt"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel"
)

func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, entries := range []int{1, 2, 100, 5000} {
			c := newCache(entries)
			for i := range 2 * entries {
				k := newCacheKey(fmt.Sprint("token", i), "")
				c.put(&k, &checked{user: oriel.User{ID: strconv.Itoa(i)}, until: time.Now().Add(time.Hour)}, time.Now())
				if user, found := c.get(&k, time.Now()); !found || user.ID != strconv.Itoa(i) {
					t.Fatalf("the newest of %d is not there", entries)
				}
			}
			if size := c.size(); size > entries || size < entries*9/10 {
				t.Errorf("a cache for %d has %d", entries, size)
			}
		}
	})
}

// What has expired makes room before what has not.
func TestCacheForgetsExpired(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCache(100)
		put := func(name string, life time.Duration) {
			k := newCacheKey(name, "")
			c.put(&k, &checked{until: time.Now().Add(life)}, time.Now())
		}
		has := func(name string) bool {
			k := newCacheKey(name, "")
			_, found := c.get(&k, time.Now())
			return found
		}
		put("already", 0)
		if c.size() != 0 {
			t.Error("what has expired is put")
		}
		for i := range 50 {
			put(fmt.Sprint("short", i), time.Minute)
			put(fmt.Sprint("long", i), time.Hour)
		}
		time.Sleep(time.Minute)
		for i := range 50 {
			if has(fmt.Sprint("short", i)) {
				t.Errorf("short%d is there after its end", i)
			}
			put(fmt.Sprint("new", i), time.Hour)
		}
		for i := range 50 {
			if !has(fmt.Sprint("long", i)) || !has(fmt.Sprint("new", i)) {
				t.Errorf("long%d or new%d is gone", i, i)
			}
		}
	})
}

func TestCacheKeepsResourcesApart(t *testing.T) {
	t.Parallel()
	c, now := newCache(10), time.Now()
	a, b := newCacheKey("token", "https://a.example"), newCacheKey("token", "https://b.example")
	c.put(&a, &checked{until: now.Add(time.Hour)}, now)
	if _, found := c.get(&b, now); found {
		t.Error("a token for a is one for b")
	}
}

func TestCacheTogether(t *testing.T) {
	t.Parallel()
	c := newCache(50)
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			dropped := &key{}
			for i := range 500 {
				k := newCacheKey(fmt.Sprint("token", (g+i)%100), "")
				c.put(&k, &checked{user: oriel.User{ID: strconv.Itoa((g + i) % 100)}, until: time.Now().Add(time.Hour), key: dropped}, time.Now())
				if user, found := c.get(&k, time.Now()); found && user.ID != strconv.Itoa((g+i)%100) {
					t.Errorf("the token of %d is that of %s", (g+i)%100, user.ID)
				}
				if i%100 == 99 {
					dropped.gone.Store(true)
					c.sweep(time.Now())
					dropped = &key{}
				}
			}
		})
	}
	all.Wait()
}

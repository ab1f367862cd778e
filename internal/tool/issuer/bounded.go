package issuer

import (
	"maps"
	"time"
)

// bounded has values by key, for a time and up to a number. When it is full, the value that
// ends first makes room. It is not safe for concurrent use.
type bounded[V any] struct {
	most   int
	life   time.Duration
	values map[string]timed[V]
}

type timed[V any] struct {
	value V
	until time.Time
}

func newBounded[V any](most int, life time.Duration) bounded[V] {
	return bounded[V]{most: most, life: life, values: map[string]timed[V]{}}
}

// put adds or replaces a value, which begins its time.
func (b *bounded[V]) put(key string, value V, now time.Time) {
	if _, known := b.values[key]; !known && len(b.values) >= b.most {
		b.makeRoom(now)
	}
	b.values[key] = timed[V]{value, now.Add(b.life)}
}

// get returns a value whose time has not ended.
func (b *bounded[V]) get(key string, now time.Time) (value V, ok bool) {
	found, ok := b.values[key]
	if !ok || !now.Before(found.until) {
		return value, false
	}
	return found.value, true
}

// take is get for a value that is used once.
func (b *bounded[V]) take(key string, now time.Time) (V, bool) {
	value, ok := b.get(key, now)
	delete(b.values, key)
	return value, ok
}

func (b *bounded[V]) makeRoom(now time.Time) {
	maps.DeleteFunc(b.values, func(_ string, v timed[V]) bool { return !now.Before(v.until) })
	if len(b.values) < b.most {
		return
	}
	first, until := "", time.Time{}
	for key, v := range b.values {
		if first == "" || v.until.Before(until) {
			first, until = key, v.until
		}
	}
	delete(b.values, first)
}

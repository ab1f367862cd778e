package sqlite_test

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/state/sqlite"
)

// replicas asks one store after the other.
type replicas struct {
	stores []*sqlite.Store
	turn   atomic.Int64
}

func (r *replicas) next() *sqlite.Store {
	return r.stores[int(r.turn.Add(1))%len(r.stores)]
}

func (r *replicas) Get(ctx context.Context, key string) (state.Entry, error) {
	return r.next().Get(ctx, key)
}

func (r *replicas) Put(ctx context.Context, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
	return r.next().Put(ctx, key, value, expected, ttl)
}

func (r *replicas) Delete(ctx context.Context, key string, expected state.Revision) error {
	return r.next().Delete(ctx, key, expected)
}

package serve

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve/precompressed"
)

// prepared has the encoded lists, until the app declares something else.
type prepared struct{ edition atomic.Pointer[edition] }

// edition has the encoded lists for one state of the app's declarations.
type edition struct {
	of any

	mu sync.Mutex // serializes add
	// lists is replaced, never changed. It is not a sync.Map, because each program that
	// uses Oriel would have to compile that generic type again, which takes long.
	lists atomic.Pointer[map[listKey]*precompressed.Suffix]
}

// list returns an encoded list; nil if there is none yet.
func (e *edition) list(key listKey) *precompressed.Suffix {
	if lists := e.lists.Load(); lists != nil {
		return (*lists)[key]
	}
	return nil
}

func (e *edition) add(key listKey, list *precompressed.Suffix) {
	e.mu.Lock()
	defer e.mu.Unlock()
	lists := map[listKey]*precompressed.Suffix{key: list}
	if before := e.lists.Load(); before != nil {
		maps.Copy(lists, *before)
	}
	e.lists.Store(&lists)
}

// listKey identifies a list for some clients.
type listKey struct {
	method   string
	modern   bool
	audience any
}

// preparedResult is a result that is encoded already.
type preparedResult struct {
	common

	shared *precompressed.Suffix
}

// list returns a list for the client of a request. It is encoded for the first client of
// each audience.
func (s *Server) list(r *request, build func(c hosts.Client) result) (result, *rpcError) {
	if failure := r.noCursor(); failure != nil {
		return nil, failure
	}
	s.logAssumption(r.client)
	of, audience := s.app.Edition(), s.app.Audience(r.client)
	now := s.prepared.edition.Load()
	if now == nil || now.of != of {
		now = &edition{of: of}
		s.prepared.edition.Store(now)
	}
	key := listKey{r.method, r.modern, audience}
	if list := now.list(key); list != nil {
		return &preparedResult{shared: list}, nil
	}
	made := build(r.client)
	if r.modern {
		s.complete(made)
	}
	data, err := encode(made)
	if err != nil {
		s.log.Error("a list could not be encoded", "method", r.shown(), "error", err)
		return nil, internalError()
	}
	list := precompressed.New(slices.Concat(data, []byte(resultEnd)))
	now.add(key, list)
	return &preparedResult{shared: list}, nil
}

package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"sync"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/adapter"
)

const mebibyte = 1 << 20

const (
	// MaxDocument is the most that one view's document may hold, in bytes.
	MaxDocument = adapter.MaxDocument

	maxDocuments = 128
	// maxGone is how many ids are known of documents that are not kept any more.
	maxGone  = 1024
	maxBytes = 192 * mebibyte
	// documentLife is how long a document can be fetched after it was last. A
	// frame that shows one doesn't need it any longer, only a reload does.
	documentLife = time.Hour
)

// document is one view's document and how it is to be served.
type document struct {
	// origin is the only one that answers for it, proxyOrigin for its proxy.
	origin, proxyOrigin string
	// body is nil for a page elsewhere, which only the proxy needs to know of.
	body []byte
	// opaque is whether the frame has no allow-same-origin.
	opaque bool
	// policy and permissions are headers of the document, proxyPolicy and
	// proxyPermissions of the proxy page that frames it.
	policy, permissions           string
	proxyPolicy, proxyPermissions string
	// sandbox and allow are attributes of its frame.
	sandbox, allow string
	// standby is whether it waits to become another one.
	standby bool
	// packages is the script of packages that it has run already; only of one that
	// waits.
	packages string
	// release gives the origins back, hold takes them once more.
	release func()
	hold    func(context.Context) (release func(), err error)
	// server and profile are those of the view; reports counts what the browser
	// reported of it.
	server, profile string
	reports         atomic.Int64

	expires time.Time
	order   uint64
}

// places are where a document and its proxy page were.
type places struct{ document, proxy string }

// store keeps the documents under ids that can't be guessed.
type store struct {
	now func() time.Time

	mu    sync.Mutex
	byID  map[string]*document
	bytes int
	clock uint64
	// gone are the origins of documents that had to go, by id; goneOrder is the
	// order in which they went.
	gone      map[string]places
	goneOrder []string
}

func newStore(now func() time.Time) *store {
	return &store{now: now, byID: map[string]*document{}, gone: map[string]places{}}
}

// add keeps a document, at the expense of the oldest where there are too many.
func (s *store) add(d *document) string {
	var random [16]byte
	_, _ = rand.Read(random[:]) // it never fails
	id := hex.EncodeToString(random[:])

	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	for len(s.byID) >= maxDocuments || s.bytes+len(d.body) > maxBytes {
		s.giveUp(s.oldest())
	}
	s.clock++
	d.order, d.expires = s.clock, s.now().Add(documentLife)
	s.byID[id] = d
	s.bytes += len(d.body)
	return id
}

// fill gives a document that stands by the body of another one, if they are alike in
// all else, and reports whether it has.
func (s *store) fill(id string, d *document) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	own, ok := s.byID[id]
	if !ok || !own.standby || !own.isLike(d) || s.bytes+len(d.body)-len(own.body) > maxBytes {
		return false
	}
	s.bytes += len(d.body) - len(own.body)
	// Who serves the document right now keeps what it has.
	filled := &document{
		origin: own.origin, proxyOrigin: own.proxyOrigin, body: d.body, opaque: own.opaque,
		policy: own.policy, permissions: own.permissions, proxyPolicy: own.proxyPolicy, proxyPermissions: own.proxyPermissions,
		sandbox: own.sandbox, allow: own.allow, standby: true, packages: own.packages, release: own.release, hold: own.hold,
		server: own.server, profile: own.profile,
		expires: s.now().Add(documentLife), order: own.order,
	}
	s.byID[id] = filled
	return true
}

// packages is the script of packages that a document that stands by has run; empty
// for any other.
func (s *store) packages(id string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if own, ok := s.byID[id]; ok {
		return own.packages
	}
	return ""
}

// isLike reports whether two documents differ in their bodies at most.
func (d *document) isLike(other *document) bool {
	return d.origin == other.origin && d.proxyOrigin == other.proxyOrigin && d.opaque == other.opaque &&
		d.policy == other.policy && d.permissions == other.permissions &&
		d.proxyPolicy == other.proxyPolicy && d.proxyPermissions == other.proxyPermissions &&
		d.sandbox == other.sandbox && d.allow == other.allow && d.server == other.server && d.profile == other.profile
}

func (s *store) get(id string) (*document, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	d, ok := s.byID[id]
	if ok {
		d.expires = s.now().Add(documentLife)
	}
	return d, ok
}

func (s *store) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(id)
}

func (s *store) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.byID {
		s.drop(id)
	}
}

func (s *store) drop(id string) {
	d, ok := s.byID[id]
	if !ok {
		return
	}
	delete(s.byID, id)
	s.bytes -= len(d.body)
	d.release()
}

// giveUp drops a document that somebody may still ask for.
func (s *store) giveUp(id string) {
	d, ok := s.byID[id]
	if !ok {
		return
	}
	s.gone[id] = places{document: d.origin, proxy: d.proxyOrigin}
	s.goneOrder = append(s.goneOrder, id)
	if len(s.goneOrder) > maxGone {
		delete(s.gone, s.goneOrder[0])
		s.goneOrder = append(s.goneOrder[:0], s.goneOrder[1:]...)
	}
	s.drop(id)
}

// lost returns where a document was that had to go.
func (s *store) lost(id string) (places, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.gone[id]
	return at, ok
}

func (s *store) expire() {
	now := s.now()
	for id, d := range s.byID {
		if now.After(d.expires) {
			s.giveUp(id)
		}
	}
}

func (s *store) oldest() string {
	found := ""
	for id, d := range s.byID {
		if found == "" || d.order < s.byID[found].order {
			found = id
		}
	}
	return found
}

package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"sync"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/view"
)

const mebibyte = 1 << 20

const (
	// MaxDocument is the largest document of a view, in bytes.
	MaxDocument = adapter.MaxDocument

	maxDocuments = 128
	// maxExpired is the number of ids of removed documents that are remembered.
	maxExpired = 1024
	maxBytes   = 192 * mebibyte
	// documentLife is how long a document is stored after it was last fetched. A frame that has loaded
	// it only needs it again for a reload.
	documentLife = time.Hour
)

// document is one view's document, with its headers.
type document struct {
	// origin is the only one that serves it; proxyOrigin serves its proxy page.
	origin, proxyOrigin string
	// body is nil for an external page, which only has a proxy page here.
	body []byte
	// opaque is whether the frame has no allow-same-origin.
	opaque bool
	// policy and permissions are headers of the document, proxyPolicy and
	// proxyPermissions of the proxy page that frames it.
	policy, permissions           string
	proxyPolicy, proxyPermissions string
	// sandbox and allow are attributes of its frame.
	sandbox, allow string
	// standby is set for a document into which another one can be written.
	standby bool
	// packages is the script of packages that a standby document has already run.
	packages string
	// release releases the origins; acquireOrigins acquires them once more, for another document.
	release        func()
	acquireOrigins func(context.Context) (release func(), err error)
	// server and profile are those of the view; reports counts the browser's reports about
	// it.
	server, profile string
	reports         atomic.Int64

	expires time.Time
	order   uint64
}

// documentOrigins are the origins of a document and its proxy page.
type documentOrigins struct{ document, proxy string }

// store has the documents by ids that can't be guessed.
type store struct {
	now func() time.Time

	mu    sync.Mutex
	byID  map[string]*document
	bytes int
	clock uint64
	// expired are the origins of documents that were removed by age or number, by id; expiredOrder are their
	// ids, the oldest first.
	expired      map[string]documentOrigins
	expiredOrder []string
}

func newStore(now func() time.Time) *store {
	return &store{now: now, byID: map[string]*document{}, expired: map[string]documentOrigins{}}
}

// add stores a document and returns its id. If there are too many, it removes the oldest.
func (s *store) add(d *document) string {
	var random [16]byte
	_, _ = rand.Read(random[:]) // it never fails
	id := hex.EncodeToString(random[:])

	s.mu.Lock()
	defer s.mu.Unlock()
	s.removeExpired()
	for len(s.byID) >= maxDocuments || s.bytes+len(d.body) > maxBytes {
		s.expireDocument(s.oldest())
	}
	s.clock++
	d.order, d.expires = s.clock, s.now().Add(documentLife)
	s.byID[id] = d
	s.bytes += len(d.body)
	return id
}

// fill gives a standby document the body of another one, if they are equal in everything else,
// and reports whether it did.
func (s *store) fill(id string, d *document) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removeExpired()
	own, ok := s.byID[id]
	if !ok || !own.standby || !own.differsOnlyInBody(d) || s.bytes+len(d.body)-len(own.body) > maxBytes {
		return false
	}
	s.bytes += len(d.body) - len(own.body)
	// A copy, because a request may be serving the old one.
	filled := &document{
		origin: own.origin, proxyOrigin: own.proxyOrigin, body: d.body, opaque: own.opaque,
		policy: own.policy, permissions: own.permissions, proxyPolicy: own.proxyPolicy, proxyPermissions: own.proxyPermissions,
		sandbox: own.sandbox, allow: own.allow, standby: true, packages: own.packages, release: own.release, acquireOrigins: own.acquireOrigins,
		server: own.server, profile: own.profile,
		expires: s.now().Add(documentLife), order: own.order,
	}
	s.byID[id] = filled
	return true
}

// packages returns the script of packages that a standby document has run; empty
// for others.
func (s *store) packages(id string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if own, ok := s.byID[id]; ok {
		return own.packages
	}
	return ""
}

// differsOnlyInBody reports whether two documents are equal except for their bodies.
func (d *document) differsOnlyInBody(other *document) bool {
	return d.origin == other.origin && d.proxyOrigin == other.proxyOrigin && d.opaque == other.opaque &&
		d.policy == other.policy && d.permissions == other.permissions &&
		d.proxyPolicy == other.proxyPolicy && d.proxyPermissions == other.proxyPermissions &&
		d.sandbox == other.sandbox && d.allow == other.allow && d.server == other.server && d.profile == other.profile
}

// written returns the text to write into a standby document, without the script of packages that it has
// already run.
func (d *document) written() string {
	text := string(d.body)
	if packages, rest := view.CutPackages(text); packages == d.packages {
		return rest
	}
	return text
}

func (s *store) get(id string) (*document, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removeExpired()
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

// expireDocument removes a document, but remembers its id, so that a request for it gets the page that says
// so.
func (s *store) expireDocument(id string) {
	d, ok := s.byID[id]
	if !ok {
		return
	}
	s.expired[id] = documentOrigins{document: d.origin, proxy: d.proxyOrigin}
	s.expiredOrder = append(s.expiredOrder, id)
	if len(s.expiredOrder) > maxExpired {
		delete(s.expired, s.expiredOrder[0])
		s.expiredOrder = append(s.expiredOrder[:0], s.expiredOrder[1:]...)
	}
	s.drop(id)
}

// expiredOrigins returns the origins of a document that has expired.
func (s *store) expiredOrigins(id string) (documentOrigins, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.expired[id]
	return at, ok
}

func (s *store) removeExpired() {
	now := s.now()
	for id, d := range s.byID {
		if now.After(d.expires) {
			s.expireDocument(id)
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

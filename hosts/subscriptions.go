package hosts

import (
	"fmt"
	"sync"

	"github.com/orielapps/oriel/ui"
)

const (
	// MaxSubscriptions is how many resources a session, or a stream, may subscribe to.
	MaxSubscriptions = 1000
	// MaxSubscriptionBytes is how long their URIs may be together, in bytes.
	MaxSubscriptionBytes = 256 << 10

	// maxAllSubscriptionBytes is how much memory the subscriptions of all sessions may take.
	maxAllSubscriptionBytes = 32 << 20
	// subscriptionBytes is what one takes beyond its URI: an entry of a map.
	subscriptionBytes = 512
)

// Subscriptions are the resources to which the sessions of a server have subscribed
// (resources/subscribe, MCP 2025-11-25), for transports on a library that does not bound
// them: anybody can begin sessions and subscribe. S identifies a session. The zero value has
// none. It is safe for concurrent use.
type Subscriptions[S comparable] struct {
	mu        sync.Mutex
	bySession map[S]*subscribed
	bytes     int // of memory
}

// subscribed are the resources of a session.
type subscribed struct {
	uris  map[string]bool
	bytes int // of the URIs
}

// Check returns why a session can't subscribe to a resource, an [*ui.Error], or nil. Its
// code is "uri_too_long" beyond [ui.MaxURI], "too_many_subscriptions" beyond
// [MaxSubscriptions] or [MaxSubscriptionBytes], and "server_full" if all sessions take 32
// MiB of memory.
func (s *Subscriptions[S]) Check(session S, uri string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.check(session, uri)
}

func (s *Subscriptions[S]) check(session S, uri string) error {
	own := s.bySession[session]
	switch {
	case len(uri) > ui.MaxURI:
		return ui.URITooLong()
	case own != nil && own.uris[uri]:
		return nil
	case own != nil && (len(own.uris) == MaxSubscriptions || own.bytes+len(uri) > MaxSubscriptionBytes):
		return &ui.Error{
			Code:    "too_many_subscriptions",
			Message: fmt.Sprintf("The session has too many subscriptions: at most %d, with URIs of %d bytes together.", MaxSubscriptions, MaxSubscriptionBytes),
			Fix:     "Unsubscribe first.",
		}
	case s.bytes+subscriptionBytes+len(uri) > maxAllSubscriptionBytes:
		return &ui.Error{Code: "server_full", Message: "Other sessions use all the space for subscriptions.", Fix: "Try again in a moment."}
	default:
		return nil
	}
}

// Add subscribes a session to a resource, or returns the error of Check.
func (s *Subscriptions[S]) Add(session S, uri string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check(session, uri); err != nil {
		return err
	}
	own := s.bySession[session]
	if own == nil {
		own = &subscribed{uris: map[string]bool{}}
		if s.bySession == nil {
			s.bySession = map[S]*subscribed{}
		}
		s.bySession[session] = own
	}
	if !own.uris[uri] {
		own.uris[uri] = true
		own.bytes += len(uri)
		s.bytes += subscriptionBytes + len(uri)
	}
	return nil
}

// Remove removes the subscription of a session to a resource.
func (s *Subscriptions[S]) Remove(session S, uri string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.bySession[session]
	if own == nil || !own.uris[uri] {
		return
	}
	delete(own.uris, uri)
	own.bytes -= len(uri)
	s.bytes -= subscriptionBytes + len(uri)
	if len(own.uris) == 0 {
		delete(s.bySession, session)
	}
}

// RemoveAll removes all subscriptions of a session, which has ended.
func (s *Subscriptions[S]) RemoveAll(session S) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if own := s.bySession[session]; own != nil {
		s.bytes -= own.bytes + subscriptionBytes*len(own.uris)
		delete(s.bySession, session)
	}
}

// To returns the sessions that have subscribed to a resource, in no order.
func (s *Subscriptions[S]) To(uri string) (sessions []S) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for session, own := range s.bySession {
		if own.uris[uri] {
			sessions = append(sessions, session)
		}
	}
	return sessions
}

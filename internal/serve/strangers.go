package serve

import (
	"sync"

	"github.com/orielapps/oriel/hosts"
)

// maxStrangers is how many unknown clients are logged.
const maxStrangers = 100

// strangers logs once per client that its host is only assumed to show views.
type strangers struct {
	mu     sync.Mutex
	logged map[string]bool
}

func (s *Server) logAssumption(c hosts.Client) {
	if !hosts.Assumed(c) {
		return
	}
	s.strangers.mu.Lock()
	defer s.strangers.mu.Unlock()
	if s.strangers.logged[c.Name] || len(s.strangers.logged) == maxStrangers {
		return
	}
	if s.strangers.logged == nil {
		s.strangers.logged = map[string]bool{}
	}
	s.strangers.logged[c.Name] = true
	s.log.Info("an unknown client gets views, although it does not declare the UI extension", "client", c.Name, "version", c.Version)
}

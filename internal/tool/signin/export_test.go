package signin

import "slices"

// Secrets returns what a session masks.
func (s *Session) Secrets() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.secrets)
}

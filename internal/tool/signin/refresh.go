package signin

import (
	"context"
	"errors"
	"net/http"
	"net/url"
)

// Token returns the access token for a request; empty if nobody is signed in. One that is about
// to end is refreshed first.
func (s *Session) Token(ctx context.Context) string {
	s.mu.Lock()
	now := s.tokens
	over := now.access != "" && now.refresh != "" && !now.expires.IsZero() && !s.now().Add(early).Before(now.expires)
	s.mu.Unlock()
	if over {
		s.refresh(ctx, now.access)
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.tokens.access
	}
	return now.access
}

// Refused notes the refusal of a request, and reports whether it may be sent once more because
// there is another token now. sent is the token that it had; request is for people.
func (s *Session) Refused(ctx context.Context, request string, status int, header http.Header, sent string) bool {
	challenge := ParseChallenge(header.Values("WWW-Authenticate"))
	if status == http.StatusUnauthorized && s.refresh(ctx, sent) {
		return true
	}
	if status == http.StatusUnauthorized || challenge.IsStepUp() {
		s.Challenged(request, status, challenge)
	}
	return false
}

// Rejected notes the refusal of a request that had a new token, sent: the server does not take
// those of this sign-in.
func (s *Session) Rejected(request string, status int, header http.Header, sent string) {
	challenge := ParseChallenge(header.Values("WWW-Authenticate"))
	if status == http.StatusUnauthorized {
		s.mu.Lock()
		if s.tokens.access == sent {
			s.tokens = tokens{}
		}
		s.mu.Unlock()
	}
	if status == http.StatusUnauthorized || challenge.IsStepUp() {
		s.Challenged(request, status, challenge)
	}
}

// refresh makes sure that there is another token than one that is no longer good, and reports
// whether there is. There is one refresh at a time, because a refresh token counts once; it goes
// on if the request that wanted it is cancelled.
func (s *Session) refresh(ctx context.Context, old string) bool {
	select {
	case s.refreshing <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	s.mu.Lock()
	before, p, c, resource := s.tokens, s.provider, s.client, s.resource
	s.mu.Unlock()
	if before.access != old {
		<-s.refreshing
		return before.access != ""
	}
	if before.refresh == "" {
		if old != "" {
			s.expire(old)
		}
		<-s.refreshing
		return false
	}
	done := make(chan bool, 1)
	living, cancel := context.WithTimeout(s.living, s.options.Timeout)
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		cancel()
		<-s.refreshing
		return false
	}
	s.attempts.Go(func() {
		defer func() { <-s.refreshing }()
		defer cancel()
		done <- s.renew(living, p, c, resource, before)
	})
	s.mu.Unlock()
	select {
	case renewed := <-done:
		return renewed
	case <-ctx.Done():
		return false
	}
}

// renew exchanges a refresh token for new tokens.
func (s *Session) renew(ctx context.Context, p *provider, c *registered, resource string, before tokens) bool {
	a := &attempt{Session: s}
	if err := a.open(ctx); err != nil {
		return false
	}
	step := a.step("Refresh the token", "200 with a Bearer token, and another refresh token for a client without a secret", "OAuth 2.1, section 4.3; RFC 8707")
	form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {before.refresh}, "resource": {resource}}
	got, err := a.requestTokens(ctx, step, p.token, c, form, before)
	if err == nil {
		if step.Problem = "The refresh token is another one now."; got.refresh == before.refresh {
			step.Problem = "The refresh token is the same as before."
		}
	}
	err = a.end(step, err)
	s.mu.Lock()
	switch isCurrent := s.tokens.access == before.access; {
	case !isCurrent: // the user has signed out, or in again, meanwhile
	case err == nil:
		s.tokens = *got
		s.granted[p.Issuer] = got.scopes
	default:
		if refused, ok := errors.AsType[refusedGrantError](err); ok {
			s.tokens, s.asked = tokens{}, true
			if s.known == c && refused.isOfClient {
				s.known = nil
			}
		}
	}
	there := s.tokens.access != "" && s.tokens.access != before.access
	s.mu.Unlock()
	s.options.Changed()
	return there
}

// expire forgets a token that the server no longer takes and that can't be refreshed.
func (s *Session) expire(old string) {
	s.mu.Lock()
	if s.tokens.access == old {
		s.tokens, s.asked = tokens{}, true
	}
	s.mu.Unlock()
	s.options.Changed()
}

// Close ends what is under way.
func (s *Session) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.end()
	s.attempts.Wait()
}

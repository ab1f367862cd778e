package signin

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"
)

// retryPause is how long a refresh that has failed is not tried again.
const retryPause = 5 * time.Second

// Token returns the access token for a request; empty if nobody is signed in. One that is about
// to end is refreshed first.
func (s *Session) Token(ctx context.Context) string {
	s.mu.Lock()
	now := s.tokens
	over := now.refresh != "" && !now.renew.IsZero() && !s.now().Before(now.renew)
	s.mu.Unlock()
	if !over {
		return now.access
	}
	s.refresh(ctx, now.access)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tokens.access
}

// Refused notes the refusal of a request, and reports whether it may be sent once more because
// there is another token now. sent is the token that it had; request is for people.
func (s *Session) Refused(ctx context.Context, request string, status int, header http.Header, sent string) bool {
	return s.refused(ctx, request, status, ParseChallenge(header.Values("WWW-Authenticate")), sent)
}

// Asked notes that a result of a tool asks for a sign-in, or for more scopes. sent is the token
// that the call had; request is for people.
func (s *Session) Asked(ctx context.Context, request string, c Challenge, sent string) {
	s.refused(ctx, request, http.StatusOK, c, sent)
}

func (s *Session) refused(ctx context.Context, request string, status int, c Challenge, sent string) bool {
	isOver := status == http.StatusUnauthorized || status == http.StatusOK && c.Error == invalidToken
	if isOver && s.refresh(ctx, sent) {
		return true
	}
	if isOver && sent != "" && ctx.Err() == nil {
		s.distrust(sent)
	}
	if isOver || status == http.StatusOK || c.IsStepUp() {
		s.Challenged(request, status, c)
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
// on if the request that wanted it is cancelled, and all others wait for it, too.
func (s *Session) refresh(ctx context.Context, old string) bool { //nolint:contextcheck // it goes on without the request
	s.mu.Lock()
	if now := s.tokens; now.access != old || now.refresh == "" || s.closed || s.refreshing == nil && s.now().Before(now.failed.Add(retryPause)) {
		s.mu.Unlock()
		return now.access != old && now.access != ""
	}
	if s.refreshing == nil {
		over := make(chan struct{})
		s.refreshing = over
		before, p, c, resource := s.tokens, s.provider, s.client, s.resource
		living, cancel := context.WithTimeout(s.living, s.options.Timeout)
		s.attempts.Go(func() {
			defer cancel()
			s.renew(living, p, c, resource, before)
			s.mu.Lock()
			s.refreshing = nil
			s.mu.Unlock()
			close(over)
			s.options.Changed()
		})
	}
	over := s.refreshing
	s.mu.Unlock()
	select {
	case <-over:
	case <-ctx.Done():
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tokens.access != old && s.tokens.access != ""
}

// renew exchanges a refresh token for new tokens.
func (s *Session) renew(ctx context.Context, p *provider, c *registered, resource string, before tokens) {
	a := &attempt{Session: s}
	err := a.open(ctx)
	var got *tokens
	if err == nil {
		step := a.step("Refresh the token", "200 with a Bearer token, and another refresh token for a client without a secret",
			"OAuth 2.1, section 4.3; RFC 8707")
		form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {before.refresh}, "resource": {resource}}
		if got, err = a.requestTokens(ctx, step, p.token, c, form, before); err == nil {
			if step.Problem = "The refresh token is another one now."; got.refresh == before.refresh {
				step.Problem = "The refresh token is the same as before."
			}
		}
		err = a.end(step, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	refused, isRefused := errors.AsType[refusedGrantError](err)
	switch {
	case s.tokens.access != before.access: // the user has signed out, or in again, meanwhile
	case err == nil:
		s.tokens = *got
		s.granted[p.Issuer] = got.scopes
	case !isRefused:
		s.tokens.failed = s.now()
	default:
		s.tokens, s.asked = tokens{}, true
		if s.known == c && refused.isOfClient {
			s.known = nil
		}
	}
}

// distrust notes that the server does not take a token. One that can be refreshed later is kept.
func (s *Session) distrust(token string) {
	s.mu.Lock()
	if s.tokens.access != token || s.tokens.refused {
		s.mu.Unlock()
		return
	}
	if s.asked, s.tokens.refused = true, true; s.tokens.refresh == "" {
		s.tokens = tokens{}
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

package signin

import (
	"context"
	"crypto/x509"
	"slices"
	"sync"
	"time"

	"github.com/orielapps/oriel/internal/tool/secrets"
)

// Status is how a sign-in is.
type Status string

// The statuses of a session.
const (
	NotNeeded Status = "none"    // the server has not asked for it
	Needed    Status = "needed"  // it has
	Started   Status = "started" // documents are read, or the user is at the provider
	SignedIn  Status = "signedIn"
)

const (
	// userTimeout is how long a user may take at the provider.
	userTimeout = 10 * time.Minute
	// maxSteps is how many steps are kept: a sign-in has some ten.
	maxSteps = 60
	// maxSecrets is how many secrets are remembered, to take them out of texts.
	maxSecrets = 64
)

// Options of a session. Endpoint is required.
type Options struct {
	// Endpoint is the address of the MCP server.
	Endpoint string
	// Changed is called when the session has changed; nil is not. It must not block.
	Changed func()
	// RootCAs are the authorities of the provider. Nil means those of the system.
	RootCAs *x509.CertPool
	// Now is the clock. Nil means that of the system.
	Now func() time.Time
	// Timeout bounds each request of the sign-in. Zero is eight seconds.
	Timeout time.Duration
}

// Session is one user's sign-in at one server. Make one with [New].
type Session struct {
	options Options
	living  context.Context //nolint:containedctx // what is under way lasts as long as the session
	end     context.CancelFunc

	mu        sync.Mutex
	challenge Challenge // the last
	asked     bool      // the server has asked for a sign-in, and no token has come since that it takes
	refusal   Step      // that of the challenge
	steps     []Step
	started   *attempt // nil unless a sign-in is under way
	tokens    tokens   // without access, nobody is signed in
	missing   []string // what the user would have to grant
	granted   map[string][]string
	found     *provider   // by the last sign-in that came so far
	provider  *provider   // of the tokens
	resource  string      // its identifier
	client    *registered // of the tokens
	known     *registered // that of the last sign-in, to use again; nil after signing out
	// bound is the provider to which a client that was registered by hand has sent its secret.
	bound   map[credentials]string
	secrets []string
	masked  *secrets.Mask // for them
	signIns int           // that have ended with tokens

	refreshing chan struct{} // closed when the refresh under way has ended; nil without one
	closed     bool
	attempts   sync.WaitGroup // begun with mu held, and not when closed
}

// New returns a session in which nobody is signed in.
func New(o Options) *Session {
	if o.Changed == nil {
		o.Changed = func() {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Timeout == 0 {
		o.Timeout = exchangeTimeout
	}
	living, end := context.WithCancel(context.Background())
	return &Session{options: o, living: living, end: end, granted: map[string][]string{}, bound: map[credentials]string{}}
}

// State is what there is to see of a session.
type State struct {
	Status Status
	// Subject is who is signed in, as the provider calls the user; empty if it is not known.
	Subject string
	Issuer  string
	Scopes  []string
	// Missing are scopes that the server wants beside those.
	Missing []string
	Expires time.Time
	// Registered says how the client is known to the provider.
	Registered string
	// Address is where the user signs in, while that is awaited.
	Address string
	Steps   []Step
	// SignIns counts the sign-ins that have come to an end with tokens.
	SignIns int
}

// State returns what there is to see now.
func (s *Session) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	clean := func(scopes []string) []string {
		scopes = slices.Clone(scopes)
		for i := range scopes {
			scopes[i] = s.masked.Text(scopes[i])
		}
		return scopes
	}
	state := State{Status: NotNeeded, Missing: clean(s.missing), Steps: slices.Clone(s.steps), SignIns: s.signIns}
	if s.provider != nil {
		state.Issuer = s.masked.Text(plain(s.provider.Issuer))
	}
	switch {
	case s.started != nil:
		state.Status, state.Address = Started, s.started.address
	case s.tokens.access != "" && !s.tokens.refused:
		state.Status = SignedIn
	case s.asked:
		state.Status = Needed
	}
	if s.tokens.access != "" {
		state.Subject, state.Scopes, state.Expires = s.masked.Text(s.tokens.subject), clean(s.tokens.scopes), s.tokens.expires
		if s.client != nil {
			state.Registered = s.client.how
		}
	}
	return state
}

// learn remembers secrets. s.mu must not be held.
func (s *Session) learn(values ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	used := slices.DeleteFunc(slices.Clone(s.secrets), func(one string) bool { return !s.isInUse(one) })
	s.secrets = append(slices.DeleteFunc(s.secrets, s.isInUse), used...) // the oldest are forgotten first
	for _, one := range values {
		if one != "" && !slices.Contains(s.secrets, one) {
			s.secrets = append(s.secrets, one)
		}
	}
	if over := len(s.secrets) - maxSecrets; over > 0 {
		s.secrets = slices.Delete(s.secrets, 0, over)
	}
	s.masked = secrets.New(s.secrets...)
}

// isInUse reports whether a secret may be sent again; s.mu is held.
func (s *Session) isInUse(secret string) bool {
	for _, c := range []*registered{s.client, s.known} {
		if c != nil && c.secret == secret {
			return true
		}
	}
	for bound := range s.bound {
		if bound.secret == secret {
			return true
		}
	}
	return secret == s.tokens.access || secret == s.tokens.refresh
}

// Mask takes the secrets of the session, as they are now, out of texts.
func (s *Session) Mask() *secrets.Mask {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.masked
}

func (s *Session) mask(text string) string { return s.Mask().Text(text) }

func (s *Session) now() time.Time { return s.options.Now() }

// Challenged notes that the server wants a sign-in, or more scopes. request is for people.
func (s *Session) Challenged(request string, status int, c Challenge) {
	s.mu.Lock()
	// A server may repeat a token, which is no scope to ask for.
	c.Scopes = slices.DeleteFunc(slices.Clone(c.Scopes), func(scope string) bool { return s.masked.Text(scope) != scope })
	s.challenge = c
	refusal := challengeStep(request, status, c)
	if s.asked && s.refusal.What == refusal.What && s.refusal.Problem == refusal.Problem {
		s.mu.Unlock()
		return // a client that connects again and again
	}
	s.refusal, s.refusal.At = refusal, s.now()
	if s.tokens.access == "" || s.tokens.refused {
		s.asked = true
	}
	if c.IsStepUp() {
		s.missing = slices.DeleteFunc(slices.Clone(c.Scopes), func(scope string) bool { return slices.Contains(s.tokens.scopes, scope) })
	}
	if s.started == nil {
		// The refusal is the first step of the sign-in that may follow; one of before is history.
		s.keep(s.refusal)
	}
	s.mu.Unlock()
	s.options.Changed()
}

// clean returns a step without secrets; s.mu is held.
func (s *Session) clean(one Step) Step {
	for _, text := range []*string{&one.Request, &one.Problem} {
		*text = s.masked.Text(*text)
	}
	return one
}

// keep adds a step, or the outcome of the last one, without secrets; s.mu is held.
func (s *Session) keep(one Step) {
	one = s.clean(one)
	if last := len(s.steps) - 1; last >= 0 && s.steps[last].What == one.What && s.steps[last].Request == one.Request {
		s.steps[last] = one
		return
	}
	s.steps = append(s.steps, one)
	if over := len(s.steps) - maxSteps; over > 0 {
		s.steps = slices.Delete(s.steps, 0, over)
	}
}

// Start begins a sign-in, in place of one that is under way. It returns where the user signs
// in, once that is known: an address on this machine that leads to the provider.
func (s *Session) Start(ctx context.Context, c Client) (string, error) { //nolint:contextcheck // it goes on without the request
	s.mu.Lock()
	s.cancel()
	if s.closed {
		s.mu.Unlock()
		return "", context.Canceled
	}
	living, cancel := context.WithTimeout(s.living, userTimeout)
	a := &attempt{Session: s, cancel: cancel, ready: make(chan struct{}), done: make(chan struct{})}
	s.started, s.steps = a, nil
	challenge := s.challenge
	if s.refusal.What != "" {
		s.keep(s.refusal)
	}
	s.attempts.Go(func() {
		defer close(a.done)
		defer cancel()
		a.finish(a.run(living, c, challenge))
	})
	s.mu.Unlock()
	s.options.Changed()
	select {
	case <-a.ready:
		return a.address, a.err
	case <-ctx.Done():
		cancel()
		return "", ctx.Err() //nolint:wrapcheck // the caller has ended it
	}
}

// Cancel ends a sign-in that is under way.
func (s *Session) Cancel() {
	s.mu.Lock()
	s.cancel()
	s.mu.Unlock()
}

// cancel ends what is under way, also what begins meanwhile; s.mu is held, but not all the time.
func (s *Session) cancel() {
	for s.started != nil {
		a := s.started
		s.mu.Unlock()
		a.cancel()
		<-a.done
		s.mu.Lock()
	}
}

// SignOut forgets the tokens and the client. The provider is not told: it may still know the user.
func (s *Session) SignOut() {
	s.mu.Lock()
	s.cancel()
	had := s.tokens.access != ""
	s.tokens, s.known, s.missing, s.steps = tokens{}, nil, nil, nil
	clear(s.granted)
	if had {
		s.asked = true
	}
	if s.refusal.What != "" {
		s.keep(s.refusal)
	}
	s.mu.Unlock()
	s.options.Changed()
}

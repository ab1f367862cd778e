package signin

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/orielapps/oriel/internal/tool/addresses"
)

// attempt is one sign-in, or one refresh.
type attempt struct {
	*Session

	endpoint *url.URL
	nearest  addresses.Zone
	http     *fetcher
	cancel   context.CancelFunc // nil for a refresh
	// address is where the user signs in; empty until it is known. ready is closed then, or once
	// err says why it will not be known.
	address string
	err     error
	ready   chan struct{}
	readied sync.Once
	done    chan struct{} // closed when nothing is left of it
}

// run is a sign-in, from the metadata to the token.
func (a *attempt) run(ctx context.Context, c Client, challenge Challenge) error {
	if err := a.open(ctx); err != nil {
		return err
	}
	a.learn(c.Secret)
	found, err := a.findResource(ctx, challenge)
	if err != nil {
		return err
	}
	p, err := a.findProvider(ctx, found.issuer)
	if err != nil {
		return err
	}
	a.mu.Lock()
	a.found = p
	before, granted := a.known.again(&c, p.Issuer, a.now()), a.granted[p.Issuer]
	a.mu.Unlock()
	back, err := a.listen(ctx, c, before)
	if err != nil {
		return err
	}
	defer back.close() //nolint:contextcheck // the last page is written, whatever has ended
	known, err := a.identify(ctx, p, c, back.address, before)
	if err != nil {
		return err
	}
	scopes := wanted(challenge, found, p, c.Scopes, granted)
	asked := newAuthorization(p, known, found.id, scopes)
	a.learn(asked.state, asked.verifier)
	code, answerUser, err := a.askUser(ctx, p, asked, back)
	if err == nil {
		var got *tokens
		if got, err = a.redeem(ctx, p, known, found.id, code, asked.verifier, scopes); err == nil {
			err = a.accept(p, known, found.id, *got)
		}
	}
	if err != nil {
		a.forget(known) // a provider that does not know it any more may show it to the user alone
	}
	if answerUser != nil {
		answerUser(err)
	}
	return err
}

// open finds out where the server is, which says where a sign-in may lead.
func (a *attempt) open(ctx context.Context) error {
	s := a.step("Look up the server", "An address with https, or http on this machine", "MCP, Authorization, \"Communication security\"")
	endpoint, err := url.Parse(a.options.Endpoint)
	if err != nil {
		return a.end(s, s.failed(TheUser, "The address of the server can't be read.", "Correct it."))
	}
	endpoint.User, endpoint.Fragment, endpoint.RawFragment = nil, "", ""
	a.endpoint, a.nearest = endpoint, zoneOfServer(ctx, endpoint)
	origin := url.URL{Scheme: endpoint.Scheme, Host: endpoint.Host}
	if at, why := checkAddress(origin.String(), a.nearest); at == nil {
		s.Request = shown(endpoint)
		return a.end(s, s.failed(TheServer, "The address of the server "+why+".", "Serve the app with https."))
	}
	a.http = newFetcher(a.nearest, a.options.RootCAs, a.options.Timeout)
	return nil
}

// zoneOfServer returns where a server is. A name that leads to this machine is not believed: it
// may be somebody's on the internet. One that leads to private addresses alone is: servers within
// a network have such names, as has their provider, which has to have a certificate.
func zoneOfServer(ctx context.Context, endpoint *url.URL) addresses.Zone {
	host := endpoint.Hostname()
	if addresses.IsThisMachine(host) {
		return addresses.ThisMachine
	}
	var ips []netip.Addr
	if ip, err := netip.ParseAddr(host); err == nil {
		ips = []netip.Addr{ip}
	} else {
		ips, _ = net.DefaultResolver.LookupNetIP(ctx, "ip", host) // a name without addresses is as far away as any
	}
	if len(ips) == 0 || slices.ContainsFunc(ips, func(ip netip.Addr) bool { return addresses.ZoneOf(ip) != addresses.PrivateNetwork }) {
		return addresses.Internet
	}
	return addresses.PrivateNetwork
}

// listen listens for the user's return: where the registration says, or else where it did before.
func (a *attempt) listen(ctx context.Context, c Client, before *registered) (*returning, error) {
	s := a.step("Wait for the user on this machine", "A redirect address with https, or on this machine",
		"OAuth 2.1, section 8.4.2; RFC 8252, section 7.3")
	s.Request = "http://" + loopback + ":…/…"
	if _, err := checkRedirect(c.Redirect); err != nil && c.Redirect != "" {
		return nil, a.end(s, s.failed(TheUser, "The redirect address can't be used: "+err.Error()+".",
			`Give one such as "http://127.0.0.1:8765/callback", as it was registered.`))
	}
	if c.Redirect == "" && isDocument(c.ID) && c.Secret == "" {
		return nil, a.end(s, s.failed(TheUser, "The client's metadata document names its redirect addresses, and none is given here.",
			"Give one of them as the redirect address."))
	}
	again := ""
	if before != nil {
		again = before.redirect
	}
	back, err := listen(ctx, c.Redirect, again)
	if err != nil {
		return nil, a.end(s, s.failed(TheWorkbench, "The workbench can't listen there: "+plain(err.Error())+".",
			"End the program that uses the port, or leave the port out."))
	}
	s.Request = "http://" + back.host + "/" + hidden
	return back, a.end(s, nil)
}

// redeem exchanges the code for tokens.
func (a *attempt) redeem(ctx context.Context, p *provider, c *registered, resource, code, verifier string, scopes []string) (*tokens, error) {
	s := a.step("Exchange the code for a token", "200 with a Bearer token; the request has the verifier of PKCE and the resource",
		"OAuth 2.1, section 4.1.3; RFC 8707")
	a.bind(c)
	got, err := a.requestTokens(ctx, s, p.token, c, url.Values{
		"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {c.redirect}, "code_verifier": {verifier}, "resource": {resource},
	}, tokens{scopes: scopes})
	if err == nil {
		if s.Problem = "Without scopes."; len(got.scopes) > 0 {
			s.Problem = "With " + strings.Join(got.scopes, " ") + "."
		}
	}
	return got, a.end(s, err)
}

// accept takes the tokens of a sign-in that nobody has ended.
func (a *attempt) accept(p *provider, c *registered, resource string, got tokens) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.started != a || a.closed {
		return &Error{Step{Verdict: Failed, Fault: TheUser, Problem: "The sign-in was ended.", Fix: "Sign in again."}}
	}
	a.tokens, a.provider, a.client, a.known, a.resource = got, p, c, c, resource
	a.granted[p.Issuer] = got.scopes
	a.asked, a.missing = false, nil
	a.signIns++
	return nil
}

// finish ends an attempt.
func (a *attempt) finish(err error) {
	a.mu.Lock()
	if a.started == a {
		a.started = nil
	}
	a.mu.Unlock()
	a.readied.Do(func() {
		a.err = err
		close(a.ready)
	})
	a.options.Changed()
}

// waiting shows a step that waits for the user, and where the user signs in.
func (a *attempt) waiting(s *Step, address string) {
	a.mu.Lock()
	a.address = address
	a.mu.Unlock()
	a.show(s)
	a.readied.Do(func() { close(a.ready) })
}

// show shows a step that has not ended.
func (a *attempt) show(s *Step) {
	a.mu.Lock()
	a.keep(*s)
	a.mu.Unlock()
	a.options.Changed()
}

// step begins a step, which is shown once it has ended.
func (a *attempt) step(what, wants, section string) *Step {
	return &Step{What: what, Wants: wants, Section: section, At: a.now()}
}

// end shows a step and returns its failure.
func (a *attempt) end(s *Step, err error) error {
	if err == nil && (s.Verdict == "" || s.Verdict == Waiting) {
		s.Verdict = Passed
	}
	a.mu.Lock()
	if failure, ok := errors.AsType[*Error](err); ok {
		failure.Step = a.clean(*s)
	}
	a.keep(*s)
	a.mu.Unlock()
	a.options.Changed()
	return err
}

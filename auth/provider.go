package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	// maxBody is the maximum length of a provider's answer, and maxHeader that of its headers,
	// in bytes.
	maxBody, maxHeader = 1 << 20, 64 << 10
	// idle is how long a connection to a provider is kept for the next request.
	idle = 30 * time.Second
)

// provider is an identity provider. Its requests are bounded by their context.
type provider struct {
	issuer    string
	issuerURL *url.URL
	transport *http.Transport
	// reach is from where the issuer could be reached last.
	reach atomic.Int32
}

func newProvider(r *rules) *provider {
	p := &provider{issuer: r.issuer, issuerURL: r.issuerURL}
	dialer := &net.Dialer{ControlContext: p.control}
	p.transport = &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true, DisableCompression: true,
		MaxResponseHeaderBytes: maxHeader, MaxIdleConnsPerHost: maxAsked, IdleConnTimeout: idle,
	}
	return p
}

type destinationKey struct{}

// control is called with the address of each connection before it is made, after its name
// was looked up, so that nobody can change what a name means in between.
func (p *provider) control(ctx context.Context, _, address string, _ syscall.RawConn) error {
	to, _ := ctx.Value(destinationKey{}).(destination)
	if to.proxied {
		return nil
	}
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("the address can't be read: %w", err)
	}
	if err := to.refuses(at.Addr(), reach(p.reach.Load())); err != nil {
		return err
	}
	if p.isIssuer(ctx) {
		p.reach.Store(int32(reachOf(at.Addr())))
	}
	return nil
}

type issuerKey struct{}

func (*provider) isIssuer(ctx context.Context) bool {
	is, _ := ctx.Value(issuerKey{}).(bool)
	return is
}

// statusError is the error for an answer whose status is not 200.
type statusError struct {
	address string
	status  int
}

func (e *statusError) Error() string {
	what := fmt.Sprintf("%s answers with status %d", e.address, e.status)
	if e.status >= 300 && e.status < 400 {
		what += "; redirects are not followed"
	}
	return what
}

// request is one to a provider.
type request struct {
	address string
	// named says that the program has named the address, not the provider's metadata.
	named      bool
	form       url.Values // nil means GET
	id, secret string     // with which the app identifies itself
}

// send returns the body of an answer with status 200.
func (p *provider) send(ctx context.Context, request request) ([]byte, error) {
	u, why := providerURL(request.address)
	if why != "" {
		return nil, fmt.Errorf("the address %.200q can't be used. %s", request.address, why)
	}
	if u.Scheme == "http" && p.issuerURL.Scheme != "http" && !request.named {
		return nil, fmt.Errorf("the address %.200q can't be used. It is not https", request.address)
	}
	method, body := http.MethodGet, io.Reader(http.NoBody)
	if request.form != nil {
		method, body = http.MethodPost, strings.NewReader(request.form.Encode())
	}
	r, err := http.NewRequestWithContext(ctx, method, u.String(), body)
	if err != nil {
		return nil, fmt.Errorf("the request can't be made: %w", err)
	}
	r.Header.Set("Accept", "application/json")
	if request.form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if request.id != "" { // RFC 6749, section 2.3.1
		r.SetBasicAuth(url.QueryEscape(request.id), url.QueryEscape(request.secret))
	}
	to, err := p.destination(r, request.named)
	if err != nil {
		return nil, err
	}
	ctx = context.WithValue(ctx, destinationKey{}, to)
	ctx = context.WithValue(ctx, issuerKey{}, u.Host == p.issuerURL.Host)
	answer, err := p.transport.RoundTrip(r.WithContext(ctx)) // which follows no redirects
	if err != nil {
		return nil, fmt.Errorf("%s can't be reached: %w", u.Redacted(), err)
	}
	defer func() { _ = answer.Body.Close() }() // nothing more is wanted of it
	if answer.StatusCode != http.StatusOK {
		return nil, &statusError{u.Redacted(), answer.StatusCode}
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxBody+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the answer of %s breaks off: %w", u.Redacted(), err)
	case len(text) > maxBody:
		return nil, fmt.Errorf("the answer of %s has more than 1 MiB", u.Redacted())
	}
	return text, nil
}

// destination returns what is known of where a request goes. It refuses addresses in URLs, which
// a proxy would be asked for, too.
func (p *provider) destination(r *http.Request, named bool) (destination, error) {
	to := destination{named: named || r.URL.Host == p.issuerURL.Host, plain: r.URL.Scheme == "http"}
	if address, err := netip.ParseAddr(r.URL.Hostname()); err == nil {
		if err := to.refuses(address, reach(p.reach.Load())); err != nil {
			return to, err
		}
	}
	proxy, err := p.transport.Proxy(r)
	if err != nil {
		return to, fmt.Errorf("the proxy can't be used: %w", err)
	}
	to.proxied = proxy != nil
	return to, nil
}

// metadata returns what the provider says about itself (OpenID Connect Discovery, section
// 4; RFC 8414, section 3).
func (p *provider) metadata(ctx context.Context) (object, error) {
	var first error
	for _, address := range p.metadataURLs() {
		text, err := p.send(ctx, request{address: address, named: true})
		var found object
		if err == nil {
			found, err = p.readMetadata(address, text)
		}
		if err == nil {
			return found, nil
		}
		if first == nil {
			first = err
		}
		if status, answered := errors.AsType[*statusError](err); answered && status.status < http.StatusInternalServerError || text != nil {
			continue // another address may be right
		}
		return object{}, err
	}
	return object{}, first
}

// metadataURLs returns where the metadata may be: OpenID Connect's place, and the two that have
// the issuer's path after them.
func (p *provider) metadataURLs() []string {
	const openID, oauth = "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"
	path := strings.TrimSuffix(p.issuerURL.EscapedPath(), "/")
	origin := p.issuerURL.Scheme + "://" + p.issuerURL.Host
	urls := []string{origin + path + openID, origin + oauth + path}
	if path != "" {
		urls = append(urls, origin+openID+path)
	}
	return urls
}

func (p *provider) readMetadata(address string, text []byte) (object, error) {
	found, err := readObject(text)
	if err != nil {
		return found, fmt.Errorf("the metadata at %s can't be read: %w", address, err)
	}
	if issuer := found.text("issuer"); issuer != p.issuer {
		return found, fmt.Errorf("the metadata at %s is that of the issuer %.200q, not of %q: copy the name as it is there", address, issuer, p.issuer)
	}
	return found, nil
}

// keys fetches the provider's keys.
func (p *provider) keys(ctx context.Context) (keys keySet, skipped []error, err error) {
	metadata, err := p.metadata(ctx)
	if err != nil {
		return nil, nil, err
	}
	address := metadata.text("jwks_uri")
	if address == "" {
		return nil, nil, errors.New("the provider's metadata has no jwks_uri")
	}
	text, err := p.send(ctx, request{address: address})
	if err != nil {
		return nil, nil, err
	}
	return readKeys(text)
}

package registry

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"
)

const (
	defaultTimeout      = 30 * time.Second
	defaultRetries      = 2
	defaultBackoff      = 300 * time.Millisecond
	backoffFactor       = 4
	maxBackoff          = 20 * time.Second
	defaultMaxTarball   = 512 << 20
	defaultMaxPackument = 256 << 20
	maxRedirects        = 5
	maxRetries          = 10
)

// ClientOptions are what a [Client] may take. The zero value is right for a
// command line.
type ClientOptions struct {
	// UserAgent says who asks; empty is "oriel".
	UserAgent string
	// Timeout is how long a registry may be silent, before its answer or within
	// it. Zero is what the setting "fetch-timeout" says, else 30 seconds.
	Timeout time.Duration
	// Retries are how many more times a request is made that failed for a
	// reason which may pass; zero is what "fetch-retries" says, else 2.
	// Negative is none.
	Retries int
	// Backoff is how long to wait before the first of these, and four times as
	// long before each further one. Zero is 0.3 seconds.
	Backoff time.Duration
	// MaxTarball and MaxPackument are how many bytes an answer may have. Zero is
	// 512 and 256 MiB.
	MaxTarball, MaxPackument int64
}

// Client asks registries. It may be used by several goroutines.
type Client struct {
	config  *Config
	options ClientOptions

	mu sync.Mutex
	// transports are by the certificate that they show, "" for none.
	transports map[string]*http.Transport
	packuments map[string]*pending
}

// New returns a client for what the settings name.
func New(c *Config, o ClientOptions) *Client {
	if o.UserAgent == "" {
		o.UserAgent = "oriel"
	}
	if o.Timeout <= 0 {
		o.Timeout = c.milliseconds("fetch-timeout", defaultTimeout)
	}
	if o.Retries == 0 {
		o.Retries = defaultRetries
		if value, from := c.setting("fetch-retries"); from.settings != nil {
			if count, err := strconv.Atoi(value); err == nil && count >= 0 {
				o.Retries = min(count, maxRetries)
			}
		}
	}
	if o.Backoff <= 0 {
		o.Backoff = defaultBackoff
	}
	if o.MaxTarball <= 0 {
		o.MaxTarball = defaultMaxTarball
	}
	if o.MaxPackument <= 0 {
		o.MaxPackument = defaultMaxPackument
	}
	return &Client{config: c, options: o, transports: make(map[string]*http.Transport), packuments: make(map[string]*pending)}
}

// milliseconds returns a setting that is a time.
func (c *Config) milliseconds(key string, other time.Duration) time.Duration {
	value, _ := c.setting(key)
	if count, err := strconv.Atoi(value); err == nil && count > 0 {
		return time.Duration(count) * time.Millisecond
	}
	return other
}

// Open fetches a tarball: its bytes as they are, and how many, or -1 where the
// registry doesn't say. Errors of this package are *ui.Error, also those of
// reading; [Temporary] tells which may go when the tarball is opened anew.
func (c *Client) Open(ctx context.Context, address string) (io.ReadCloser, int64, error) {
	content, err := c.open(ctx, address, "application/octet-stream, */*;q=0.5", c.options.MaxTarball, true)
	if err != nil {
		return nil, 0, err
	}
	return content, content.length, nil
}

// open asks for an address whose answer may have so many bytes. asItIs keeps
// servers from compressing it for the way.
func (c *Client) open(ctx context.Context, address, accept string, limit int64, asItIs bool) (*body, error) {
	response, err := c.get(ctx, address, accept, asItIs)
	if err != nil {
		return nil, err
	}
	content := &body{
		whole: response.Body, left: limit, limit: limit, length: response.ContentLength,
		address: shown(address), timeout: c.options.Timeout,
	}
	if response.ContentLength > limit {
		_ = response.Body.Close()
		return nil, content.tooLarge()
	}
	return content, nil
}

// CloseIdle ends connections that nobody uses.
func (c *Client) CloseIdle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, transport := range c.transports {
		transport.CloseIdleConnections()
	}
}

// get asks for an address, again and again if need be, and returns the answer
// that says 200.
func (c *Client) get(ctx context.Context, address, accept string, asItIs bool) (*http.Response, error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.Scheme != "https" && parsed.Scheme != "http" {
		return nil, addressInvalid(address)
	}
	of := c.config.credentialsFor(parsed)
	if _, err := c.transport(of); err != nil {
		return nil, err
	}
	wait := c.options.Backoff
	for left := c.options.Retries; ; left-- {
		response, err := c.once(ctx, parsed, of, accept, asItIs)
		if err == nil {
			return response, nil
		}
		if left <= 0 || ctx.Err() != nil || !Temporary(err) {
			return nil, err
		}
		pause := wait
		if failed, ok := errors.AsType[*failure](err); ok && failed.after > pause {
			pause = failed.after
		}
		if pause > maxBackoff {
			// Whoever asks for that much patience can be asked another day.
			return nil, err
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, cancelled(ctx)
		case <-timer.C:
		}
		wait = min(wait*backoffFactor, maxBackoff)
	}
}

// once makes one request.
func (c *Client) once(ctx context.Context, address *url.URL, of credentials, accept string, asItIs bool) (*http.Response, error) {
	ctx, end := context.WithCancelCause(ctx)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		end(nil)
		return nil, addressInvalid(address.String())
	}
	request.Header.Set("Accept", accept)
	request.Header.Set("User-Agent", c.options.UserAgent)
	if asItIs {
		// Servers that call a .tgz "gzip-encoded" would have it unpacked on the way.
		request.Header.Set("Accept-Encoding", "identity")
	}
	if of.authorization != "" {
		request.Header.Set("Authorization", of.authorization)
	}
	slow := time.AfterFunc(c.options.Timeout, func() { end(errSilent) })
	client := http.Client{Transport: perHost{c}, CheckRedirect: checkRedirect}
	response, err := client.Do(request)
	slow.Stop()
	if err != nil {
		err = c.unreachable(ctx, address, err)
		end(nil)
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		err := refused(response, address, of)
		_ = response.Body.Close()
		end(nil)
		return nil, err
	}
	response.Body = &cancelling{ReadCloser: response.Body, ctx: ctx, end: end}
	return response, nil
}

// perHost shows a client's certificate to nobody else than the host that it is for,
// wherever a registry redirects to.
type perHost struct{ client *Client }

// RoundTrip asks.
func (p perHost) RoundTrip(request *http.Request) (*http.Response, error) {
	transport, err := p.client.transport(p.client.config.credentialsFor(request.URL))
	if err != nil {
		return nil, err
	}
	return transport.RoundTrip(request) //nolint:wrapcheck // the client around it wraps it
}

// transport returns the one that shows a certificate.
func (c *Client) transport(of credentials) (*http.Transport, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.transports[of.certificate]; known != nil {
		return known, nil
	}
	made, err := c.config.transport(of)
	if err != nil {
		return nil, err
	}
	c.transports[of.certificate] = made
	return made, nil
}

// checkRedirect follows a registry elsewhere, but takes no credentials along to
// another host, and nothing from TLS to none.
func checkRedirect(request *http.Request, via []*http.Request) error {
	first := via[0].URL
	switch {
	case len(via) > maxRedirects:
		return errRedirects
	case request.URL.Scheme != "https" && first.Scheme == "https", request.URL.Scheme != "https" && request.URL.Scheme != "http":
		return errDowngrade
	}
	if request.URL.Host != first.Host || request.URL.Scheme != first.Scheme {
		request.Header.Del("Authorization")
	}
	request.Header.Del("Referer")
	return nil
}

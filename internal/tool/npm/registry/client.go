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

// ClientOptions are the options of a [Client]. The zero value suits a command line.
type ClientOptions struct {
	// UserAgent is the header of that name; empty means "oriel".
	UserAgent string
	// Timeout is how long a registry may send nothing, before or within its response. Zero means the
	// setting "fetch-timeout", else 30 seconds.
	Timeout time.Duration
	// Retries is how often a request is repeated after a [Temporary] error. Zero means the setting
	// "fetch-retries", else 2. Negative means never.
	Retries int
	// Backoff is the time before the first retry; each further retry waits four times as long, up to
	// 20 seconds. Zero means 0.3 seconds.
	Backoff time.Duration
	// MaxTarball and MaxPackument are the largest responses, in bytes. Zero means 512 and 256 MiB.
	MaxTarball, MaxPackument int64
}

// Client sends requests to registries. It may be used by several goroutines.
type Client struct {
	config  *Config
	options ClientOptions

	mu sync.Mutex
	// transports are by the file of their client certificate, "" for none.
	transports map[string]*http.Transport
	packuments map[string]*pending
}

// New returns a client for the configured registries.
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

// milliseconds returns a setting that is a number of milliseconds, or a default value.
func (c *Config) milliseconds(key string, otherwise time.Duration) time.Duration {
	value, _ := c.setting(key)
	if count, err := strconv.Atoi(value); err == nil && count > 0 {
		return time.Duration(count) * time.Millisecond
	}
	return otherwise
}

// Open requests a tarball, and returns its bytes and their number, or -1 if the registry doesn't say.
// Errors, also those of reading, are *ui.Error; after a [Temporary] one, opening the tarball again
// may succeed.
func (c *Client) Open(ctx context.Context, address string) (io.ReadCloser, int64, error) {
	content, err := c.open(ctx, address, "application/octet-stream, */*;q=0.5", c.options.MaxTarball, true)
	if err != nil {
		return nil, 0, err
	}
	return content, content.length, nil
}

// open requests an address. limit is the largest response in bytes; uncompressed asks the server not to
// compress it.
func (c *Client) open(ctx context.Context, address, accept string, limit int64, uncompressed bool) (*body, error) {
	response, err := c.get(ctx, address, accept, uncompressed)
	if err != nil {
		return nil, err
	}
	content := &body{
		source: response.Body, remaining: limit, limit: limit, length: response.ContentLength,
		address: withoutSecrets(address), timeout: c.options.Timeout,
	}
	if response.ContentLength > limit {
		_ = response.Body.Close()
		return nil, content.tooLarge()
	}
	return content, nil
}

// CloseIdle closes idle connections.
func (c *Client) CloseIdle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, transport := range c.transports {
		transport.CloseIdleConnections()
	}
}

// get requests an address, with retries, and returns the response if its status is 200.
func (c *Client) get(ctx context.Context, address, accept string, uncompressed bool) (*http.Response, error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.Scheme != "https" && parsed.Scheme != "http" {
		return nil, addressInvalid(address)
	}
	auth := c.config.credentialsFor(parsed)
	if _, err := c.transport(auth); err != nil {
		return nil, err
	}
	wait := c.options.Backoff
	for left := c.options.Retries; ; left-- {
		response, err := c.getOnce(ctx, parsed, auth, accept, uncompressed)
		if err == nil {
			return response, nil
		}
		if left <= 0 || ctx.Err() != nil || !Temporary(err) {
			return nil, err
		}
		pause := wait
		if failed, ok := errors.AsType[*temporaryError](err); ok && failed.retryAfter > pause {
			pause = failed.retryAfter
		}
		if pause > maxBackoff {
			// The registry asks for a longer pause than people would wait.
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

// getOnce makes one request, without retries.
func (c *Client) getOnce(ctx context.Context, address *url.URL, auth credentials, accept string, uncompressed bool) (*http.Response, error) {
	ctx, end := context.WithCancelCause(ctx)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		end(nil)
		return nil, addressInvalid(address.String())
	}
	request.Header.Set("Accept", accept)
	request.Header.Set("User-Agent", c.options.UserAgent)
	if uncompressed {
		// Otherwise net/http would unpack a .tgz from a server that labels it "Content-Encoding: gzip".
		request.Header.Set("Accept-Encoding", "identity")
	}
	if auth.authorization != "" {
		request.Header.Set("Authorization", auth.authorization)
	}
	slow := time.AfterFunc(c.options.Timeout, func() { end(errSilent) })
	client := http.Client{Transport: hostTransport{c}, CheckRedirect: checkRedirect}
	response, err := client.Do(request)
	slow.Stop()
	if err != nil {
		err = c.unreachable(ctx, address, err)
		end(nil)
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		err := statusError(response, address, auth)
		_ = response.Body.Close()
		end(nil)
		return nil, err
	}
	response.Body = &cancellingBody{ReadCloser: response.Body, ctx: ctx, cancel: end}
	return response, nil
}

// hostTransport uses the transport of the request's host. After a redirect to another host, the client
// certificate of the first is not sent.
type hostTransport struct{ client *Client }

// RoundTrip implements [http.RoundTripper].
func (p hostTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	transport, err := p.client.transport(p.client.config.credentialsFor(request.URL))
	if err != nil {
		return nil, err
	}
	return transport.RoundTrip(request) //nolint:wrapcheck // the client around it wraps it
}

// transport returns the shared transport with the credentials' client certificate.
func (c *Client) transport(auth credentials) (*http.Transport, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.transports[auth.certificate]; known != nil {
		return known, nil
	}
	made, err := c.config.transport(auth)
	if err != nil {
		return nil, err
	}
	c.transports[auth.certificate] = made
	return made, nil
}

// checkRedirect follows redirects. It sends no credentials to another host, and refuses redirects from
// https to http.
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

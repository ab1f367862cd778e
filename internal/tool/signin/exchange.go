package signin

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/orielapps/oriel/internal/tool/addresses"
)

const (
	kibibyte = 1 << 10
	// maxDocument is the largest answer that is read, in bytes.
	maxDocument = 64 * kibibyte
	// maxAnswerHeader is the most that the header of an answer may hold, in bytes.
	maxAnswerHeader = 32 * kibibyte
	// exchangeTimeout bounds a request with its answer.
	exchangeTimeout = 8 * time.Second
	maxRedirects    = 3
)

// answer is an answer over HTTP, read whole.
type answer struct {
	status int
	kind   string // the media type
	body   []byte
}

func (a *answer) isJSON() bool {
	return a.kind == "application/json" || strings.HasSuffix(a.kind, "+json")
}

// fetcher makes the HTTP requests of a sign-in. The zone of the server is the nearest that
// they reach.
type fetcher struct {
	client  *http.Client
	timeout time.Duration
}

var errTooNear = errors.New("the address is too near")

// proxiedKey is the context's key of whether a request goes through a proxy, whose address is
// the user's.
type proxiedKey struct{}

func newFetcher(nearest addresses.Zone, roots *x509.CertPool, timeout time.Duration) *fetcher {
	dialer := func(ctx context.Context, network, address string) (net.Conn, error) {
		const dialTimeout = 5 * time.Second
		proxied, _ := ctx.Value(proxiedKey{}).(bool)
		one := &net.Dialer{Timeout: dialTimeout, Control: func(_, to string, _ syscall.RawConn) error {
			found, err := netip.ParseAddrPort(to)
			if err != nil {
				return fmt.Errorf("%w: %s", errTooNear, "is no address")
			}
			if why := tooNear(found.Addr(), nearest); why != "" && !proxied {
				return fmt.Errorf("%w: %s", errTooNear, why)
			}
			return nil
		}}
		return one.DialContext(ctx, network, address)
	}
	return &fetcher{timeout: timeout, client: &http.Client{
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: dialer, MaxResponseHeaderBytes: maxAnswerHeader, ForceAttemptHTTP2: true,
			TLSHandshakeTimeout: exchangeTimeout, DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		},
		CheckRedirect: func(request *http.Request, via []*http.Request) error {
			switch {
			case via[0].Method != http.MethodGet:
				return http.ErrUseLastResponse // the credentials are for one address
			case len(via) > maxRedirects:
				return fmt.Errorf("it redirects more than %d times", maxRedirects)
			case !addresses.SameOrigin(via[0].URL, request.URL):
				origin := url.URL{Scheme: request.URL.Scheme, Host: request.URL.Host}
				return fmt.Errorf("it redirects to another origin, %s, which is not followed", shown(&origin))
			}
			return nil
		},
	}}
}

// get asks for a document.
func (f *fetcher) get(ctx context.Context, s *Step, at *url.URL) (*answer, error) {
	s.Request = "GET " + shown(at)
	return f.do(ctx, s, http.MethodGet, at, "", "", nil)
}

// post sends a body, whose secrets are not in the step.
func (f *fetcher) post(ctx context.Context, s *Step, at *url.URL, kind, body string, prepare func(*http.Request)) (*answer, error) {
	s.Request = "POST " + shown(at)
	return f.do(ctx, s, http.MethodPost, at, kind, body, prepare)
}

// do makes a request. Its errors are sentences about the address, such as "it does not answer
// in time".
func (f *fetcher) do(ctx context.Context, s *Step, method string, at *url.URL, kind, body string, prepare func(*http.Request)) (*answer, error) {
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	begun := time.Now()
	defer func() { s.Duration = time.Since(begun) }()
	request, err := http.NewRequestWithContext(ctx, method, at.String(), strings.NewReader(body))
	if err != nil {
		return nil, errors.New("the address can't be used")
	}
	if proxy, failed := http.ProxyFromEnvironment(request); failed == nil && proxy != nil {
		request = request.WithContext(context.WithValue(ctx, proxiedKey{}, true))
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "oriel-workbench")
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	if prepare != nil {
		prepare(request)
	}
	response, err := f.client.Do(request)
	if err != nil {
		return nil, reason(err)
	}
	defer func() { _ = response.Body.Close() }() // it has been read as far as it is wanted
	s.Status = response.StatusCode
	read, err := io.ReadAll(io.LimitReader(response.Body, maxDocument+1))
	switch {
	case err != nil:
		return nil, reason(err)
	case len(read) > maxDocument:
		return nil, fmt.Errorf("it answers with more than %d KiB", maxDocument/kibibyte)
	}
	media, _, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if err != nil {
		media = ""
	}
	return &answer{status: response.StatusCode, kind: media, body: read}, nil
}

// reason is a failure of a request without the address, in which there may be secrets.
func reason(err error) error {
	var lookup *net.DNSError
	switch {
	case errors.Is(err, errTooNear):
		_, why, _ := strings.Cut(err.Error(), errTooNear.Error()+": ")
		return errors.New("it " + why)
	case errors.Is(err, context.DeadlineExceeded):
		return errors.New("it does not answer in time")
	case errors.Is(err, context.Canceled):
		return errors.New("the sign-in was ended")
	case errors.As(err, &lookup):
		return errors.New("its name is not known: " + plain(lookup.Err))
	}
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err
	}
	return errors.New(plain(err.Error()))
}

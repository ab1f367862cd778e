package registry

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/orielapps/oriel/ui"
)

// failure is an error that may pass.
type failure struct {
	what *ui.Error
	// after is how long the registry asks to be left alone.
	after time.Duration
}

// Error says what has failed.
func (f *failure) Error() string { return f.what.Error() }

// Unwrap gives errors.As access to the [ui.Error].
func (f *failure) Unwrap() error { return f.what }

var (
	errSilent    = errors.New("it was silent for too long")
	errRedirects = errors.New("it redirects too often")
	errDowngrade = errors.New("it redirects to an address without TLS")
)

// Temporary reports whether an error may go when the same is tried again: the
// registry was busy, or the connection broke.
func Temporary(err error) bool {
	_, ok := errors.AsType[*failure](err)
	return ok
}

// cancelled is what a request ends with that nobody waits for.
func cancelled(ctx context.Context) error {
	return fmt.Errorf("asking the registry: %w", context.Cause(ctx))
}

// shown is an address without what may be secret in it.
func shown(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return "an address"
	}
	return (&url.URL{Scheme: parsed.Scheme, Host: parsed.Host, Path: parsed.Path}).String()
}

func addressInvalid(address string) error {
	return &ui.Error{
		Code:    "address_invalid",
		Message: fmt.Sprintf("%q is not an address that packages can be fetched from.", shown(address)),
		Fix:     "See what the lockfile says under \"resolved\": only https and http are followed.",
	}
}

// unreachable says why there was no answer.
func (c *Client) unreachable(ctx context.Context, address *url.URL, err error) error {
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, errSilent) {
		return cancelled(ctx)
	} else if cause != nil {
		err = cause
	}
	host := address.Scheme + "://" + address.Host
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	own := &ui.Error{
		Code:    "registry_unreachable",
		Message: fmt.Sprintf("The registry %s can't be reached: %s.", host, plainReason(err)),
		Fix:     "See that there is a network, and what .npmrc says of \"registry\" and \"proxy\".",
	}
	var unknown *net.DNSError
	var authority x509.UnknownAuthorityError
	var verification *tls.CertificateVerificationError
	switch {
	case errors.Is(err, errRedirects), errors.Is(err, errDowngrade):
		own.Code, own.Message = "registry_redirect", fmt.Sprintf("%s is not followed: %s.", shown(address.String()), plainReason(err))
		return own
	case errors.As(err, &authority), errors.As(err, &verification):
		own.Fix = "If a proxy of your network has a certificate of its own, name it in .npmrc with \"cafile\"."
		return own
	case errors.As(err, &unknown) && unknown.IsNotFound:
		// A name that does not exist will not in a second either.
		return own
	}
	return &failure{what: own}
}

// plainReason is an error as people say it, without addresses of sockets.
func plainReason(err error) string {
	var unknown *net.DNSError
	var operation *net.OpError
	switch {
	case errors.As(err, &unknown):
		return "its name " + unknown.Name + " is not known here"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nobody listens there"
	case errors.Is(err, syscall.ECONNRESET):
		return "it broke the connection off"
	case errors.As(err, &operation) && operation.Timeout():
		return "it does not answer"
	case errors.As(err, &operation):
		return operation.Err.Error()
	default:
		return strings.TrimSuffix(err.Error(), ".")
	}
}

// broken is an answer that ended too soon.
func broken(address string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("asking the registry: %w", err)
	}
	if own, ok := errors.AsType[*ui.Error](err); ok {
		return own
	}
	return &failure{what: &ui.Error{
		Code:    "registry_unreachable",
		Message: fmt.Sprintf("%s did not come whole: %s.", address, plainReason(err)),
		Fix:     "Try again.",
	}}
}

// tooLarge is an answer beyond what is taken.
func (b *body) tooLarge() error {
	return &ui.Error{
		Code:    "registry_answer_too_large",
		Message: fmt.Sprintf("%s has more than %d bytes.", b.address, b.limit),
		Fix:     "See that it is the package that you mean.",
	}
}

// refused says what an answer means that is not 200.
func refused(response *http.Response, address *url.URL, of credentials) error {
	registry := address.Scheme + "://" + address.Host
	own := &ui.Error{}
	switch status := response.StatusCode; {
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusProxyAuthRequired:
		own.Code = "registry_denied"
		own.Message = fmt.Sprintf("The registry %s does not let us have %s (%s).", registry, shown(address.String()), response.Status)
		switch {
		case status == http.StatusProxyAuthRequired:
			own.Fix = "Write the proxy's user and password into .npmrc: \"proxy=http://${USER}:${PASSWORD}@host:port\"."
		case of.missing != "":
			own.Fix = fmt.Sprintf("The credential in .npmrc is made of the variable %s, which is not set: set it.", of.missing)
		case of.authorization == "":
			own.Fix = fmt.Sprintf("Put a credential into your .npmrc: \"//%s/:_authToken=${NPM_TOKEN}\".", address.Host)
		default:
			own.Fix = "The credential in .npmrc may be too old, or of somebody who may not read this package."
		}
	case status == http.StatusNotFound, status == http.StatusGone, status == http.StatusUnavailableForLegalReasons:
		own.Code = "not_in_registry"
		own.Message = fmt.Sprintf("The registry has nothing at %s (%s).", shown(address.String()), response.Status)
		own.Fix = "See that the name and the version are right, and that .npmrc names the registry that has it."
		if of.missing != "" {
			own.Fix += fmt.Sprintf(" The variable %s, which a credential in .npmrc is made of, is not set.", of.missing)
		}
	case status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status >= http.StatusInternalServerError:
		own.Code = "registry_busy"
		own.Message = fmt.Sprintf("The registry %s can't answer now (%s).", registry, response.Status)
		own.Fix = "Try again later."
		return &failure{what: own, after: retryAfter(response.Header.Get("Retry-After"))}
	default:
		own.Code = "registry_answer_invalid"
		own.Message = fmt.Sprintf("The registry %s answers %s with %s.", registry, shown(address.String()), response.Status)
		own.Fix = "See that .npmrc names a registry of npm packages."
	}
	return own
}

// retryAfter reads the header: seconds, or a date.
func retryAfter(value string) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil && seconds >= 0 && seconds < int(time.Hour/time.Second) {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(date))
	}
	return 0
}

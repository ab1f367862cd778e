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

// temporaryError is an error after which a retry may succeed.
type temporaryError struct {
	err *ui.Error
	// retryAfter is the pause that the registry asks for, or 0.
	retryAfter time.Duration
}

// Error returns the message of the [ui.Error].
func (f *temporaryError) Error() string { return f.err.Error() }

// Unwrap gives errors.As access to the [ui.Error].
func (f *temporaryError) Unwrap() error { return f.err }

var (
	errSilent    = errors.New("it was silent for too long")
	errRedirects = errors.New("it redirects too often")
	errDowngrade = errors.New("it redirects to an address without TLS")
)

// Temporary reports whether a retry may succeed after an error: the registry was busy, or the connection
// broke.
func Temporary(err error) bool {
	_, ok := errors.AsType[*temporaryError](err)
	return ok
}

// cancelled returns the error of a request whose context has ended.
func cancelled(ctx context.Context) error {
	return fmt.Errorf("asking the registry: %w", context.Cause(ctx))
}

// withoutSecrets returns an address for messages, without user, password, query and fragment.
func withoutSecrets(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return "an address"
	}
	return (&url.URL{Scheme: parsed.Scheme, Host: parsed.Host, Path: parsed.Path}).String()
}

func addressInvalid(address string) error {
	return &ui.Error{
		Code:    "address_invalid",
		Message: fmt.Sprintf("%q is not an address that packages can be fetched from.", withoutSecrets(address)),
		Fix:     "See what the lockfile says under \"resolved\": only https and http are followed.",
	}
}

// unreachable returns the error of a request without a response.
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
		own.Code, own.Message = "registry_redirect", fmt.Sprintf("%s is not followed: %s.", withoutSecrets(address.String()), plainReason(err))
		return own
	case errors.As(err, &authority), errors.As(err, &verification):
		own.Fix = "If a proxy of your network has a certificate of its own, name it in .npmrc with \"cafile\"."
		return own
	case errors.As(err, &unknown) && unknown.IsNotFound:
		// not temporary: the name will not exist in a second either
		return own
	}
	return &temporaryError{err: own}
}

// plainReason returns an error in plain words, without addresses of sockets.
func plainReason(err error) string {
	var unknown *net.DNSError
	var operation *net.OpError
	switch {
	case errors.As(err, &unknown):
		return "the name " + unknown.Name + " can't be resolved"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case errors.Is(err, syscall.ECONNRESET):
		return "it closed the connection"
	case errors.As(err, &operation) && operation.Timeout():
		return "it does not answer"
	case errors.As(err, &operation):
		return operation.Err.Error()
	default:
		return strings.TrimSuffix(err.Error(), ".")
	}
}

// interrupted returns the error of a response that ended too soon.
func interrupted(address string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("asking the registry: %w", err)
	}
	if own, ok := errors.AsType[*ui.Error](err); ok {
		return own
	}
	return &temporaryError{err: &ui.Error{
		Code:    "registry_unreachable",
		Message: fmt.Sprintf("The response of %s is incomplete: %s.", address, plainReason(err)),
		Fix:     "Try again.",
	}}
}

// tooLarge returns the error of a response that is larger than the limit.
func (b *body) tooLarge() error {
	return &ui.Error{
		Code:    "registry_answer_too_large",
		Message: fmt.Sprintf("%s has more than %d bytes.", b.address, b.limit),
		Fix:     "See that it is the package that you mean.",
	}
}

// statusError returns the error of a response whose status is not 200.
func statusError(response *http.Response, address *url.URL, auth credentials) error {
	registry := address.Scheme + "://" + address.Host
	own := &ui.Error{}
	switch status := response.StatusCode; {
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusProxyAuthRequired:
		own.Code = "registry_denied"
		own.Message = fmt.Sprintf("The registry %s denies access to %s (%s).", registry, withoutSecrets(address.String()), response.Status)
		switch {
		case status == http.StatusProxyAuthRequired:
			own.Fix = "Write the proxy's user and password into .npmrc: \"proxy=http://${USER}:${PASSWORD}@host:port\"."
		case auth.missing != "":
			own.Fix = fmt.Sprintf("Set the variable %s, which the credential in .npmrc refers to.", auth.missing)
		case auth.authorization == "":
			own.Fix = fmt.Sprintf("Put a credential into your .npmrc: \"//%s/:_authToken=${NPM_TOKEN}\".", address.Host)
		default:
			own.Fix = "Replace the credential in .npmrc: it may have expired, or its user may not read this package."
		}
	case status == http.StatusNotFound, status == http.StatusGone, status == http.StatusUnavailableForLegalReasons:
		own.Code = "not_in_registry"
		own.Message = fmt.Sprintf("The registry has nothing at %s (%s).", withoutSecrets(address.String()), response.Status)
		own.Fix = "See that the name and the version are right, and that .npmrc names the registry that has it."
		if auth.missing != "" {
			own.Fix += fmt.Sprintf(" Set the variable %s, which a credential in .npmrc refers to.", auth.missing)
		}
	case status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status >= http.StatusInternalServerError:
		own.Code = "registry_busy"
		own.Message = fmt.Sprintf("The registry %s is not available now (%s).", registry, response.Status)
		own.Fix = "Try again later."
		return &temporaryError{err: own, retryAfter: retryAfter(response.Header.Get("Retry-After"))}
	default:
		own.Code = "registry_answer_invalid"
		own.Message = fmt.Sprintf("The registry %s answers %s with %s.", registry, withoutSecrets(address.String()), response.Status)
		own.Fix = "See that .npmrc names a registry of npm packages."
	}
	return own
}

// retryAfter parses the header Retry-After: seconds, or a date. Zero means no valid value.
func retryAfter(value string) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil && seconds >= 0 && seconds < int(time.Hour/time.Second) {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(date))
	}
	return 0
}

package registry

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"

	"github.com/orielapps/oriel/ui"
)

const (
	// dialTimeout limits the time to connect to a registry, and again the time of the TLS handshake.
	dialTimeout = 10 * time.Second
	// idleTimeout is how long an unused connection is kept open.
	idleTimeout = 30 * time.Second
	// maxConnections is the most connections to one registry over HTTP/1.1.
	maxConnections = 24
	// maxCertificates is the largest file of certificates, in bytes.
	maxCertificates = 16 << 20
)

// transport returns a transport that follows the settings for TLS and proxies, with the client certificate of
// the credentials, if any.
func (c *Config) transport(auth credentials) (*http.Transport, error) {
	security := &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: c.insecure()} //nolint:gosec // only where an .npmrc says so, with a warning
	roots, err := c.roots()
	if err != nil {
		return nil, err
	}
	security.RootCAs = roots
	if auth.certificate != "" {
		pair, problem := tls.LoadX509KeyPair(auth.certificate, auth.key)
		if problem != nil {
			return nil, &ui.Error{
				Code:    "certificate_invalid",
				Message: fmt.Sprintf("The client certificate in %s can't be used: %v.", auth.certificate, reason(problem)),
				Fix:     `See that "certfile" and "keyfile" in .npmrc name a certificate and its key as PEM.`,
			}
		}
		security.Certificates = []tls.Certificate{pair}
	}
	proxy, err := c.proxy()
	if err != nil {
		return nil, err
	}
	dialer := &net.Dialer{Timeout: dialTimeout}
	return &http.Transport{
		Proxy:               proxy,
		DialContext:         dialer.DialContext,
		TLSClientConfig:     security,
		TLSHandshakeTimeout: dialTimeout,
		ForceAttemptHTTP2:   true,
		MaxConnsPerHost:     maxConnections,
		MaxIdleConnsPerHost: maxConnections,
		IdleConnTimeout:     idleTimeout,
	}, nil
}

// proxy returns a function that chooses a request's proxy: the one in the settings, or else in the usual
// environment variables.
func (c *Config) proxy() (func(*http.Request) (*url.URL, error), error) {
	variable := func(name string) string {
		for _, spelled := range []string{name, strings.ToUpper(name)} {
			if value := c.environ[spelled]; value != "" {
				return value
			}
		}
		return ""
	}
	configured := ""
	for _, key := range []string{"https-proxy", "proxy"} {
		value, from := c.setting(key)
		if value == "" || value == "false" {
			continue
		}
		if parsed, err := url.Parse(value); err != nil || parsed.Host == "" {
			return nil, &ui.Error{
				Code:    "proxy_invalid",
				Message: fmt.Sprintf("%q in %s is not the address of a proxy.", key, from.name),
				Fix:     "Write an address such as http://proxy.example:8080, and see that its variables are set.",
			}
		}
		configured = value
		break
	}
	// For npm, a domain includes its subdomains, with or without a leading dot.
	without, _ := c.setting("noproxy")
	if without == "" {
		without = variable("no_proxy")
	}
	domains := strings.FieldsFunc(without, func(r rune) bool { return r == ',' || r == '\n' || r == ' ' })
	for i, domain := range domains {
		domains[i] = strings.TrimLeft(domain, ".")
	}
	settings := &httpproxy.Config{HTTPProxy: configured, HTTPSProxy: configured, NoProxy: strings.Join(domains, ",")}
	if configured == "" {
		settings.HTTPSProxy, settings.HTTPProxy = variable("https_proxy"), variable("http_proxy")
		if settings.HTTPProxy == "" {
			settings.HTTPProxy = variable("proxy")
		}
	}
	choose := settings.ProxyFunc()
	return func(r *http.Request) (*url.URL, error) { return choose(r.URL) }, nil
}

// roots returns the trusted certificates; nil means the system's. As in Node, "ca" and "cafile" replace them,
// and NODE_EXTRA_CA_CERTS adds to them.
func (c *Config) roots() (*x509.CertPool, error) {
	inline, from := c.setting("ca")
	if inline != "" {
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM([]byte(strings.ReplaceAll(inline, `\n`, "\n"))) {
			return nil, certificatesInvalid(`"ca" in `+from.name, "it has no certificate")
		}
		return pool, nil
	}
	if name := c.pathOr("cafile", ""); name != "" {
		pool := x509.NewCertPool()
		return pool, addCertificates(pool, name)
	}
	if name := c.environ["NODE_EXTRA_CA_CERTS"]; name != "" {
		pool, err := x509.SystemCertPool()
		if err != nil {
			if runtime.GOOS != "windows" {
				return nil, certificatesInvalid("the system", err.Error())
			}
			pool = x509.NewCertPool()
		}
		// Like Node, ignore a file that is missing or has no certificate.
		_ = addCertificates(pool, name)
		return pool, nil
	}
	return nil, nil //nolint:nilnil // nil means the system's certificates
}

func addCertificates(pool *x509.CertPool, name string) error {
	data, err := readLimited(name, maxCertificates)
	switch {
	case err != nil:
		return certificatesInvalid(name, reason(err).Error())
	case !pool.AppendCertsFromPEM(data):
		return certificatesInvalid(name, "it has no certificate")
	default:
		return nil
	}
}

func certificatesInvalid(where, why string) error {
	return &ui.Error{
		Code:    "certificate_invalid",
		Message: fmt.Sprintf("The certificates of %s can't be used: %s.", where, why),
		Fix:     `See that "cafile" in .npmrc names a file of certificates as PEM.`,
	}
}

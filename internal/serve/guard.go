package serve

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// guard decides which hosts and origins may send requests.
type guard struct {
	public  *url.URL // nil if it is not known
	hosts   []string // further names of the server
	origins []string
	all     bool
}

func newGuard(publicURL string, hosts, origins []string) guard {
	g := guard{hosts: hosts, origins: origins, all: slices.Contains(origins, "*")}
	if u, err := url.Parse(publicURL); err == nil && u.Host != "" {
		g.public = u
	}
	return g
}

// refuses returns why a request is refused; nil if it is allowed. A page may point its own
// name at the server (DNS rebinding). Browsers then send requests in which Host and Origin
// are that name, so a request is only of the same origin if the name is the server's.
func (g *guard) refuses(r *http.Request) *ui.Error {
	host := hostname(r.Host)
	loopback := onLoopback(r)
	here := loopback && isLoopbackName(host)
	if (loopback || len(g.hosts) > 0) && !here && !g.isPublic(host) && !g.isAllowed(host) {
		return hostNotAllowed(host, loopback)
	}
	origin := r.Header.Get("Origin")
	if origin == "" || g.all || slices.Contains(g.origins, origin) {
		return nil
	}
	u, ok := originURL(origin)
	if ok && (g.isPublicOrigin(u) || loopback && isLoopbackName(u.Hostname()) || u.Host == r.Host && (g.isAllowed(host) || g.namesNothing())) {
		return nil
	}
	return &ui.Error{
		Code:    "origin_not_allowed",
		Message: "Pages of this origin may not call the server.",
		Fix: "Call it from a program. If the page is the server's own, start the server with -public-url or add the host to Options.AllowedHosts of the app; " +
			"if not, add the origin to Options.AllowedOrigins.",
	}
}

func hostNotAllowed(host string, loopback bool) *ui.Error {
	if loopback {
		return &ui.Error{
			Code:    "host_not_allowed",
			Message: "This server accepts requests to this machine only, not to " + quoteHost(host) + ".",
			Fix:     "Use http://127.0.0.1 or http://localhost; behind a proxy or a tunnel, start the server with -public-url.",
		}
	}
	return &ui.Error{
		Code:    "host_not_allowed",
		Message: "This server does not accept requests to " + quoteHost(host) + ".",
		Fix:     "Use the server's public URL, or add the host to Options.AllowedHosts of the app.",
	}
}

// namesNothing reports whether nothing is known of the server's names. Then each name that
// a page is loaded from counts as one.
func (g *guard) namesNothing() bool { return g.public == nil && len(g.hosts) == 0 }

// isExposed reports whether a request shows that pages can call the server under any name
// that leads to it: it listens for other machines, and does not know its names.
func (g *guard) isExposed(r *http.Request) bool {
	return !g.all && g.namesNothing() && r.Context().Value(http.LocalAddrContextKey) != nil && !onLoopback(r)
}

func (g *guard) isAllowed(host string) bool {
	return slices.ContainsFunc(g.hosts, func(allowed string) bool { return sameHost(allowed, host) })
}

func (g *guard) isPublic(host string) bool {
	return g.public != nil && sameHost(host, g.public.Hostname())
}

// sameHost reports whether two names, or two addresses, are the same. An address can be
// written in several ways: "::1" is "0:0:0:0:0:0:0:1".
func sameHost(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	one, err := netip.ParseAddr(a)
	if err != nil {
		return false
	}
	other, err := netip.ParseAddr(b)
	return err == nil && one.Unmap() == other.Unmap()
}

func (g *guard) isPublicOrigin(u *url.URL) bool {
	return g.isPublic(u.Hostname()) && u.Scheme == g.public.Scheme && port(u) == port(g.public)
}

// originURL parses an origin. It must have a scheme and a host, and nothing else: "null"
// is not accepted.
func originURL(origin string) (*url.URL, bool) {
	u, err := url.Parse(origin)
	return u, err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") && origin == u.Scheme+"://"+u.Host
}

// port returns the port of an address, also if it is the default one.
func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}

// allowOrigin lets the page that sent a request read the answer.
func allowOrigin(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	if header["Vary"] == nil {
		header["Vary"] = byOrigin
	} else {
		header.Add("Vary", "Origin")
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return
	}
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Expose-Headers", "Mcp-Session-Id, Www-Authenticate, Retry-After")
}

// preflight answers the CORS request that a browser sends before that of a page.
func preflight(x *exchange, r *http.Request) {
	header := x.w.Header()
	header.Set("Allow", allowedMethods)
	header.Set("Access-Control-Allow-Methods", allowedMethods)
	header.Set("Access-Control-Max-Age", "7200")
	header.Add("Vary", "Access-Control-Request-Headers")
	const longest = 2000
	if wanted := r.Header.Get("Access-Control-Request-Headers"); wanted != "" && len(wanted) <= longest && !strings.ContainsFunc(wanted, isInvalidInList) {
		// All headers are allowed: the origin alone decides whether a request is.
		header.Set("Access-Control-Allow-Headers", wanted)
	}
	x.empty(http.StatusNoContent)
}

// isInvalidInList reports whether a character can't be part of a list of header names.
func isInvalidInList(r rune) bool {
	return r <= ' ' && r != ' ' || r > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r) && r != ','
}

func onLoopback(r *http.Request) bool {
	switch address := r.Context().Value(http.LocalAddrContextKey).(type) {
	case *net.TCPAddr:
		return address.IP.IsLoopback()
	case net.Addr:
		host, _, err := net.SplitHostPort(address.String())
		if err != nil {
			return false
		}
		ip := net.ParseIP(host)
		return ip != nil && ip.IsLoopback()
	default:
		return false
	}
}

// isLoopbackName reports whether a host is this machine. Subdomains of localhost are not:
// the workbench runs untrusted views there.
func isLoopbackName(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

func hostname(hostport string) string {
	if !strings.Contains(hostport, ":") {
		return hostport
	}
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

func quoteHost(host string) string {
	const longest = 100
	if len(host) > longest {
		host = host[:longest] + "…"
	}
	return "“" + host + "”"
}

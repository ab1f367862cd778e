package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/ui"
)

// Options configure [NewHandler]. The zero value works.
type Options struct {
	// Logger receives what goes wrong; nil discards it.
	Logger *slog.Logger
	// MaxBodyBytes bounds a request. Zero means [DefaultMaxBodyBytes].
	MaxBodyBytes int64
}

const (
	// DefaultMaxBodyBytes is how large a request may be.
	DefaultMaxBodyBytes = 4 << 20

	// modernProtocol is the first version whose requests describe themselves
	// and need no session.
	modernProtocol = "2026-07-28"

	// sessionTimeout ends legacy sessions that clients forgot to end.
	sessionTimeout = 30 * time.Minute
)

// handler serves both lifecycles of MCP on one endpoint.
type handler struct {
	legacy, modern http.Handler
	requests       *contexts
	maxBody        int64
}

// NewHandler returns the MCP endpoint of an app. It works under any path.
//
// A request whose MCP-Protocol-Version is 2026-07-28 or later is served without
// a session; every other by the lifecycle that begins with initialize. On
// loopback listeners, requests for another host name and requests from pages of
// another site are refused, which is what DNS rebinding looks like.
func NewHandler(app App, opts Options) http.Handler {
	logger := sdkLogger(opts.Logger)
	if opts.MaxBodyBytes == 0 {
		opts.MaxBodyBytes = DefaultMaxBodyBytes
	}
	requests := new(contexts)
	server := newServer(app, requests, logger)
	pick := func(*http.Request) *mcp.Server { return server }
	configure := func(stateless bool) *mcp.StreamableHTTPOptions {
		return &mcp.StreamableHTTPOptions{
			Stateless:                    stateless,
			Logger:                       logger,
			SessionTimeout:               sessionTimeout,
			MaxRequestBodyBytes:          opts.MaxBodyBytes,
			PropagateRequestCancellation: true,
			// The check here knows more than go-sdk's: the origin, and names
			// below localhost.
			DisableLocalhostProtection: true,
		}
	}
	return &handler{
		legacy:   mcp.NewStreamableHTTPHandler(pick, configure(false)),
		modern:   mcp.NewStreamableHTTPHandler(pick, configure(true)),
		requests: requests,
		maxBody:  opts.MaxBodyBytes,
	}
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if fault := foreign(r); fault != nil {
		refuse(w, http.StatusForbidden, fault)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, h.maxBody))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		refuse(w, http.StatusRequestEntityTooLarge, &ui.Error{
			Code:    "request_too_large",
			Message: "The request is larger than this server takes.",
			Fix:     "Send less at a time, or raise Options.MaxRequestBytes of the app.",
		})
		return
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, &ui.Error{Code: "request_unreadable", Message: "The request ended early."})
		return
	}
	r, leave := h.requests.enter(r)
	defer leave()
	decodeName(r.Header)
	r.Body = io.NopCloser(bytes.NewReader(body))
	if r.Header.Get("Mcp-Protocol-Version") >= modernProtocol {
		h.modern.ServeHTTP(w, r)
		return
	}
	h.legacy.ServeHTTP(w, r)
}

// foreign reports why a request doesn't come from where it should: for a
// loopback listener, from this machine's own programs and pages; for any
// other, from no page of another origin.
func foreign(r *http.Request) *ui.Error {
	host := hostname(r.Host)
	loopback := onLoopback(r)
	if loopback && !isLoopbackName(host) {
		return &ui.Error{
			Code:    "host_not_allowed",
			Message: "This server listens on this machine only and is not called " + quoteHost(host) + ".",
			Fix:     "Use http://127.0.0.1 or http://localhost.",
		}
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return nil
	}
	u, err := url.Parse(origin)
	if err == nil && u.Host != "" && (u.Host == r.Host || loopback && isLoopbackName(u.Hostname())) {
		return nil
	}
	return &ui.Error{
		Code:    "origin_not_allowed",
		Message: "Pages of another origin may not call this server.",
		Fix:     "Call it from a program, or from a page of the same origin.",
	}
}

func onLoopback(r *http.Request) bool {
	address, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	host, _, err := net.SplitHostPort(address.String())
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// isLoopbackName knows the names of this machine. Names below localhost are
// not among them: that is where untrusted views live in the workbench.
func isLoopbackName(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

func hostname(hostport string) string {
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

// refuse answers with a JSON-RPC error without an id, because the request was
// not looked at.
func refuse(w http.ResponseWriter, status int, fault *ui.Error) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(rpcError(codeInvalidRequest, fault)) // the client may be gone; there is nobody else to tell
}

// The codes of JSON-RPC 2.0, section 5.1.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
)

// rpcError is a JSON-RPC error without an id.
func rpcError(code int, fault *ui.Error) []byte {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0",
		"id":      nil,
		"error":   map[string]any{"code": code, "message": fault.Error(), "data": errorData(fault)},
	})
	if err != nil {
		return nil
	}
	return body
}

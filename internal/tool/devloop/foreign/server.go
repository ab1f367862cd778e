package foreign

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"time"

	"github.com/orielapps/oriel/ui"
)

// Server stands in for a development server. Make one with [Listen].
type Server struct {
	view   string
	dev    *url.URL // the page that is the view
	origin *url.URL // what stands in for the development server's
	server *http.Server
	client *http.Client
	proxy  *httputil.ReverseProxy
}

const (
	headerTimeout = 10 * time.Second
	// answerTimeout leaves a bundler the time for its first build.
	answerTimeout = 30 * time.Second
)

// Listen begins to stand in for the development server of a view, which doesn't have
// to run yet, on a free port of this machine. DevURL is the address of the page that
// is the view: "http://localhost:5173". It has to be on this machine.
//
// Errors that a person can mend are an [*ui.Error] with the code
// "dev_server_url_invalid". Whoever has the server has to close it.
func Listen(ctx context.Context, view, devURL string) (*Server, error) {
	dev, err := parse(view, devURL)
	if err != nil {
		return nil, err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("finding a port for the view %s: %w", view, err)
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		_ = listener.Close() // the other error matters more
		return nil, fmt.Errorf("finding a port for the view %s: %w", view, err)
	}
	transport := &http.Transport{
		DialContext: dial, ResponseHeaderTimeout: answerTimeout,
		DisableCompression: true, // some answers are changed on their way
	}
	s := &Server{
		view: view, dev: dev, origin: &url.URL{Scheme: "http", Host: strings.ToLower(rand.Text()) + ".localhost:" + port, Path: "/"},
		client: &http.Client{Transport: transport, Timeout: answerTimeout, CheckRedirect: staysHere},
	}
	s.proxy = &httputil.ReverseProxy{
		Rewrite: s.rewrite, ModifyResponse: s.modify, ErrorHandler: s.unreachable, Transport: transport, FlushInterval: -1,
	}
	s.server = &http.Server{Handler: s, ReadHeaderTimeout: headerTimeout, ErrorLog: quiet()}
	go func() { _ = s.server.Serve(listener) }() // it ends when the server is closed
	return s, nil
}

// Close ends the server and its connections.
func (s *Server) Close() error {
	s.client.CloseIdleConnections()
	if err := s.server.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("closing the stand-in for the view %s: %w", s.view, err)
	}
	return nil
}

// Origin is what stands in for the development server's, such as
// "http://k3jw….localhost:40123".
func (s *Server) Origin() string { return s.origin.Scheme + "://" + s.origin.Host }

// parse reads the address of a page on this machine.
func parse(view, devURL string) (*url.URL, error) {
	fix := "Give the address that the development server prints, such as http://localhost:5173."
	u, err := url.Parse(devURL)
	fault := ""
	switch {
	case err != nil, u.Host == "":
		fault = "is no address"
	case u.Scheme != "http" && u.Scheme != "https":
		fault = "is not http"
	case u.User != nil:
		fault = "has a user name"
	case !isLoopback(u.Hostname()):
		fault = "is not on this machine"
		fix = "A view under development is fetched from this machine only. Run the development server here."
	}
	if fault != "" {
		if u != nil && u.User != nil {
			devURL = u.Redacted()
		}
		return nil, &ui.Error{
			Code: "dev_server_url_invalid", Message: fmt.Sprintf("The development server of the view %s, %.120q, %s.", view, devURL, fault), Fix: fix,
		}
	}
	if u.Path == "" {
		u.Path = "/"
	}
	u.Fragment = ""
	return u, nil
}

func isLoopback(host string) bool {
	if name := strings.ToLower(host); name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// dial finds names below localhost, which resolvers don't always know, and connects
// to this machine alone.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("reading the address of a development server: %w", err)
	}
	candidates := []string{host}
	if net.ParseIP(host) == nil {
		// Node listens on whichever of the two its resolver names first.
		candidates = []string{"127.0.0.1", "::1"}
	}
	var failed error
	for _, candidate := range candidates {
		connection, err := new(net.Dialer).DialContext(ctx, network, net.JoinHostPort(candidate, port))
		if err == nil {
			return connection, nil
		}
		failed = errors.Join(failed, err)
	}
	return nil, failed
}

// staysHere follows redirects on this machine.
func staysHere(next *http.Request, before []*http.Request) error {
	const most = 5
	if len(before) > most || !isLoopback(next.URL.Hostname()) {
		return http.ErrUseLastResponse
	}
	return nil
}

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

// Server is a proxy for a development server. Make one with [Listen].
type Server struct {
	view   string
	dev    *url.URL // the address of the view's page on the development server
	origin *url.URL // this server's own
	server *http.Server
	client *http.Client
	proxy  *httputil.ReverseProxy
}

const (
	headerTimeout = 10 * time.Second
	// answerTimeout includes a bundler's first build.
	answerTimeout = 30 * time.Second
)

// Listen starts a proxy for the development server of a view, on a free loopback port. The development server
// may start later. devURL is the address of the view's page, such as "http://localhost:5173"; it has
// to be on this machine.
//
// Errors that people can fix are an [*ui.Error] with the code "dev_server_url_invalid". The caller has to close
// the server.
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
		DisableCompression: true, // modifyScript needs plain text
	}
	s := &Server{
		view: view, dev: dev, origin: &url.URL{Scheme: "http", Host: strings.ToLower(rand.Text()) + ".localhost:" + port, Path: "/"},
		client: &http.Client{Transport: transport, Timeout: answerTimeout, CheckRedirect: followLoopback},
	}
	s.proxy = &httputil.ReverseProxy{
		Rewrite: s.rewrite, ModifyResponse: s.modifyResponse, ErrorHandler: s.serveUnreachable, Transport: transport, FlushInterval: -1,
	}
	s.server = &http.Server{Handler: s, ReadHeaderTimeout: headerTimeout, ErrorLog: discardLog()}
	go func() { _ = s.server.Serve(listener) }() // it ends when the server is closed
	return s, nil
}

// Close closes the server and its connections.
func (s *Server) Close() error {
	s.client.CloseIdleConnections()
	if err := s.server.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("closing the proxy for the view %s: %w", s.view, err)
	}
	return nil
}

// Origin returns this server's origin, such as "http://k3jw….localhost:40123".
func (s *Server) Origin() string { return s.origin.Scheme + "://" + s.origin.Host }

// parse parses and checks the address of a page on this machine.
func parse(view, devURL string) (*url.URL, error) {
	fix := "Give the address that the development server prints, such as http://localhost:5173."
	u, err := url.Parse(devURL)
	fault := ""
	switch {
	case err != nil, u.Host == "":
		fault = "is not an address"
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

// dial connects to this machine for every host name, because resolvers don't always know names below
// localhost.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("reading the address of a development server: %w", err)
	}
	candidates := []string{host}
	if net.ParseIP(host) == nil {
		// Node listens on only one of the two addresses of localhost.
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

// followLoopback follows redirects to addresses on this machine only.
func followLoopback(next *http.Request, before []*http.Request) error {
	const most = 5
	if len(before) > most || !isLoopback(next.URL.Hostname()) {
		return http.ErrUseLastResponse
	}
	return nil
}

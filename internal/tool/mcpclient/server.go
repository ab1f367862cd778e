package mcpclient

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/secrets"
	"github.com/orielapps/oriel/ui"
)

// Transport is a way to speak to an endpoint.
type Transport string

// The transports of an endpoint. Auto tries Streamable HTTP and, where the
// server does not know that, HTTP with SSE of protocol 2024-11-05.
const (
	Auto       Transport = ""
	Streamable Transport = "http"
	SSE        Transport = "sse"
)

// overStdio is what Info.Transport says of a program.
const overStdio = "stdio"

// Server is where a client connects to: an endpoint, or a program that it runs.
type Server struct {
	// ID names the server in messages.
	ID string
	// Endpoint is the http or https URL of its MCP endpoint; empty with Command.
	Endpoint string
	// Transport is how to speak to the endpoint.
	Transport Transport
	// Header is sent with every request to the endpoint. Its values are secrets
	// but for harmless headers ([Server.Secrets]): they are in no error or record.
	Header http.Header
	// Auth gives the access tokens of requests to the endpoint; nil gives none. A Header with
	// Authorization takes its place.
	Auth Authorizer
	// Command is a program and its arguments, spoken to over its standard input
	// and output. Each client runs one of its own.
	Command []string
	// Dir is where the program runs; empty is the current folder.
	Dir string
	// Env is the program's whole environment as "KEY=value"; nil is our own.
	Env []string
}

// Options are what a client reports of its connection and how it reconnects. Its functions are called from several goroutines, in the path of the
// messages, and must not block.
type Options struct {
	// Recorder takes every message, but for those of attempts to reconnect to an
	// endpoint that fail as the attempt before did.
	Recorder Recorder
	// Changed takes each new state of the connection, in order, before requests
	// use the connection. A failure is told once while it stays the same.
	Changed func(State)
	// Notified takes the server's notifications other than progress of our own
	// requests.
	Notified func(method string, params json.RawMessage)
	// Roots returns the result of roots/list for a server that asks while no request is open;
	// nil refuses that, as it is with all other questions. Those of a request are answered by
	// its Asker; see [WithAsker].
	Roots func() json.RawMessage
	// LogLevel is the level that [Client.SetLogLevel] would set; empty is the server's own choice.
	LogLevel hosts.LogLevel
	// Printed takes each line that a program writes to its standard error, of at
	// most 8 KiB; a longer one comes in parts.
	Printed func(line string)
	// Timeout bounds an attempt to connect, with an endpoint to 30 seconds at
	// most. Zero is a minute.
	Timeout time.Duration
	// Retry is the first pause before reconnecting. Zero is a second.
	Retry time.Duration
	// MayBeStarting says that the server of an endpoint may still be starting:
	// for 30 seconds, refused connections are no failure and tried again within 2
	// seconds.
	MayBeStarting bool
}

// Progress is how far the server has come with a request.
type Progress struct {
	Progress float64  `json:"progress"`
	Total    *float64 `json:"total,omitempty"`
	Message  string   `json:"message,omitempty"`
}

// Info is what a server said of itself.
type Info struct {
	Name, Title, Version string
	// Protocol is the version that was negotiated.
	Protocol     string
	Instructions string
	// Capabilities are the server's, as it wrote them.
	Capabilities json.RawMessage
	// Transport is "http", "sse" or "stdio".
	Transport string
}

func (s Server) isProgram() bool { return len(s.Command) > 0 }

// check reports what makes a server one that nothing can connect to.
func (s Server) check() error {
	if s.isProgram() {
		return nil // starting it tells
	}
	endpoint, err := url.Parse(s.Endpoint)
	if err != nil || endpoint.Host == "" || endpoint.Scheme != "http" && endpoint.Scheme != "https" {
		return &ui.Error{
			Code:    "endpoint_invalid",
			Message: fmt.Sprintf("%q is not the address of an MCP endpoint.", s.address()),
			Fix:     `Give an http or https URL, such as "http://127.0.0.1:8080/mcp".`,
		}
	}
	switch s.Transport {
	case Auto, Streamable, SSE:
	default:
		return &ui.Error{
			Code:    "transport_unknown",
			Message: fmt.Sprintf("%q is no transport of an MCP endpoint.", s.Transport),
			Fix:     `Use "http" or "sse", or leave it out to find out.`,
		}
	}
	return checkHeaders(s.Header)
}

// address is how a person knows the server: its endpoint without what may be
// secret, or its program.
func (s Server) address() string {
	if s.isProgram() {
		return s.Command[0]
	}
	endpoint, err := url.Parse(s.Endpoint)
	if err != nil {
		return s.Endpoint
	}
	plain := url.URL{Scheme: endpoint.Scheme, Host: endpoint.Host, Path: endpoint.Path, Opaque: endpoint.Opaque}
	return plain.String()
}

// harmless are headers whose values are no secrets, and are everywhere.
var harmless = []string{
	"Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Content-Type", "Mcp-Protocol-Version", "Origin",
	"Referer", "User-Agent",
}

// Secrets returns what nobody should get to see of a server's settings: the
// values of its headers but for harmless ones such as Accept, and the user, the
// password and the values of the query in its endpoint.
func (s Server) Secrets() []string {
	var values []string
	for name, all := range s.Header {
		if slices.ContainsFunc(harmless, func(one string) bool { return strings.EqualFold(one, name) }) {
			continue
		}
		for _, value := range all {
			// What follows a scheme such as "Bearer" is the secret itself.
			if _, credentials, found := strings.Cut(value, " "); found {
				values = append(values, strings.TrimSpace(credentials))
			}
			values = append(values, value)
		}
	}
	endpoint, err := url.Parse(s.Endpoint)
	if err != nil || s.isProgram() {
		return values
	}
	if endpoint.User != nil {
		password, _ := endpoint.User.Password()
		values = append(values, password, endpoint.User.Username(), endpoint.User.String())
	}
	for part := range strings.SplitSeq(endpoint.RawQuery, "&") {
		if _, value, found := strings.Cut(part, "="); found {
			values = append(values, value)
			if plain, err := url.QueryUnescape(value); err == nil {
				values = append(values, plain)
			}
		}
	}
	return values
}

func (s Server) mask() mask { return mask{secrets.New(s.Secrets()...), s.Auth} }

// hide returns a function that takes out of a text of ours what mask does, and
// writes the server's address as it may be shown.
func (s Server) hide() func(string) string {
	var pairs []string
	if endpoint, err := url.Parse(s.Endpoint); err == nil && s.Endpoint != "" {
		for _, form := range []string{s.Endpoint, endpoint.String(), endpoint.Redacted()} {
			if form != s.address() {
				pairs = append(pairs, form, s.address())
			}
		}
	}
	addresses, mask := strings.NewReplacer(pairs...), s.mask()
	return func(text string) string { return mask.Text(addresses.Replace(text)) }
}

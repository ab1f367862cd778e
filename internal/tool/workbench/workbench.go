package workbench

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/answers"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/sandbox"
	"github.com/orielapps/oriel/ui"
)

// defaultTimeout is how long one request to a server may take.
const defaultTimeout = 60 * time.Second

const (
	loopback = "127.0.0.1"
	httpPort = 80
)

// Options say what a workbench shows. Address is required.
type Options struct {
	// Address is what the listener given to Serve listens on: a port of
	// 127.0.0.1.
	Address net.Addr
	// Servers are the MCP servers to show.
	Servers []mcpclient.Server
	// Profiles are the hosts to show them as, in this order. Nil is all, and [Automatic].
	Profiles []*hosts.Profile
	// Demo is run when the page loads; nil is nothing.
	Demo *Demo
	// Auto runs a tool when the page loads, where Demo doesn't say which: the first
	// with a view that changes nothing, or else destroys nothing, and whose required
	// arguments all have an example or a default.
	Auto bool
	// Automatic is whether the page shows the Automatic card at first, where its address names no profiles.
	Automatic bool
	// Answers answers the servers' questions. Nil has no answers. What it has none for is asked
	// on the page, and declined where a request is made without one.
	Answers *answers.Script
	// Shown is called when a page shows a change of [Workbench.Reload] or
	// [Workbench.Restyle]; nil is not. It is called from several goroutines.
	Shown func(Shown)
	// Health is called when a page finds that something is wrong with a view; nil is not.
	// It is called from several goroutines.
	Health func(Health)
	// SourceMap returns the source map at an address that a script of a view names; it is
	// nil, or returns nil, where there is none.
	SourceMap func(address string) []byte
	// Logger takes what a developer of the workbench wants to know; nil discards it.
	Logger *slog.Logger
	// Version and Title are shown on the page.
	Version, Title string
	// Timeout bounds each request to a server; a call that reports its progress
	// may take ten times as long. Zero is a minute.
	Timeout time.Duration
	// Retry is the pause before a server that has gone is connected to or started
	// again. Each further one is twice as long, up to thirty times as long. Zero
	// is a second.
	Retry time.Duration
}

// Demo is a call of a tool.
type Demo struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
}

// Workbench is one start of the workbench. Make one with [New].
type Workbench struct {
	options   Options
	log       *slog.Logger
	origin    string // of the page
	host      string // of the page
	port      int
	token     string
	tokenHash [sha256.Size]byte
	opening   opening
	profiles  []*hosts.Profile
	servers   []*server
	sandbox   *sandbox.Sandbox
	events    *hub
	kept      *kept
	scripts   lastScripts
	questions pendingQuestions
	api       http.Handler
	// byPort is set where names below localhost can't be relied on.
	byPort atomic.Bool
}

// New returns a workbench with a token of its own. An address that isn't a port
// of 127.0.0.1 is refused: who can reach the workbench can call every tool.
func New(o Options) (*Workbench, error) {
	address, ok := o.Address.(*net.TCPAddr)
	if !ok || address.IP.String() != loopback || address.Port == 0 {
		return nil, &ui.Error{
			Code:    "not_loopback",
			Message: fmt.Sprintf("The workbench can't be on %v.", o.Address),
			Fix:     "Let it listen on 127.0.0.1. To reach it from another machine, forward the port over SSH.",
		}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.Profiles == nil {
		o.Profiles = append(inUsualOrder(hosts.All()), Automatic())
	}
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // it never fails
	token := base64.RawURLEncoding.EncodeToString(secret[:])
	host := address.String()
	if address.Port == httpPort {
		host = loopback // browsers leave it out
	}
	w := &Workbench{
		options:   o,
		log:       o.Logger,
		origin:    "http://" + host,
		host:      host,
		port:      address.Port,
		token:     token,
		tokenHash: sha256.Sum256([]byte(token)),
		profiles:  o.Profiles,
		events:    newHub(newRedactor(token, secretsOf(o.Servers, os.Environ())...)),
		kept:      newKept(),
	}
	box, err := sandbox.New(sandbox.Options{Page: w.origin, Port: w.port, Violated: w.reportViolation})
	if err != nil {
		return nil, fmt.Errorf("making the sandbox: %w", err)
	}
	w.sandbox = box
	w.api = w.routes()
	for _, s := range o.Servers {
		w.servers = append(w.servers, newServer(s, w.events, o))
	}
	return w, nil
}

// URL is where to open the workbench. It holds the token; a page takes it out
// of the address bar at once.
func (w *Workbench) URL() string {
	return w.origin + "/?" + url.Values{"token": {w.token}}.Encode()
}

// ServeHTTP answers for the page, the API and the sandbox, by the Host header.
func (w *Workbench) ServeHTTP(response http.ResponseWriter, r *http.Request) {
	switch {
	case r.Host == w.host:
		w.servePage(response, r)
	case w.sandbox.Owns(r.Host):
		w.sandbox.ServeHTTP(response, r)
	default:
		// A name that somebody let point to this machine, or a mistake.
		http.Error(response, "This address is not the workbench's. Open "+w.origin+"/", http.StatusForbidden)
	}
}

// inUsualOrder puts the hosts that most people look for first.
func inUsualOrder(profiles []*hosts.Profile) []*hosts.Profile {
	usual := []string{"claude", "chatgpt", "vscode", "mcp-ui", hosts.TextID}
	place := func(p *hosts.Profile) int {
		if i := slices.Index(usual, p.ID); i >= 0 {
			return i
		}
		return len(usual)
	}
	sorted := slices.Clone(profiles)
	slices.SortStableFunc(sorted, func(a, b *hosts.Profile) int { return place(a) - place(b) })
	return sorted
}

func (w *Workbench) profile(id string) (*hosts.Profile, error) {
	for _, p := range w.profiles {
		if p.ID == id {
			return p, nil
		}
	}
	return nil, &ui.Error{
		Code:    "unknown_profile",
		Message: fmt.Sprintf("There is no profile %q.", id),
		Fix:     "Take one of those in /api/session.",
	}
}

func (w *Workbench) server(id string) (*server, error) {
	for _, s := range w.servers {
		if s.endpoint.ID == id {
			return s, nil
		}
	}
	return nil, &ui.Error{
		Code:    "unknown_server",
		Message: fmt.Sprintf("There is no server %q.", id),
		Fix:     "Take one of those in /api/session.",
	}
}

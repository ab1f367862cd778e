package peers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/peers"
)

// root is the checkout.
var root = filepath.Join("..", "..")

// The hosts that peers are shown in, by the ids of their profiles.
const (
	claude = "claude"
	// strict is Claude with the policy of the specification.
	strict = "claude-strict"
)

func profiles(t *testing.T) []*hosts.Profile {
	t.Helper()
	observed, ok := hosts.Get(claude)
	if !ok {
		t.Fatal("there is no profile of Claude")
	}
	plain := *observed
	plain.ID, plain.Title, plain.CSP = strict, "Claude by the specification", nil
	return []*hosts.Profile{observed, &plain}
}

// transport is a way to reach a peer.
type transport string

const (
	overHTTP  transport = "http"
	overStdio transport = "stdio"
)

// start runs a peer until the test has ended.
func (by transport) start(t *testing.T, peer peers.Peer, args ...string) mcpclient.Server {
	t.Helper()
	if by == overStdio {
		command, err := peer.Command(root, args...)
		if err != nil {
			t.Fatal(err)
		}
		return mcpclient.Server{ID: string(peer), Command: command}
	}
	// It is stopped in the cleanup, after the test's context is over.
	program, err := peer.Launch(context.WithoutCancel(t.Context()), root, args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := program.Stop(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("%s has printed:\n%s", peer, program.Output())
		}
	})
	return mcpclient.Server{ID: string(peer), Endpoint: program.URL}
}

// listen makes the workbench's page keep what each view sends.
const listen = `(() => {
	globalThis.sent = [];
	addEventListener("message", ({ data, source }) => {
		const frames = [...document.querySelectorAll('[data-testid="view"]')];
		const from = frames.find((frame) => frame.contentWindow === source)?.dataset.profile;
		if (from && data?.method) sent.push({ from, method: data.method, params: data.params });
	}, true);
	return true;
})()`

// stage is a page of the workbench that shows one tool's views.
type stage struct {
	t    *testing.T
	page *browsertest.Page
	main *browsertest.Frame
	ids  []string
}

// call is a tool with its arguments, as JSON.
type call struct {
	tool, args string
	// stream writes the arguments piece by piece.
	stream bool
}

// show runs a tool of a server as both hosts and waits until their views are
// ready.
func show(t *testing.T, browser *browsertest.Browser, server mcpclient.Server, c call) *stage {
	t.Helper()
	s := prepare(t, browser, server, c)
	s.run()
	s.waitUntilReady()
	return s
}

// prepare opens a workbench for a server, with a tool for both hosts.
func prepare(t *testing.T, browser *browsertest.Browser, server mcpclient.Server, c call) *stage {
	t.Helper()
	return open(t, browser, serve(t, server), c, claude, strict)
}

// serve returns the address of a workbench for a server.
func serve(t *testing.T, server mcpclient.Server) string {
	t.Helper()
	return workbenchtest.StartWith(t, workbench.Options{Servers: []mcpclient.Server{server}, Profiles: profiles(t)})
}

// open opens a workbench with a tool and its arguments filled in.
func open(t *testing.T, browser *browsertest.Browser, address string, c call, ids ...string) *stage {
	t.Helper()
	// Chromium draws no canvas of a frame that is out of sight, so the cards are side by side.
	query := url.Values{"tool": {c.tool}, "args": {c.args}, "profiles": {strings.Join(ids, ",")}, "layout": {"fit"}}
	if c.stream {
		query.Set("stream", "1")
	}
	page := browser.Open(t, address+"&"+query.Encode())
	s := &stage{t: t, page: page, main: page.Main(), ids: ids}
	if err := page.Viewport(t.Context(), 1600, 1000, 0); err != nil {
		t.Fatal(err)
	}
	if !eval[bool](s, s.main, listen) {
		t.Fatal("the page can't be listened to")
	}
	return s
}

func (s *stage) run() { s.click(s.main, `[data-testid="run"]`) }

func (s *stage) waitUntilReady() {
	s.t.Helper()
	for _, id := range s.ids {
		s.waitFor(s.main, s.status(id)+` === "ready"`)
	}
}

// status is the JavaScript expression for a view's status.
func (s *stage) status(id string) string { return s.element(id) + "?.dataset.status" }

func (s *stage) element(id string) string {
	return fmt.Sprintf("document.querySelector(`%s`)", s.selector(id))
}

// card is the CSS selector of a host's card.
func (s *stage) card(id string) string { return fmt.Sprintf(`oriel-card[data-host="%s"]`, id) }

// says is the JavaScript expression for whether a card holds a text, even if
// that is folded up.
func (s *stage) says(id, text string) string {
	return fmt.Sprintf("document.querySelector(`%s`).textContent.includes(%q)", s.card(id), text)
}

// events is the JavaScript expression for the timeline's rows of a profile that
// match a CSS selector as well.
func (s *stage) events(id, match string) string {
	return fmt.Sprintf("[...document.querySelectorAll(`[data-testid=event][data-profile=%q]%s`)]", id, match)
}

func (s *stage) selector(id string) string {
	return fmt.Sprintf(`[data-testid="view"][data-profile="%s"]`, id)
}

// inside is the view's own document.
func (s *stage) inside(id string) *browsertest.Frame {
	return s.page.Frame(s.selector(id)).Frame("iframe")
}

func (s *stage) waitFor(in *browsertest.Frame, condition string) {
	s.t.Helper()
	if err := in.WaitFor(s.t.Context(), condition); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) click(in *browsertest.Frame, selector string) {
	s.t.Helper()
	if err := in.Click(s.t.Context(), selector); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) fill(in *browsertest.Frame, selector, text string) {
	s.t.Helper()
	if err := in.Fill(s.t.Context(), selector, text); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) waitForText(in *browsertest.Frame, selector, text string) {
	s.t.Helper()
	if err := in.WaitForText(s.t.Context(), selector, text); err != nil {
		s.t.Fatal(err)
	}
}

func eval[T any](s *stage, in *browsertest.Frame, expression string) T {
	s.t.Helper()
	value, err := browsertest.Eval[T](s.t.Context(), in, expression)
	if err != nil {
		s.t.Fatal(err)
	}
	return value
}

// sent are the messages that a view has sent so far.
func (s *stage) sent(id string) []message {
	s.t.Helper()
	return eval[[]message](s, s.main, fmt.Sprintf("sent.filter((one) => one.from === %q)", id))
}

type message struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// checkHandshake checks, in the timeline, that a view got what it must get, in
// order, and nothing too early.
func (s *stage) checkHandshake(id string) {
	s.t.Helper()
	seen := eval[[]string](s, s.main, s.events(id, "[data-lane=view]")+
		".map(({ dataset: { direction, kind, method } }) => [direction, kind, method].join(' '))")
	want := []string{
		"in request ui/initialize", "out response ui/initialize", "in notification ui/notifications/initialized",
		"out notification ui/notifications/tool-input", "out notification ui/notifications/tool-result",
	}
	got := slices.DeleteFunc(seen, func(one string) bool { return !slices.Contains(want, one) })
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("%s: the handshake (-want +got):\n%s", id, diff)
	}
}

// specPolicy is the policy of a view without metadata in MCP Apps 2026-01-26.
// The sandbox section of that text asks for object-src and base-uri too. What
// stands after them names what default-src does not cover, and only restricts
// or, with report-uri, tells.
const specPolicy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; media-src 'self' data:; connect-src 'none'; " +
	"object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors "

// checkPolicy checks the header that the strict host sends with the view.
func (s *stage) checkPolicy() {
	s.t.Helper()
	address := eval[string](s, s.inside(strict), "location.href")
	header, _, err := workbenchtest.Served(s.t.Context(), address)
	if err != nil {
		s.t.Fatal(err)
	}
	proxy := eval[string](s, s.page.Frame(s.selector(strict)), "location.origin")
	want := specPolicy + proxy + " " + eval[string](s, s.main, "location.origin") + "; report-uri /report/" + path.Base(address)
	if diff := cmp.Diff(want, header.Get("Content-Security-Policy")); diff != "" {
		s.t.Errorf("the policy (-want +got):\n%s", diff)
	}
}

// checkViolations checks that a view's policy forbade it nothing but the one
// eval with which zod, in the official SDK, finds out whether there is eval.
func (s *stage) checkViolations(id string) {
	s.t.Helper()
	found := 0
	for _, one := range s.sent(id) {
		if one.Method != "oriel/csp-violation" {
			continue
		}
		var violation struct {
			Directive string `json:"directive"`
			Blocked   string `json:"blocked"`
		}
		if err := json.Unmarshal(one.Params, &violation); err != nil {
			s.t.Fatal(err)
		}
		if found++; violation.Directive != "script-src" || violation.Blocked != "eval" || found > 1 {
			s.t.Errorf("%s: the policy forbids %s", id, one.Params)
		}
	}
	for _, violation := range s.page.Violations() {
		if violation.Directive != "script-src" || violation.Blocked != "" {
			s.t.Errorf("a policy forbids %v", violation)
		}
	}
}

// check checks what holds for every peer. It comes last, when a view has done
// all that it does.
func (s *stage) check() {
	s.t.Helper()
	s.checkPolicy()
	for _, id := range s.ids {
		s.checkHandshake(id)
		s.checkViolations(id)
		s.checkHealth(id)
	}
}

// checkHealth checks that the workbench finds nothing wrong with a view.
func (s *stage) checkHealth(id string) {
	s.t.Helper()
	data := s.element(id) + "?.dataset"
	s.waitLong(data + `.health !== undefined`)
	if err := s.main.WaitFor(s.t.Context(), data+`.health === "ok"`); err != nil {
		s.t.Errorf("%s: the view is %s: %v", id, eval[string](s, s.main, data+`.health + ": " + `+data+`.reason`), err)
	}
}

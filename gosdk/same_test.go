package gosdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"reflect"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/internal/attachtest"
)

// FuzzSameAsGoSDK holds the app's own handler equal to go-sdk's server with the app on
// it: whatever a client says, both answer the same, but for the deliberate differences.
func FuzzSameAsGoSDK(f *testing.F) {
	for choices := range someSeeds() {
		f.Add(choices, "Zoë")
	}
	both := newServers(f)
	f.Fuzz(func(t *testing.T, choices []byte, text string) {
		if diff := both.compare(t.Context(), attachtest.FromChoices(choices, text), nil); diff != "" {
			t.Error(diff)
		}
	})
}

// FuzzSameAsGoSDKForBody does so for bodies of any kind.
func FuzzSameAsGoSDKForBody(f *testing.F) {
	lifecycles := []attachtest.Lifecycle{attachtest.Modern, attachtest.Legacy, attachtest.Sessionless}
	seen := map[string]bool{}
	for choices := range someSeeds() {
		c := attachtest.FromChoices(choices, "Zoë")
		for i, l := range lifecycles {
			body := c.Requests[len(c.Requests)-1].Body
			if l == c.Lifecycle && !seen[string(l)+body] {
				seen[string(l)+body] = true
				f.Add(uint8(i), body)
			}
		}
	}
	both := newServers(f)
	f.Fuzz(func(t *testing.T, lifecycle uint8, body string) {
		if diff := both.compare(t.Context(), attachtest.BodyOf(lifecycles[int(lifecycle)%len(lifecycles)], body), nil); diff != "" {
			t.Error(diff)
		}
	})
}

// someSeeds are as many as a fuzzer needs to begin with. All of them are had below.
func someSeeds() iter.Seq[[]byte] {
	const each = 5
	return func(yield func([]byte) bool) {
		for i, choices := range attachtest.Seeds() {
			if i%each == 0 && !yield(choices) {
				return
			}
		}
	}
}

// Both answer all the seeds alike, and each deliberate difference is seen there: one
// that there is no more must not stay in the list, where it could hide another.
func TestLargeSameAsGoSDK(t *testing.T) {
	t.Parallel()
	both := newServers(t)
	met := map[string]bool{}
	for _, choices := range attachtest.Seeds() {
		if diff := both.compare(t.Context(), attachtest.FromChoices(choices, "Zoë"), met); diff != "" {
			t.Error(diff)
		}
	}
	for _, d := range deliberate {
		if !met[d.name] {
			t.Errorf("nothing differs any more in that %s", d.name)
		}
	}
}

// servers are an app's own handler, and go-sdk's with the app on it.
type servers struct {
	view                string
	own                 http.Handler
	stateful, stateless http.Handler
}

func newServers(t testing.TB) *servers {
	t.Helper()
	app, view := attachtest.Full(t)
	quiet := slog.New(slog.DiscardHandler)
	server := gosdk.NewWith(app, &mcp.ServerOptions{Logger: quiet})
	handler := func(stateless bool) http.Handler {
		return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: stateless, Logger: quiet})
	}
	return &servers{view: view, own: app.Handler(), stateful: handler(false), stateless: handler(true)}
}

// patience is how long a conversation may take.
const patience = time.Minute

// compare has a conversation with both, and returns where they differ first. It notes
// the deliberate differences that there were.
func (s *servers) compare(ctx context.Context, c attachtest.Conversation, met map[string]bool) string {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	both := s.connect(&c)
	defer both.theirs.Close(ctx)
	for i, r := range c.Requests {
		x := both.exchange(ctx, r)
		refused, apart := x.own.refused(), x.apart()
		first := fmt.Sprintf("own handler: %d %.1000s\ngo-sdk: %d %.1000s", x.own.Status, x.own.raw, x.theirs.Status, x.theirs.raw)
		about := fmt.Sprintf("%s, request %d: %q\n%v", c.Name, i, r.Body, r.Header)
		switch diff := x.level(met); {
		case both.broken != nil:
			return fmt.Sprintf("%s\n%v", about, both.broken)
		case diff != "":
			return fmt.Sprintf("%s\n(-own handler +go-sdk)\n%s\nat first\n%s", about, diff, first)
		case !refused && x.said.mustNot():
			return about + "\nis worked on"
		}
		if apart || refused && i == 0 && c.Lifecycle == attachtest.Legacy {
			break // what comes next may build on what only one has done
		}
	}
	if err := ctx.Err(); err != nil {
		return fmt.Sprintf("%s: %v", c.Name, err)
	}
	return ""
}

// connection is one client, connected to both.
type connection struct {
	lifecycle attachtest.Lifecycle
	// stateless is a server that forgets its clients.
	own, theirs, stateless *attachtest.Peer
	// introduced is the clientInfo of initialize; once is whether nothing stands twice in
	// what it says of the client.
	introduced json.RawMessage
	once       bool
	// broken is what is wrong with an answer in itself.
	broken error
}

func (s *servers) connect(c *attachtest.Conversation) *connection {
	peer := func(h http.Handler) *attachtest.Peer {
		return &attachtest.Peer{Handler: h, View: s.view, Replies: c.Replies}
	}
	both := &connection{lifecycle: c.Lifecycle, own: peer(s.own), theirs: peer(s.stateless), stateless: peer(s.stateless), once: true}
	if c.Lifecycle == attachtest.Legacy {
		both.theirs = peer(s.stateful)
		first := readRequest(c.Requests[0].Body).params
		both.introduced = first["clientInfo"]
		both.once = unequivocal(first["clientInfo"]) && unequivocal(first["capabilities"])
	}
	return both
}

// exchange sends a request to both.
func (c *connection) exchange(ctx context.Context, r attachtest.Request) *exchange {
	x := &exchange{
		differences: deliberate, lifecycle: c.lifecycle, request: r, said: readRequest(r.Body), accept: r.Header["Accept"],
		own: c.ask(ctx, c.own, r), theirs: c.ask(ctx, c.theirs, r), introduced: c.introduced,
	}
	x.once = c.once && unequivocal(x.said.meta[metaPrefix+"clientInfo"]) && unequivocal(x.said.meta[metaPrefix+"clientCapabilities"])
	x.again = func(r attachtest.Request, sessionless bool) outcome {
		if sessionless {
			return c.ask(ctx, c.stateless, r)
		}
		return c.ask(ctx, c.theirs, r)
	}
	if c.lifecycle != attachtest.Legacy {
		c.own.Close(ctx) // initialize may have come all the same
	}
	return x
}

func (c *connection) ask(ctx context.Context, peer *attachtest.Peer, r attachtest.Request) outcome {
	a, err := peer.Ask(ctx, r)
	o, fault := outcomeOf(&a, unequivocal(readRequest(r.Body).params["arguments"]))
	if err = errors.Join(err, fault); err != nil && c.broken == nil {
		c.broken = fmt.Errorf("%w in %.1000s", err, a.Body)
	}
	return o
}

// level takes the deliberate differences out of both answers, and returns what is left.
func (x *exchange) level(met map[string]bool) string {
	for _, d := range x.differences {
		if reflect.DeepEqual(x.own.value(), x.theirs.value()) {
			return ""
		}
		if d.level(x) && met != nil {
			met[d.name] = true
		}
	}
	return gocmp.Diff(x.own.value(), x.theirs.value())
}

package gosdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	for _, choices := range attachtest.Seeds() {
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
	for _, choices := range attachtest.Seeds() {
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

// A difference that there is no more must not stay in the list, where it could hide
// another one.
func TestDifferencesAreThere(t *testing.T) {
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
	server := gosdk.New(app, &mcp.ServerOptions{Logger: quiet})
	handler := func(stateless bool) http.Handler {
		return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: stateless, Logger: quiet})
	}
	return &servers{view: view, own: app.Handler(), stateful: handler(false), stateless: handler(true)}
}

// patience is how long a conversation may take.
const patience = 10 * time.Second

// compare has a conversation with both, and returns where they differ first. It notes
// the deliberate differences that there were.
func (s *servers) compare(ctx context.Context, c attachtest.Conversation, met map[string]bool) string {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	handler := s.stateless
	if c.Lifecycle == attachtest.Legacy {
		handler = s.stateful
	}
	own := &attachtest.Peer{Handler: s.own, View: s.view, Replies: c.Replies}
	theirs := &attachtest.Peer{Handler: handler, View: s.view, Replies: c.Replies}
	defer theirs.Close(ctx)
	broken := ""
	ask := func(peer *attachtest.Peer, r attachtest.Request) outcome {
		a, err := peer.Ask(ctx, r)
		o, fault := outcomeOf(&a)
		if err = errors.Join(err, fault); err != nil {
			broken = fmt.Sprintf("%q\n%v\n%v in %.1000s", r.Body, r.Header, err, a.Body)
		}
		return o
	}
	var introduced json.RawMessage
	once := true
	if c.Lifecycle == attachtest.Legacy {
		first := readRequest(c.Requests[0].Body).params
		introduced = first["clientInfo"]
		once = unequivocal(first["clientInfo"]) && unequivocal(first["capabilities"])
	}
	for i, r := range c.Requests {
		x := &exchange{differences: deliberate, lifecycle: c.Lifecycle, request: r, said: readRequest(r.Body), own: ask(own, r), theirs: ask(theirs, r), introduced: introduced, accept: r.Header["Accept"]}
		x.once = once && unequivocal(x.said.meta[metaPrefix+"clientInfo"]) && unequivocal(x.said.meta[metaPrefix+"clientCapabilities"])
		x.again = func(r attachtest.Request, sessionless bool) outcome {
			if sessionless {
				return ask(&attachtest.Peer{Handler: s.stateless, View: s.view, Replies: c.Replies}, r)
			}
			return ask(theirs, r)
		}
		failed := x.own.refused() || x.theirs.refused()
		first := fmt.Sprintf("own handler: %d %.1000s\ngo-sdk: %d %.1000s", x.own.Status, x.own.raw, x.theirs.Status, x.theirs.raw)
		if diff := x.level(met); diff != "" {
			return fmt.Sprintf("%s request %d: %q\n%v\n(-own handler +go-sdk)\n%s\nat first\n%s", c.Lifecycle, i, r.Body, r.Header, diff, first)
		}
		if i == 0 && c.Lifecycle == attachtest.Legacy && failed {
			break // there is no session to go on with
		}
	}
	if err := ctx.Err(); err != nil {
		broken = err.Error()
	}
	return broken
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

package oriel_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

var lifecycles = []orieltest.Lifecycle{orieltest.Modern, orieltest.Legacy}

type who struct {
	User  string `json:"user,omitempty"`
	Inner string `json:"inner,omitempty"`
}

type innerKey struct{}

// whoami is an app that says who asks, and its view.
func whoami() (app *oriel.App, view *ui.View) {
	app = oriel.NewWith("whoami", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	view = oriel.AddView(app, "page", ui.HTML("<p>"))
	oriel.AddTool(app, oriel.Tool{Name: "whoami", View: view}, func(ctx context.Context, _ who) (oriel.Result[who], error) {
		inner, _ := ctx.Value(innerKey{}).(string)
		return oriel.Result[who]{Data: who{User: oriel.RequestFrom(ctx).User.ID, Inner: inner}, Text: "You."}, nil
	})
	app.Use(func(next oriel.RequestHandler) oriel.RequestHandler {
		return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
			response, err := next(ctx, r)
			if err == nil && response.Document != nil {
				response.Document.Meta = map[string]any{"user": r.User.ID, "scopes": r.User.Scopes}
			}
			return response, err
		}
	})
	return app, view
}

// What a middleware in front of the app has found out reaches calls and reads.
func TestUserOverHTTP(t *testing.T) {
	t.Parallel()
	for _, lifecycle := range lifecycles {
		t.Run(string(lifecycle), func(t *testing.T) {
			t.Parallel()
			app, view := whoami()
			inner := app.Handler()
			signIn := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				ctx := context.WithValue(r.Context(), innerKey{}, "kept")
				ctx = oriel.WithUser(ctx, oriel.User{ID: "ann", Scopes: []string{"read"}})
				inner.ServeHTTP(w, r.WithContext(ctx))
			})
			host := orieltest.ConnectWith(t, app, "claude", orieltest.Options{Lifecycle: lifecycle, Handler: signIn})
			var got who
			host.Call("whoami", nil).Data(&got)
			if diff := cmp.Diff(who{User: "ann", Inner: "kept"}, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(map[string]any{"user": "ann", "scopes": []any{"read"}}, host.Read(view.URI()).Meta); diff != "" {
				t.Error(diff)
			}
			nobody := orieltest.ConnectWith(t, app, "claude", orieltest.Options{Lifecycle: lifecycle})
			got = who{}
			nobody.Call("whoami", nil).Data(&got)
			if got != (who{}) || nobody.Read(view.URI()).Meta["user"] != "" {
				t.Errorf("without a sign-in the user is %+v", got)
			}
		})
	}
}

// A session is nobody's: each request in it is that of its own user, or of none,
// whoever began it.
func TestUserOfASession(t *testing.T) {
	t.Parallel()
	app, view := whoami()
	inner := app.Handler()
	user := "ann" // who begins it
	signIn := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		if user != "" {
			ctx = context.WithValue(oriel.WithUser(ctx, oriel.User{ID: user}), innerKey{}, user)
		}
		inner.ServeHTTP(w, r.WithContext(ctx))
	})
	host := orieltest.ConnectWith(t, app, "claude", orieltest.Options{Lifecycle: orieltest.Legacy, Handler: signIn})
	for _, user = range []string{"ann", "bob", "", "ann", ""} {
		var got who
		host.Call("whoami", nil).Data(&got)
		if diff := cmp.Diff(who{User: user, Inner: user}, got); diff != "" {
			t.Errorf("a call of %q:\n%s", user, diff)
		}
		if got := host.Read(view.URI()).Meta["user"]; got != user {
			t.Errorf("a read of %q is one of %q", user, got)
		}
	}
}

// A name that a header can't hold comes in base64.
func TestNameInBase64(t *testing.T) {
	t.Parallel()
	app, view := whoami()
	handler := app.Handler()
	in64 := func(name string) string { return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(name)) + "?=" }
	for name, test := range map[string]struct{ uri, header, want string }{
		"as it is":              {view.URI(), view.URI(), `"contents"`},
		"in base64":             {view.URI(), in64(view.URI()), `"contents"`},
		"what needs it":         {"ui://whoami/pagé\n", in64("ui://whoami/pagé\n"), "view_not_found"},
		"of another name":       {view.URI(), in64("ui://whoami/other"), "header mismatch"},
		"no base64":             {view.URI(), "=?base64?%?=", "header mismatch"},
		"without an end":        {view.URI(), strings.TrimSuffix(in64(view.URI()), "?="), "header mismatch"},
		"base64 of the wrapped": {view.URI(), in64(in64(view.URI())), "header mismatch"},
		"of nothing":            {view.URI(), in64(""), "missing required Mcp-Name"},
		"only its beginning":    {view.URI(), "=?base64?", "header mismatch"},
	} {
		body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": map[string]any{
			"uri": test.uri, "_meta": map[string]any{
				"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": map[string]any{},
				"io.modelcontextprotocol/clientInfo": map[string]any{"name": "claude-ai", "version": "1"},
			},
		}})
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://app.example/mcp", bytes.NewReader(body))
		for header, value := range map[string]string{
			"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
			"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "resources/read", "Mcp-Name": test.header,
		} {
			r.Header.Set(header, value)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if got := w.Body.String(); !strings.Contains(got, test.want) {
			t.Errorf("%s: got %.500s, want %s", name, got, test.want)
		}
	}
}

// Requests of many users at once, on one connection: each is its user's.
func TestUsersAtOnce(t *testing.T) {
	t.Parallel()
	const requests = 200
	for _, lifecycle := range lifecycles {
		t.Run(string(lifecycle), func(t *testing.T) {
			t.Parallel()
			app, view := whoami()
			var arrived atomic.Int32
			all := make(chan struct{})
			oriel.AddTool(app, oriel.Tool{Name: "together"}, func(ctx context.Context, in who) (oriel.Result[who], error) {
				if arrived.Add(1) == requests {
					close(all)
				}
				select {
				case <-all: // every request is under way
				case <-ctx.Done():
					return oriel.Result[who]{}, fmt.Errorf("waiting for the others: %w", ctx.Err())
				}
				return oriel.Result[who]{Data: who{User: oriel.RequestFrom(ctx).User.ID, Inner: in.User}}, nil
			})
			inner := app.Handler()
			// Who it is, stands in the request: a token in real life.
			signIn := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				if err != nil {
					t.Error(err)
				}
				var message struct {
					Params struct {
						Arguments who    `json:"arguments"`
						User      string `json:"user"`
					} `json:"params"`
				}
				if err := json.Unmarshal(body, &message); err != nil && r.Method == http.MethodPost {
					t.Error(err)
				}
				user := message.Params.Arguments.User + message.Params.User
				r.Body = io.NopCloser(bytes.NewReader(body))
				inner.ServeHTTP(w, r.WithContext(oriel.WithUser(r.Context(), oriel.User{ID: user})))
			})
			host := orieltest.ConnectWith(t, app, "claude", orieltest.Options{Lifecycle: lifecycle, Handler: signIn})
			var group sync.WaitGroup
			for i := range requests {
				group.Go(func() {
					user := fmt.Sprintf("user-%d", i)
					var call struct {
						Result struct {
							Data who `json:"structuredContent"`
						} `json:"result"`
					}
					answer := host.Request("tools/call", map[string]any{"name": "together", "arguments": who{User: user}})
					if err := json.Unmarshal(answer, &call); err != nil || call.Result.Data != (who{User: user, Inner: user}) {
						t.Errorf("%s gets %s %v", user, answer, err)
					}
					read := host.Request("resources/read", map[string]any{"uri": view.URI(), "user": user})
					if !strings.Contains(string(read), `"user":"`+user+`"`) {
						t.Errorf("%s reads %s", user, read)
					}
				})
			}
			group.Wait()
		})
	}
}

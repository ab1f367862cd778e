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
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

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
	app = oriel.New("whoami", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	view = app.View("page", ui.HTML("<p>"))
	oriel.AddTool(app, oriel.Tool{Name: "whoami", View: view}, func(ctx context.Context, _ who) (oriel.Result[who], error) {
		inner, _ := ctx.Value(innerKey{}).(string)
		return oriel.Result[who]{Data: who{User: oriel.From(ctx).User.ID, Inner: inner}, Text: "You."}, nil
	})
	app.Use(func(next oriel.Handler) oriel.Handler {
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
			host := orieltest.Connect(t, app, "claude", orieltest.Options{Lifecycle: lifecycle, Handler: signIn})
			var got who
			host.Call("whoami", nil).Data(&got)
			if diff := cmp.Diff(who{User: "ann", Inner: "kept"}, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(map[string]any{"user": "ann", "scopes": []any{"read"}}, host.Read(view.URI()).Meta); diff != "" {
				t.Error(diff)
			}
			nobody := orieltest.Connect(t, app, "claude", orieltest.Options{Lifecycle: lifecycle})
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
	host := orieltest.Connect(t, app, "claude", orieltest.Options{Lifecycle: orieltest.Legacy, Handler: signIn})
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
				return oriel.Result[who]{Data: who{User: oriel.From(ctx).User.ID, Inner: in.User}}, nil
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
			host := orieltest.Connect(t, app, "claude", orieltest.Options{Lifecycle: lifecycle, Handler: signIn})
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

// reach connects the official client to an app, over HTTP or pipes.
func reach(t *testing.T, app *oriel.App, over, protocol string, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	var transport mcp.Transport
	if over == "HTTP" {
		server := httptest.NewServer(app.Handler())
		t.Cleanup(server.Close)
		transport = &mcp.StreamableClientTransport{Endpoint: server.URL, DisableStandaloneSSE: true}
	} else {
		toServer, fromClient := io.Pipe()
		toClient, fromServer := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			ended <- app.Stdio(context.WithoutCancel(t.Context()), toServer, fromServer)
		}()
		t.Cleanup(func() {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
		transport = &mcp.IOTransport{Reader: toClient, Writer: fromClient}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "claude-ai", Version: "1"}, options)
	session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: protocol})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// What carries an app, and in which version.
var carriers = []struct{ over, protocol string }{
	{"HTTP", "2026-07-28"},
	{"HTTP", "2025-11-25"},
	{"pipes", "2026-07-28"},
	{"pipes", "2025-11-25"},
}

// The blocks of a result arrive as MCP has them, as the official client reads
// them.
func TestBlocksArrive(t *testing.T) {
	t.Parallel()
	size := int64(9)
	lastModified := "2026-11-20T11:30:00Z"
	want := []mcp.Content{
		&mcp.TextContent{Text: "The parcel is in Rome."},
		&mcp.TextContent{Text: "For you only.", Annotations: &mcp.Annotations{Audience: []mcp.Role{"user"}, Priority: 1, LastModified: lastModified}},
		&mcp.ImageContent{Data: []byte("\x89PNG"), MIMEType: "image/png", Annotations: &mcp.Annotations{Audience: []mcp.Role{"user", "assistant"}}},
		&mcp.AudioContent{Data: []byte("ding"), MIMEType: "audio/mpeg", Annotations: &mcp.Annotations{Priority: 0.25}},
		&mcp.ResourceLink{
			URI: "https://parcels.example.com/rx7", Name: "rx7", Title: "RX 7", Description: "The parcel's page", MIMEType: "text/html", Size: &size,
			Annotations: &mcp.Annotations{LastModified: lastModified},
		},
		&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "parcels://rx7/notes", MIMEType: "text/plain", Text: "Fragile"}},
		&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "parcels://rx7/label", MIMEType: "application/pdf", Blob: []byte("%PDF")}},
		&mcp.TextContent{Text: "As it is", Meta: mcp.Meta{"example.com/raw": float64(9007199254740993)}},
	}
	for _, carrier := range carriers {
		t.Run(carrier.over+" "+carrier.protocol, func(t *testing.T) {
			t.Parallel()
			session := reach(t, parcels(), carrier.over, carrier.protocol, nil)
			result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "follow", Arguments: map[string]any{"number": "RX 7"}})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, result.Content); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Progress arrives while the call runs, and only at who asks for it.
func TestProgressArrives(t *testing.T) {
	t.Parallel()
	for _, carrier := range carriers {
		t.Run(carrier.over+" "+carrier.protocol, func(t *testing.T) {
			t.Parallel()
			app := oriel.New("slow", "1.0.0")
			heard := make(chan *mcp.ProgressNotificationParams, 10)
			oriel.AddTool(app, oriel.Tool{Name: "slow"}, func(ctx context.Context, in who) (oriel.Result[who], error) {
				r := oriel.From(ctx)
				if err := r.Progress(ctx, 1, 2, "Halfway"); err != nil {
					return oriel.Result[who]{}, fmt.Errorf("telling: %w", err)
				}
				if in.User == "asks" {
					select {
					case first := <-heard: // it is there before the answer
						heard <- first
					case <-time.After(10 * time.Second):
						return oriel.Result[who]{}, &oriel.Error{Code: "unheard", Message: "The client has heard nothing."}
					}
				}
				return oriel.Result[who]{Text: "Done."}, r.Progress(ctx, 2, 2, "")
			})
			session := reach(t, app, carrier.over, carrier.protocol, &mcp.ClientOptions{
				ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { heard <- r.Params },
			})
			params := &mcp.CallToolParams{Name: "slow", Arguments: who{User: "asks"}}
			params.SetProgressToken("token")
			result, err := session.CallTool(t.Context(), params)
			if err != nil || result.IsError {
				t.Fatalf("%v %s", err, asJSON(t, result))
			}
			for _, want := range []mcp.ProgressNotificationParams{
				{ProgressToken: "token", Progress: 1, Total: 2, Message: "Halfway"}, {ProgressToken: "token", Progress: 2, Total: 2},
			} {
				got := <-heard
				got.Meta = nil
				if diff := cmp.Diff(&want, got); diff != "" {
					t.Error(diff)
				}
			}
			if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "slow"}); err != nil {
				t.Fatal(err)
			}
			select {
			case unasked := <-heard:
				t.Errorf("who didn't ask is told %+v", unasked)
			default:
			}
		})
	}
}

package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/internal/serve/precompressed"
	"github.com/orielapps/oriel/ui"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// allVariable is the environment variable that has everything tested that takes long.
const allVariable = "ORIEL_TEST_ALL"

// few is a tenth of a number, and all of it where everything is tested.
func few(n int) int {
	if os.Getenv(allVariable) != "" {
		return n
	}
	return n / 10
}

const (
	modern = "2026-07-28"
	legacy = "2025-11-25"

	jsonType = "application/json"
	bothWays = "application/json, text/event-stream"
)

// quiet is what an app of these tests is configured with.
func quiet() oriel.Options { return oriel.Options{Logger: slog.New(slog.DiscardHandler)} }

type text struct {
	Text string `json:"text,omitempty"`
}

// everything is an app that has something of each kind.
func everything(options oriel.Options) *oriel.App {
	app := oriel.NewWith("bad", "1.0.0", options)
	oriel.AddTool(app, oriel.Tool{Name: "echo"}, func(_ context.Context, in text) (oriel.Result[text], error) {
		return oriel.Result[text]{Data: in, Text: in.Text}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "progress"}, func(ctx context.Context, in text) (oriel.Result[text], error) {
		r := oriel.RequestFrom(ctx)
		for i := range 3 {
			if err := r.Progress(ctx, float64(i), 3, "on the way"); err != nil {
				return oriel.Result[text]{}, fmt.Errorf("telling: %w", err)
			}
		}
		if in.Text == "panic" {
			panic("while telling")
		}
		return oriel.Result[text]{Text: "done"}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "confirm"}, func(ctx context.Context, in text) (oriel.Result[text], error) {
		answer, err := oriel.Ask[text](ctx, oriel.Question{Name: "sure", Message: "Sure?"})
		return oriel.Result[text]{Data: text{in.Text + answer.Text}, Text: "confirmed: " + answer.Text}, err
	})
	oriel.AddView(app, "page", ui.HTML("<p>"))
	oriel.AddResource(app, oriel.Resource{URI: "note://one", Name: "one", MIMEType: "text/plain"}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Text: "one"}, nil
	})
	oriel.AddTemplate(app, oriel.Template{URITemplate: "note://all/{id}", Name: "all"}, func(_ context.Context, variables map[string]string) (oriel.Contents, error) {
		return oriel.Contents{MIMEType: "text/plain", Text: variables["id"]}, nil
	})
	oriel.AddPrompt(app, oriel.Prompt{Name: "greet"}, func(_ context.Context, in struct {
		Name string `json:"name,omitempty" enum:"Ann,Bob"`
	},
	) ([]oriel.Message, error) {
		return []oriel.Message{oriel.UserText("Greet " + in.Name)}, nil
	})
	return app
}

// carried is an app as package serve needs it, for the options that apps don't
// have.
type carried struct{ oriel.Methods }

func (carried) Offers() serve.Offers {
	return serve.Offers{Prompts: true, Completions: true, Subscriptions: true}
}
func (carried) HeaderParams(string) []ui.HeaderParam { return nil }

// Edition is always another: what is prepared is tested with whole apps.
func (carried) Edition() any              { return new(int) }
func (carried) Audience(hosts.Client) any { return nil }

func (c carried) ReadPrepared(ctx context.Context, peer hosts.Peer, uri string) (ui.Document, *precompressed.Text, error) {
	d, err := c.ReadResource(ctx, peer, uri)
	return d, nil, err
}

func (carried) Authenticate(r *http.Request) (*http.Request, *ui.Error) { return r, nil }
func (carried) SignedInUntil(context.Context) time.Time                 { return time.Time{} }
func (carried) UserID(ctx context.Context) string                       { return oriel.RequestFrom(ctx).User.ID }

// newServer serves an app with options of package serve.
func newServer(t testing.TB, app *oriel.App, options serve.Options) *serve.Server {
	t.Helper()
	s := serve.New(carried{app.Methods()}, options)
	t.Cleanup(s.Close)
	return s
}

// an answer is what a request got.
type answer struct {
	status int
	header http.Header
	body   string
}

// code is the stable code in an answer, of whatever kind.
func (a answer) code() string { return codeIn(a.body) }

// codeIn is the stable code in a message, or in a stream that ends with it.
func codeIn(body string) string {
	var m struct {
		Error struct {
			Data struct {
				Code string `json:"code"`
			} `json:"data"`
		} `json:"error"`
		Result struct {
			Meta struct {
				Error struct {
					Code string `json:"code"`
				} `json:"oriel/error"`
			} `json:"_meta"`
		} `json:"result"`
	}
	if i := strings.LastIndex(body, "\ndata: "); i >= 0 {
		body = body[i+len("\ndata: "):]
	}
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		return "not JSON: " + body
	}
	return m.Error.Data.Code + m.Result.Meta.Error.Code
}

// post sends a body to a handler. The headers are pairs; a value "-" leaves one
// out.
func post(t testing.TB, h http.Handler, body string, headers ...string) answer {
	t.Helper()
	return send(t, h, http.MethodPost, body, headers...)
}

func send(t testing.TB, h http.Handler, method, body string, headers ...string) answer {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, newRequest(t, method, "http://app.example/mcp", body, headers...))
	return answer{w.Code, w.Header(), w.Body.String()}
}

func newRequest(t testing.TB, method, url, body string, headers ...string) *http.Request {
	t.Helper()
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	r := httptest.NewRequestWithContext(t.Context(), method, url, content)
	r.RequestURI = ""
	r.Header.Set("Content-Type", jsonType)
	r.Header.Set("Accept", bothWays)
	for pair := range slices.Chunk(headers, 2) {
		switch name, value := pair[0], pair[1]; value {
		case "-":
			r.Header.Del(name)
		default:
			r.Header.Del(name)
			for one := range strings.SplitSeq(value, "\x00") { // several lines
				r.Header.Add(name, one)
			}
		}
	}
	return r
}

// message is a request of the older lifecycle.
func message(id, method, params string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":` + params + `}`
}

const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}`

// modernMessage is a request of the newer lifecycle; params are the members beside
// _meta.
func modernMessage(id, method, params string) string {
	if params != "" {
		params += ","
	}
	return message(id, method, "{"+params+modernMeta+"}")
}

// modernHeaders are those of a request of the newer lifecycle.
func modernHeaders(method, name string) []string {
	headers := []string{"Mcp-Protocol-Version", modern, "Mcp-Method", method}
	if name != "" {
		headers = append(headers, "Mcp-Name", name)
	}
	return headers
}

// begin begins a session of the older lifecycle and returns its id.
func begin(t testing.TB, h http.Handler) string {
	t.Helper()
	a := post(t, h, initializing(legacy))
	if a.status != http.StatusOK || a.header.Get("Mcp-Session-Id") == "" {
		t.Fatalf("initialize: %d %s", a.status, a.body)
	}
	return a.header.Get("Mcp-Session-Id")
}

func initializing(version string) string {
	return message("0", "initialize", `{"protocolVersion":"`+version+`","capabilities":{"elicitation":{}},"clientInfo":{"name":"claude-ai","version":"1"}}`)
}

// serving serves a handler on a loopback port.
func serving(t testing.TB, h http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server
}

// soon fails a test in which what has to happen doesn't, also on a busy machine.
const soon = 5 * time.Minute

func wait[T any](t testing.TB, c <-chan T, what string) (value T) {
	t.Helper()
	select {
	case value = <-c:
	case <-time.After(soon):
		t.Fatal("nothing comes: " + what)
	}
	return value
}

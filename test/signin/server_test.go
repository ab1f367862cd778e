package signin_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/auth"
	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/mcpgo"
	"github.com/orielapps/oriel/ui"
)

const modern, legacy = "2026-07-28", "2025-11-25"

// The ways to serve an app.
const own, onGoSDK, onMCPGo = "HTTP", "gosdk", "mcpgo"

// deadline is how long an answer may take. Nothing here has to be quick.
const deadline = time.Minute

// trips is a running app, in which some tools need a sign-in and one does not.
type trips struct {
	t              *testing.T
	way, lifecycle string
	issuer         *issuer
	url            string // of the endpoint
	app            *oriel.App
	session        string // of ada, in the older lifecycle

	mu   sync.Mutex
	runs []string // of tools, with their users
	// secrets are all tokens that were sent, and answers all that came back.
	secrets, answers []string
}

// everywhere runs a test against the app in each way, in both lifecycles.
func everywhere(t *testing.T, test func(t *testing.T, a *trips)) {
	t.Helper()
	provider := newIssuer(t)
	for _, way := range []string{own, onGoSDK, onMCPGo} {
		for _, lifecycle := range []string{modern, legacy} {
			t.Run(way+" "+lifecycle, func(t *testing.T) {
				t.Parallel()
				a := serve(t, way, lifecycle, provider)
				test(t, a)
				a.checkSecrets()
			})
		}
	}
}

func serve(t *testing.T, way, lifecycle string, provider *issuer) *trips {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	a := &trips{t: t, way: way, lifecycle: lifecycle, issuer: provider, url: "http://" + listener.Addr().String() + "/mcp"}
	a.app = a.declare()
	running := &httptest.Server{Listener: listener, Config: &http.Server{
		Handler: a.handler(), ReadHeaderTimeout: deadline, ErrorLog: slog.NewLogLogger(logged.logger().Handler(), slog.LevelError),
	}}
	running.Start()
	t.Cleanup(func() {
		a.app.Close()
		running.CloseClientConnections()
		running.Close()
	})
	if lifecycle == legacy {
		a.session = a.begin(a.good("ada"))
	}
	return a
}

// declare makes the app.
func (a *trips) declare() *oriel.App {
	app := oriel.NewWith("trips", "1.0.0", oriel.Options{
		URL: a.url, Key: "a key for all that clients carry", Logger: logged.logger(),
		Auth: auth.OIDC{Issuer: a.issuer.url, Leeway: 5 * time.Minute, Logger: logged.logger()},
	})
	needed := []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{"trips.read", "trips.write"}}}
	tool := func(name string, security []ui.SecurityScheme, view *ui.View) {
		oriel.AddTool(app, oriel.Tool{Name: name, Security: security, View: view}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
			return oriel.Result[struct{}]{Text: a.run(ctx, name)}, nil
		})
	}
	tool("search", []ui.SecurityScheme{{Type: ui.NoAuth}}, nil)
	tool("save", needed, nil)
	tool("board", needed, oriel.AddView(app, "board", ui.HTML(`<!doctype html><script>call("oriel_state")</script>`)))
	oriel.AddTool(app, oriel.Tool{Name: "erase", Security: needed}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		by, err := oriel.Ask[struct {
			Name string `json:"name"`
		}](ctx, oriel.Question{Name: "by", Message: "Who says so?"})
		return oriel.Result[struct{}]{Text: "erased, says " + by.Name}, err
	})
	files := oriel.AddFiles(app, oriel.FileOptions{})
	oriel.AddTool(app, oriel.Tool{Name: "open", Security: needed}, func(ctx context.Context, in struct {
		ID string `json:"id"`
	},
	) (oriel.Result[struct{}], error) {
		file, err := files.Open(ctx, in.ID)
		if err != nil {
			return oriel.Result[struct{}]{}, err
		}
		text, err := io.ReadAll(file)
		return oriel.Result[struct{}]{Text: string(text)}, err
	})
	oriel.AddResource(app, oriel.Resource{URI: "trip://plans", Name: "plans", Security: needed}, func(ctx context.Context) (oriel.Contents, error) {
		return oriel.Contents{Text: a.run(ctx, "plans")}, nil
	})
	oriel.AddPrompt(app, oriel.Prompt{Name: "plan", Security: needed}, func(ctx context.Context, _ struct{}) ([]oriel.Message, error) {
		return []oriel.Message{oriel.UserText(a.run(ctx, "plan"))}, nil
	})
	return app
}

// run records that something has run for a user.
func (a *trips) run(ctx context.Context, what string) string {
	said := what + " for " + oriel.RequestFrom(ctx).User.ID + "."
	a.mu.Lock()
	defer a.mu.Unlock()
	a.runs = append(a.runs, said)
	return said
}

// hasRun returns what has run since the last call.
func (a *trips) hasRun() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	all := strings.Join(a.runs, " ")
	a.runs = nil
	return all
}

func (a *trips) handler() http.Handler {
	switch a.way {
	case onGoSDK:
		s := gosdk.New(a.app)
		stateless := a.lifecycle == modern
		return gosdk.SignIn(a.app, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: stateless}))
	case onMCPGo:
		return a.app.SignIn(server.NewStreamableHTTPServer(mcpgo.New(a.app), server.WithStateful(a.lifecycle == legacy)))
	}
	return a.app.Handler()
}

// good returns a token that is accepted.
func (a *trips) good(user string) string {
	return a.issuer.token(nil, a.issuer.claims(a.url, user, nil))
}

// bearer is the header with a token, which must not be seen anywhere.
func (a *trips) bearer(token string) string { return "Authorization: Bearer " + a.secret(token) }

func (a *trips) secret(token string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.secrets = append(a.secrets, token)
	return token
}

// checkSecrets checks that no token, nor what is enough of one, is in an answer or a log.
func (a *trips) checkSecrets() {
	a.t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	const short = 20
	log := logged.String()
	if !strings.Contains(log, "is not accepted") {
		a.t.Error("the log says nothing about tokens")
	}
	for _, secret := range a.secrets {
		parts := strings.Split(secret, ".")
		for _, part := range append(parts[1:], secret) {
			if len(part) < short {
				continue
			}
			if strings.Contains(log, part) {
				a.t.Errorf("the log has a token: %.60s…", secret)
			}
			for _, answer := range a.answers {
				if strings.Contains(answer, part) {
					a.t.Errorf("an answer has a token: %s", answer)
				}
			}
		}
	}
}

// request is one as an attacker writes it, byte for byte.
type request struct {
	method  string // empty means POST
	query   string
	session string // empty means ada's; "-" means none
	header  []string
	body    string
}

// message is a request of the app's lifecycle.
func (a *trips) message(method, params string, header ...string) request {
	if a.lifecycle == modern {
		header = append(header, "Mcp-Method: "+method)
		var named struct {
			Name string `json:"name"`
			URI  string `json:"uri"`
		}
		_ = json.Unmarshal([]byte(params), &named) // an attacker's may be no JSON
		if name := named.Name + named.URI; name != "" {
			header = append(header, "Mcp-Name: "+name)
		}
	}
	return request{header: header, body: a.body(method, params)}
}

func (a *trips) call(tool string, header ...string) request {
	return a.message("tools/call", `{"name":"`+tool+`","arguments":{}}`, header...)
}

// body is the message alone.
func (a *trips) body(method, params string) string {
	if a.lifecycle == modern {
		params = strings.Replace(params, "{", `{"_meta":{"io.modelcontextprotocol/protocolVersion":"`+modern+`","io.modelcontextprotocol/clientInfo":`+client+
			`,"io.modelcontextprotocol/clientCapabilities":`+capabilities+`},`, 1)
		params = strings.Replace(params, ",}", "}", 1)
	}
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`
}

const (
	client       = `{"name":"claude-ai","version":"1"}`
	capabilities = `{"elicitation":{"form":{}},"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}`
)

// begin begins a session, and returns its id.
func (a *trips) begin(token string) string {
	a.t.Helper()
	got := a.send(request{
		session: "-", header: []string{a.bearer(token)},
		body: `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + legacy + `","capabilities":` + capabilities + `,"clientInfo":` + client + `}}`,
	})
	id := got.header.Get("Mcp-Session-Id")
	if id == "" {
		a.t.Fatalf("there is no session: %s", got)
	}
	a.send(request{session: id, header: []string{a.bearer(token)}, body: `{"jsonrpc":"2.0","method":"notifications/initialized"}`})
	return id
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
}

func (a answer) String() string { return fmt.Sprintf("%d %v %s", a.status, a.header, a.body) }

// send sends a request on a connection of its own.
func (a *trips) send(r request) answer {
	a.t.Helper()
	response := a.open(a.t.Context(), r)
	body, err := io.ReadAll(response.Body)
	if err != nil {
		a.t.Fatal(err)
	}
	return a.received(response, string(body))
}

func (a *trips) received(response *http.Response, body string) answer {
	got := answer{response.StatusCode, response.Header, body}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answers = append(a.answers, got.String())
	return got
}

// open sends a request and returns the answer when its header is there.
func (a *trips) open(ctx context.Context, r request) *http.Response {
	a.t.Helper()
	host := strings.TrimSuffix(strings.TrimPrefix(a.url, "http://"), "/mcp")
	conn, err := new(net.Dialer).DialContext(ctx, "tcp4", host)
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { _ = conn.Close() })
	if err = conn.SetDeadline(time.Now().Add(deadline)); err != nil {
		a.t.Fatal(err)
	}
	method := r.method
	if method == "" {
		method = http.MethodPost
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s /mcp%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n", method, r.query, host)
	if session := r.session; session != "-" && a.lifecycle == legacy {
		if session == "" {
			session = a.session
		}
		text.WriteString("Mcp-Session-Id: " + session + "\r\n")
	}
	if r.session != "-" {
		text.WriteString("Mcp-Protocol-Version: " + a.lifecycle + "\r\n")
	}
	for _, line := range r.header {
		text.WriteString(line + "\r\n")
	}
	fmt.Fprintf(&text, "Content-Length: %d\r\n\r\n%s", len(r.body), r.body)
	if _, err = io.WriteString(conn, text.String()); err != nil {
		a.t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		a.t.Fatalf("%v after\n%s", err, text.String())
	}
	return response
}

// challenge is the header with which the app asks for a token.
func (a *trips) challenge() string {
	return `Bearer resource_metadata="` + strings.TrimSuffix(a.url, "/mcp") + `/.well-known/oauth-protected-resource/mcp"`
}

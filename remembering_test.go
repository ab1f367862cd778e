package oriel_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

const (
	statefulHTML  = ui.HTML(statefulPage)
	statefulPage  = `<!doctype html><script>call("oriel_state")</script>`
	statefulBuilt = `<!doctype html>` + view.StateMark + `<meta name="oriel-sources" content="0"><script></script>`
	viewStatesKey = "a key for states of views"
)

// remembering returns an app with two views that keep a state, each of a tool, and
// what keeps none.
func remembering(t testing.TB, options oriel.Options) *oriel.App {
	t.Helper()
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	app := oriel.NewWith("remembering", "1", options)
	say := func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "shown"}, nil
	}
	for _, name := range []string{"board", "cart"} {
		oriel.AddTool(app, oriel.Tool{Name: name, View: oriel.AddView(app, name, ui.HTML(statefulPage+name))}, say)
	}
	oriel.AddTool(app, oriel.Tool{Name: "plain", View: oriel.AddView(app, "plain", ui.HTML("<p>no state"))}, say)
	oriel.AddTool(app, oriel.Tool{Name: "bare"}, say)
	oriel.AddTool(app, oriel.Tool{Name: "fail", View: oriel.AddView(app, "fail", ui.HTML(statefulPage))}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{}, &oriel.Error{Code: "closed", Message: "Closed."}
	})
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return app
}

// client is a client of a profile.
func client(t testing.TB, profile string) hosts.Client {
	t.Helper()
	p, ok := hosts.Get(profile)
	if !ok {
		t.Fatalf("there is no profile %s", profile)
	}
	c := hosts.Client{Introduced: true, Name: "mcp", Protocol: "2026-07-28", UIMIMETypes: p.UIMIMETypes.Value}
	if len(p.Clients.Value) > 0 {
		c.Name = p.Clients.Value[0]
	}
	if found := hosts.Detect(c); found.ID != profile {
		t.Fatalf("the client of %s is taken for %s", profile, found.ID)
	}
	return c
}

// tokenIn is the token in a result; empty without one.
func tokenIn(t testing.TB, result *ui.WireResult) string {
	t.Helper()
	said, ok := result.Meta["oriel/state"]
	if !ok {
		return ""
	}
	members, _ := said.(map[string]any)
	token, _ := members["token"].(string)
	if token == "" || len(members) != 1 {
		t.Errorf("the result says %v", said)
	}
	return token
}

// shown calls a tool as Claude does, and returns the token of its view.
func shown(ctx context.Context, t testing.TB, app *oriel.App, tool string) string {
	t.Helper()
	result, err := app.Methods().CallTool(ctx, hosts.Peer{Client: client(t, "claude")}, tool, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tokenIn(t, &result)
}

type stateAnswer struct {
	Revision int64           `json:"revision"`
	State    json.RawMessage `json:"state"`
	Found    bool            `json:"found"`
}

// exchangeState makes one call of the tool; code is that of its error, if it failed.
func exchangeState(ctx context.Context, t testing.TB, app *oriel.App, arguments any) (answer stateAnswer, code string) {
	t.Helper()
	raw, ok := arguments.(string)
	if !ok {
		written, err := json.Marshal(arguments)
		if err != nil {
			t.Fatal(err)
		}
		raw = string(written)
	}
	result, err := app.Methods().CallTool(ctx, hosts.Peer{Client: client(t, "claude")}, oriel.StateTool, json.RawMessage(raw))
	if err != nil {
		return answer, codeOf(err)
	}
	if result.IsError {
		return answer, errorCode(t, &result)
	}
	if err := json.Unmarshal(result.StructuredContent, &answer); err != nil {
		t.Fatal(err)
	}
	return answer, ""
}

// stateArguments are those of the tool.
type stateArguments struct {
	Token    string `json:"token"`
	Get      bool   `json:"get,omitempty"`
	State    any    `json:"state,omitempty"`
	Revision int64  `json:"revision"`
	Writer   string `json:"writer,omitempty"`
	Sequence int64  `json:"sequence"`
}

// keep writes a state, which has to succeed.
func keep(ctx context.Context, t testing.TB, app *oriel.App, in stateArguments) stateAnswer {
	t.Helper()
	answer, code := exchangeState(ctx, t, app, in)
	if code != "" || !answer.Found {
		t.Fatalf("writing %v: %s %+v", in.State, code, answer)
	}
	return answer
}

// kept reads a state, which has to succeed.
func kept(ctx context.Context, t testing.TB, app *oriel.App, token string) stateAnswer {
	t.Helper()
	answer, code := exchangeState(ctx, t, app, stateArguments{Token: token, Get: true})
	if code != "" {
		t.Fatal(code)
	}
	return answer
}

func toolOf(t testing.TB, app *oriel.App, name string) ui.WireTool {
	t.Helper()
	tools := app.Methods().ListTools(hosts.Client{})
	at := slices.IndexFunc(tools, func(w ui.WireTool) bool { return w.Name == name })
	if at < 0 {
		t.Fatalf("there is no tool %s", name)
	}
	return tools[at]
}

// countingStore is a store that lasts, as far as an app can tell, and knows how large
// the values are that it was given.
type countingStore struct {
	state.Store

	mu    sync.Mutex
	sizes []int
	keys  map[string]bool
}

func newCountingStore() *countingStore {
	return &countingStore{Store: state.NewMemory(), keys: map[string]bool{}}
}

func (s *countingStore) Put(ctx context.Context, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
	s.mu.Lock()
	s.sizes = append(s.sizes, len(value))
	s.keys[key] = true
	s.mu.Unlock()
	return s.Store.Put(ctx, key, value, expected, ttl)
}

func (s *countingStore) largest() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Max(s.sizes)
}

// someKey is a key that something was written under.
func (s *countingStore) someKey() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range s.keys {
		return key
	}
	return ""
}

// brokenStore fails whatever it is asked for.
type brokenStore struct{ err error }

func (s brokenStore) Get(context.Context, string) (state.Entry, error) {
	return state.Entry{}, state.ErrNotFound
}

func (s brokenStore) Put(context.Context, string, []byte, state.Revision, time.Duration) (state.Revision, error) {
	return 0, s.err
}

func (s brokenStore) Delete(context.Context, string, state.Revision) error { return s.err }

// strangeStore has the same value under every key.
type strangeStore struct {
	state.Store

	value string
}

func (s strangeStore) Get(context.Context, string) (state.Entry, error) {
	return state.Entry{Value: []byte(s.value), Revision: 1}, nil
}

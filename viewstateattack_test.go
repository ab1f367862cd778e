package oriel_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/state"
)

// door is an app as a browser or a host reaches it: over HTTP, behind a middleware that
// signs in whoever the header names.
type door struct {
	t       testing.TB
	handler http.Handler
}

func newDoor(t testing.TB, app *oriel.App) *door {
	t.Helper()
	inner := app.Handler()
	return &door{t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user := r.Header.Get("X-Test-User"); user != "" {
			r = r.WithContext(oriel.WithUser(r.Context(), oriel.User{ID: user}))
		}
		inner.ServeHTTP(w, r)
	})}
}

// call is the answer to a call of a user, as bytes; empty is nobody.
func (d *door) call(user, tool, arguments string) string {
	d.t.Helper()
	r := httptest.NewRequestWithContext(d.t.Context(), http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+arguments+`,
		"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"claude-ai","version":"1"},
		"io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}},
		"openai/subject":"ann","openai/session":"ann"}}}`))
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool, "X-Test-User": user,
	} {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	return w.Body.String()
}

// token shows a view to a user.
func (d *door) token(user, tool string) string {
	d.t.Helper()
	var answer struct {
		Result struct {
			Meta struct {
				State struct {
					Token string `json:"token"`
				} `json:"oriel/state"`
			} `json:"_meta"`
		} `json:"result"`
	}
	body := d.call(user, tool, "{}")
	if err := json.Unmarshal([]byte(body), &answer); err != nil || answer.Result.Meta.State.Token == "" {
		d.t.Fatalf("%s gives no token: %v, %s", tool, err, body)
	}
	return answer.Result.Meta.State.Token
}

func write(token, text string) string {
	return fmt.Sprintf(`{"token":%q,"state":{"secret":%q},"revision":0,"writer":"w","sequence":9}`, token, text)
}

func read(token string) string { return fmt.Sprintf(`{"token":%q,"get":true}`, token) }

// altered returns a token with one bit of its payload, or of its signature, changed.
func altered(token string, of, at int) string {
	parts := strings.Split(token, ".")
	raw, err := base64.RawURLEncoding.DecodeString(parts[of])
	if err != nil {
		return "?"
	}
	raw[(at+len(raw))%len(raw)] ^= 1
	parts[of] = base64.RawURLEncoding.EncodeToString(raw)
	return strings.Join(parts, ".")
}

// Nobody reads or writes another's state, by whatever token, and no answer tells why.
func TestStateOfAnotherUser(t *testing.T) {
	t.Parallel()
	store := newCountingStore()
	app := remembering(t, oriel.Options{Key: viewStatesKey, Store: store})
	door := newDoor(t, app)
	// Replicas share the store; one of them has another key, one another name.
	otherKey := remembering(t, oriel.Options{Key: "another key of some length", Store: store})
	otherName := oriel.NewWith("other", "1", oriel.Options{Key: viewStatesKey, Store: store, Logger: slog.New(slog.DiscardHandler)})
	oriel.AddTool(otherName, oriel.Tool{Name: "board", View: oriel.AddView(otherName, "board", statefulHTML)}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{}, nil
	})
	ann, nobody, bob := door.token("ann", "board"), door.token("", "board"), door.token("bob", "board")
	for user, token := range map[string]string{"ann": ann, "": nobody, "bob": bob} {
		if answer := door.call(user, oriel.StateTool, write(token, "of "+user)); !strings.Contains(answer, `"revision":1`) {
			t.Fatalf("%q can't write: %s", user, answer)
		}
	}
	annBody, annSignature, _ := strings.Cut(ann, ".")
	bobBody, bobSignature, _ := strings.Cut(bob, ".")
	// A user's own token of another view is for another state.
	cart := door.token("bob", "cart")
	if answer := door.call("bob", oriel.StateTool, read(cart)); !strings.Contains(answer, `"found":false`) {
		t.Errorf("with the token of another view there is %s", answer)
	}
	cartBody, cartSignature, _ := strings.Cut(cart, ".")
	refused := map[string]struct{ user, token string }{
		"ann's":                     {"bob", ann},
		"ann's, by nobody":          {"", ann},
		"nobody's, by bob":          {"bob", nobody},
		"bob's, by ann in capitals": {"BOB", bob},
		"ann's with a space":        {"ann ", ann},
		"ann's id, signed for bob":  {"bob", annBody + "." + bobSignature},
		"bob's id, signed for ann":  {"bob", bobBody + "." + annSignature},
		"a cart, signed as a board": {"bob", cartBody + "." + bobSignature},
		"a board, signed as a cart": {"bob", bobBody + "." + cartSignature},
		"another id":                {"bob", altered(bob, 0, 5)},
		"another view":              {"bob", altered(bob, 0, -1)},
		"another version":           {"bob", altered(bob, 0, 0)},
		"another signature":         {"bob", altered(bob, 1, -1)},
		"truncated":                 {"bob", bob[:len(bob)-1]},
		"the half":                  {"bob", bob[:len(bob)/2]},
		"no signature":              {"bob", bobBody},
		"an empty signature":        {"bob", bobBody + "."},
		"no payload":                {"bob", "." + bobSignature},
		"padded":                    {"bob", bob + "="},
		"with a line break":         {"bob", bobBody + "\n." + bobSignature},
		"with a space":              {"bob", " " + bob},
		"twice":                     {"bob", bob + bob},
		"three parts":               {"bob", bob + "." + bobSignature},
		"empty":                     {"bob", ""},
		"long":                      {"bob", strings.Repeat("A", 1<<20)},
		"the store's key":           {"bob", store.someKey()},
		"the store's hash":          {"bob", path.Base(store.someKey())},
		"a path":                    {"bob", "../../state/" + bob},
		"of another key":            {"bob", newDoor(t, otherKey).token("bob", "board")},
		"of another app":            {"bob", newDoor(t, otherName).token("bob", "board")},
	}
	var same string
	for name, attempt := range refused {
		for _, arguments := range []string{read(attempt.token), write(attempt.token, "stolen")} {
			answer := door.call(attempt.user, oriel.StateTool, arguments)
			if !strings.Contains(answer, `"code":"state_token_invalid"`) || strings.Contains(answer, "secret") {
				t.Errorf("%s: %.500s", name, answer)
			}
			if same == "" {
				same = answer
			}
			if diff := cmp.Diff(same, answer); diff != "" {
				t.Errorf("%s: the answers differ: %s", name, diff)
			}
		}
	}
	// A replica with another key, or of another app, that shares the store gives nothing.
	for name, other := range map[string]*oriel.App{"another key": otherKey, "another app": otherName} {
		if answer := newDoor(t, other).call("ann", oriel.StateTool, read(ann)); !strings.Contains(answer, "state_token_invalid") {
			t.Errorf("%s: %s", name, answer)
		}
	}
	for user, token := range map[string]string{"ann": ann, "": nobody, "bob": bob} {
		answer := door.call(user, oriel.StateTool, read(token))
		if !strings.Contains(answer, `"state":{"secret":"of `+user+`"}`) || !strings.Contains(answer, `"revision":1`) {
			t.Errorf("the state of %q is now %s", user, answer)
		}
	}
}

// A token is worth nothing for what else is signed with the app's key, nor is that
// for states.
func TestStateTokensAreForStates(t *testing.T) {
	t.Parallel()
	app := twiceSure("files", stateKey)
	oriel.AddTool(app, oriel.Tool{Name: "board", View: oriel.AddView(app, "board", statefulHTML)}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{}, nil
	})
	token := shown(t.Context(), t, app, "board")
	if _, err := round(t, app, "", "delete", deleteIt, token); !refusedState(err) {
		t.Errorf("as the state of a request it gives %v", err)
	}
	if _, code := exchangeState(t.Context(), t, app, stateArguments{Token: halfWay(t, app, "", "delete", deleteIt), Get: true}); code != "state_token_invalid" {
		t.Errorf("the state of a request gives %q", code)
	}
}

// A middleware that gives many the same result, such as a cache, gives none the token
// of another.
func TestStateTokensBehindACache(t *testing.T) {
	t.Parallel()
	app := remembering(t, oriel.Options{Key: viewStatesKey})
	var first *oriel.Response
	app.Use(func(next oriel.RequestHandler) oriel.RequestHandler {
		return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
			if first == nil {
				response, err := next(ctx, r)
				first = response
				return response, err
			}
			return first, nil
		}
	})
	seen := map[string]bool{}
	for range 3 {
		seen[shown(t.Context(), t, app, "board")] = true
	}
	if len(seen) != 3 || seen[""] {
		t.Errorf("three users have the tokens %v", seen)
	}
}

// Replicas with the same key and store are one. Without a store each refuses the tokens of
// the others, so that views don't read old states, and the log says so once.
func TestStateAtAnotherReplica(t *testing.T) {
	t.Parallel()
	store := newCountingStore()
	first, second := remembering(t, oriel.Options{Key: viewStatesKey, Store: store}), remembering(t, oriel.Options{Key: viewStatesKey, Store: store})
	token := shown(t.Context(), t, first, "board")
	const each = 20
	var wait sync.WaitGroup
	for i, app := range []*oriel.App{first, second, first, second} {
		wait.Go(func() {
			for n := range each {
				in := stateArguments{Token: token, State: fmt.Sprint(i, "/", n), Writer: fmt.Sprint("w", i), Sequence: int64(n)}
				if _, code := exchangeState(t.Context(), t, app, in); code != "" {
					t.Errorf("writing %v: %s", in.State, code)
				}
			}
		})
	}
	wait.Wait()
	for _, app := range []*oriel.App{first, second} {
		if got := kept(t.Context(), t, app, token); got.Revision != 4*each || !strings.HasSuffix(string(got.State), fmt.Sprintf(`/%d"`, each-1)) {
			t.Errorf("after %d writes of 4 pages there is %s of revision %d", 4*each, got.State, got.Revision)
		}
	}
	// The process ends, and another begins.
	if got := kept(t.Context(), t, remembering(t, oriel.Options{Key: viewStatesKey, Store: store}), token); got.Revision != 4*each {
		t.Errorf("with a store, after a restart there is %+v", got)
	}
	for name, store := range map[string]state.Store{"no store": nil, "the memory of the process": state.NewMemory()} {
		var log bytes.Buffer
		alone := remembering(t, oriel.Options{Key: viewStatesKey, Store: store, Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))})
		for range 2 {
			token = shown(t.Context(), t, alone, "board")
			keep(t.Context(), t, alone, stateArguments{Token: token, State: 1, Writer: "w"})
		}
		for _, in := range []stateArguments{{Token: token, Get: true}, {Token: token, State: 2, Writer: "w", Sequence: 1}} {
			if _, code := exchangeState(t.Context(), t, remembering(t, oriel.Options{Key: viewStatesKey, Store: store}), in); code != "state_token_invalid" {
				t.Errorf("%s: another replica answers %+v with %q", name, in, code)
			}
		}
		if got := kept(t.Context(), t, alone, token); string(got.State) != "1" {
			t.Errorf("%s: there is %+v", name, got)
		}
		if n := strings.Count(log.String(), "Options.Store"); n != 1 || strings.Count(log.String(), "\n") != 1 {
			t.Errorf("%s: the log says %s", name, &log)
		}
	}
}

// Writes of one page that overtake each other leave the newest, in whatever order they
// arrive, also at several replicas.
func TestNewestWriteOfAPageWins(t *testing.T) {
	t.Parallel()
	store := newCountingStore()
	replicas := []*oriel.App{remembering(t, oriel.Options{Key: viewStatesKey, Store: store}), remembering(t, oriel.Options{Key: viewStatesKey, Store: store})}
	for range 20 {
		token := shown(t.Context(), t, replicas[0], "board")
		var wait sync.WaitGroup
		for n := range 8 {
			wait.Go(func() {
				in := stateArguments{Token: token, State: n, Writer: "w", Sequence: int64(n)}
				if _, code := exchangeState(t.Context(), t, replicas[n%2], in); code != "" {
					t.Error(code)
				}
			})
		}
		wait.Wait()
		if got := kept(t.Context(), t, replicas[0], token); string(got.State) != "7" {
			t.Fatalf("of 8 writes there is %s", got.State)
		}
	}
}

// Without a key, tokens for a shared store are good in this process only, and the log says
// so once.
func TestStateWithoutAKey(t *testing.T) {
	t.Setenv(oriel.KeyVariable, "")
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	store := newCountingStore()
	app := remembering(t, oriel.Options{Logger: logger, Store: store})
	for range 3 {
		token := shown(t.Context(), t, app, "board")
		keep(t.Context(), t, app, stateArguments{Token: token, State: "x", Writer: "w"})
		if got := kept(t.Context(), t, app, token); string(got.State) != `"x"` {
			t.Errorf("there is %+v", got)
		}
	}
	if n := strings.Count(log.String(), "uses a random one"); n != 1 {
		t.Errorf("there are %d warnings: %s", n, &log)
	}
	token := shown(t.Context(), t, app, "board")
	if _, code := exchangeState(t.Context(), t, remembering(t, oriel.Options{Store: store}), stateArguments{Token: token, Get: true}); code != "state_token_invalid" {
		t.Errorf("the next process gives %q", code)
	}
}

// What a view sends may be anything. It gets a code, and nothing that is kept changes.
func TestHostileStateArguments(t *testing.T) {
	t.Parallel()
	app := remembering(t, oriel.Options{Key: viewStatesKey})
	token := shown(t.Context(), t, app, "board")
	keep(t.Context(), t, app, stateArguments{Token: token, State: "good", Writer: "w", Sequence: 1})
	with := func(members string) string { return fmt.Sprintf(`{"token":%q,%s}`, token, members) }
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	text := func(n int) string { return `"` + strings.Repeat("x", n-2) + `"` }
	const rest = `,"writer":"v","sequence":1,"revision":0`
	for name, test := range map[string]struct{ arguments, code string }{
		"nothing":                   {`{}`, "arguments_invalid"},
		"no JSON":                   {`{"token":`, "arguments_invalid"},
		"a list":                    {`[]`, "arguments_invalid"},
		"null":                      {`null`, "arguments_invalid"},
		"a number as token":         {`{"token":1,"get":true}`, "arguments_invalid"},
		"a list as token":           {`{"token":["` + token + `"],"get":true}`, "arguments_invalid"},
		"only a token":              {with(`"get":false`), "arguments_invalid"},
		"both":                      {with(`"get":true,"state":1,"writer":"v","sequence":2`), "arguments_invalid"},
		"get as text":               {with(`"get":"true"`), "arguments_invalid"},
		"no writer":                 {with(`"state":1,"sequence":2`), "arguments_invalid"},
		"an empty writer":           {with(`"state":1,"writer":"","sequence":2`), "arguments_invalid"},
		"a long writer":             {with(`"state":1,"writer":"` + strings.Repeat("w", 65) + `","sequence":2`), "arguments_invalid"},
		"a writer with a line":      {with(`"state":1,"writer":"a\nb","sequence":2`), "arguments_invalid"},
		"a writer as number":        {with(`"state":1,"writer":1,"sequence":2`), "arguments_invalid"},
		"a negative sequence":       {with(`"state":1,"writer":"v","sequence":-1`), "arguments_invalid"},
		"a huge sequence":           {with(`"state":1,"writer":"v","sequence":9007199254740992`), "arguments_invalid"},
		"an endless sequence":       {with(`"state":1,"writer":"v","sequence":1e400`), "arguments_invalid"},
		"a broken sequence":         {with(`"state":1,"writer":"v","sequence":1.5`), "arguments_invalid"},
		"a negative revision":       {with(`"state":1,"writer":"v","sequence":2,"revision":-1`), "arguments_invalid"},
		"a huge revision":           {with(`"state":1,"writer":"v","sequence":2,"revision":18446744073709551616`), "arguments_invalid"},
		"more":                      {with(`"get":true,"user":"ann"`), "arguments_invalid"},
		"another's key":             {with(`"get":true,"key":"oriel/state/x"`), "arguments_invalid"},
		"half a letter":             {with("\"state\":\"\xe8\xaa\"" + rest), "arguments_invalid"},
		"too large":                 {with(`"state":` + text(1_000_001) + rest), "state_too_large"},
		"much too large":            {with(`"state":` + text(3_000_000) + rest), "state_too_large"},
		"too large without spaces":  {with(`"state":[` + strings.Repeat("1 , ", 600_000) + `1]` + rest), "state_too_large"},
		"too deep":                  {with(`"state":` + nested(501) + rest), "state_too_deep"},
		"much too deep":             {with(`"state":` + nested(9_000) + rest), "state_too_deep"},
		"deeper than anybody reads": {with(`"state":` + nested(2_000_000) + rest), "arguments_invalid"},
	} {
		if answer, code := exchangeState(t.Context(), t, app, test.arguments); code != test.code || answer.Found {
			t.Errorf("%s: %q, %.200v", name, code, answer)
		}
	}
	if got := kept(t.Context(), t, app, token); string(got.State) != `"good"` || got.Revision != 1 {
		t.Errorf("there is %s of revision %d", got.State, got.Revision)
	}
	for i, largest := range []string{
		text(1_000_000), nested(500), `"` + strings.Repeat(`\"[{`, 200_000) + `"`, `"` + strings.Repeat("<", 999_998) + `"`, "[" + strings.Repeat(" ", 2_000_000) + "]",
	} {
		if _, code := exchangeState(t.Context(), t, app, with(fmt.Sprintf(`"state":%s,"writer":"v","sequence":%d`, largest, i))); code != "" {
			t.Errorf("the largest, %.20s, gives %q", largest, code)
		}
		if got := kept(t.Context(), t, app, token); len(got.State) > 1_000_000 || string(got.State) != strings.ReplaceAll(largest, "  ", "") {
			t.Errorf("of %.20s there are %d bytes", largest, len(got.State))
		}
	}
}

// A store that fails is an error of the app, and its words are not for the view.
func TestStateStoreFails(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		err  error
		code string
	}{
		"full":   {fmt.Errorf("writing: %w", state.ErrFull), "state_full"},
		"broken": {errors.New("dial postgres://user:secret@db"), "internal"},
	} {
		app := remembering(t, oriel.Options{Key: viewStatesKey, Store: brokenStore{test.err}})
		token := shown(t.Context(), t, app, "board")
		result, err := app.Methods().CallTool(t.Context(), hosts.Peer{Client: client(t, "claude")}, oriel.StateTool, json.RawMessage(write(token, "x")))
		if err != nil {
			t.Fatal(err)
		}
		if code := errorCode(t, &result); code != test.code || strings.Contains(fmt.Sprint(result.Content), "secret") {
			t.Errorf("%s: %s, %v", name, code, result.Content)
		}
	}
	// What somebody else has put there is no state, and no reason to panic.
	for _, value := range []string{"", "x", "{}", "{}\n1", "null\n1", "[]\n", `{"revision":1,"writers":[{"id":"w","sequence":1}]}`} {
		app := remembering(t, oriel.Options{Key: viewStatesKey, Store: strangeStore{state.NewMemory(), value}})
		token := shown(t.Context(), t, app, "board")
		for _, arguments := range []string{write(token, "x"), read(token)} {
			if _, code := exchangeState(t.Context(), t, app, arguments); code != "internal" {
				t.Errorf("%q gives %q", value, code)
			}
		}
	}
}

// A middleware that knows users by other names, and hands on a request of its own for
// it, is the one that counts: for the token as for what the token is used for.
func TestStateBehindACopyOfTheRequest(t *testing.T) {
	t.Parallel()
	app := remembering(t, oriel.Options{Key: viewStatesKey})
	app.Use(func(next oriel.RequestHandler) oriel.RequestHandler {
		return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
			other := *r
			other.User.ID = "tenant/" + r.User.ID
			return next(ctx, &other)
		}
	})
	ann := newDoor(t, app)
	kept := ann.call("ann", oriel.StateTool, write(ann.token("ann", "board"), "hers"))
	if !strings.Contains(kept, `"found":true`) {
		t.Errorf("her own state is not kept: %s", kept)
	}
}

package attachtest

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

// tokens are access tokens, with the scopes of the users that they name.
type tokens map[string][]string

func (t tokens) TokenVerifier() (oriel.TokenVerifier, error) { return t, nil }
func (tokens) Issuers() []string                             { return []string{"https://id.example.com"} }

func (tokens) Audience() string { return "https://trips.example.com/mcp" }

func (t tokens) VerifyToken(_ context.Context, token, _ string) (oriel.User, error) {
	scopes, known := t[token]
	if !known {
		return oriel.User{}, &oriel.Error{Code: "token_invalid", Message: "The access token is not accepted."}
	}
	return oriel.User{ID: token, Scopes: scopes, Claims: map[string]any{"org": "of " + token}}, nil
}

// guarded is an app with a sign-in, for which everybody may search.
func guarded() *oriel.App {
	app := oriel.NewWith("trips", "1", oriel.Options{
		Logger: slog.New(slog.DiscardHandler), URL: "https://trips.example.com/mcp", Auth: tokens{"ada": {"read"}, "bob": {"read", "write"}},
	})
	who := func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		user := oriel.RequestFrom(ctx).User
		org, _ := user.Claims["org"].(string)
		return oriel.Result[struct{}]{Text: "user=" + user.ID + " org=" + org}, nil
	}
	write := []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{"write"}}}
	oriel.AddTool(app, oriel.Tool{Name: "search", Security: []ui.SecurityScheme{{Type: ui.NoAuth}}}, who)
	oriel.AddTool(app, oriel.Tool{Name: "list"}, who)
	oriel.AddTool(app, oriel.Tool{Name: "save", Security: write}, who)
	oriel.AddResource(app, oriel.Resource{URI: "trip://plans", Name: "plans", Security: write}, func(ctx context.Context) (oriel.Contents, error) {
		return oriel.Contents{Text: "plans of " + oriel.RequestFrom(ctx).User.ID}, nil
	})
	oriel.AddPrompt(app, oriel.Prompt{Name: "plan", Security: write}, func(ctx context.Context, _ struct{}) ([]oriel.Message, error) {
		return []oriel.Message{oriel.UserText("Plan for " + oriel.RequestFrom(ctx).User.ID)}, nil
	})
	return app
}

// withToken sends the token that *token is then with each request.
func withToken(token *string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if *token != "" {
			r.Header.Set("Authorization", "Bearer "+*token)
		}
		next.ServeHTTP(w, r)
	})
}

// The app's sign-in in front of the library's handler enforces what the app declares, for
// the user of each request, also in a session that another user began.
func (l *Library[S]) signIn(t *testing.T) {
	t.Helper()
	app, token, client := guarded(), "", ClientOf(t, "claude")
	s := l.New(app)
	for way, ask := range map[string]Line{
		legacyWay: client.LegacyHTTP(t, withToken(&token, l.SignIn(app, l.Stateless(s)))),
		modernWay: client.ModernHTTP(t, withToken(&token, l.SignIn(app, l.Modern(s)))),
	} {
		for _, test := range []struct{ token, request, want string }{
			{"", `"tools/call","params":{"name":"search","arguments":{}}`, "user= org="},
			{"", `"tools/call","params":{"name":"list","arguments":{}}`, "sign_in_required"},
			{"", `"resources/read","params":{"uri":"trip://plans"}`, "sign_in_required"},
			{"", `"prompts/get","params":{"name":"plan"}`, "sign_in_required"},
			{"ada", `"tools/call","params":{"name":"search","arguments":{}}`, "user=ada org=of ada"},
			{"ada", `"tools/call","params":{"name":"list","arguments":{}}`, "user=ada org=of ada"},
			{"ada", `"tools/call","params":{"name":"save","arguments":{}}`, "insufficient_scope"},
			{"ada", `"resources/read","params":{"uri":"trip://plans"}`, "insufficient_scope"},
			{"ada", `"prompts/get","params":{"name":"plan"}`, "insufficient_scope"},
			{"bob", `"tools/call","params":{"name":"save","arguments":{}}`, "user=bob org=of bob"},
			{"bob", `"resources/read","params":{"uri":"trip://plans"}`, "plans of bob"},
			{"bob", `"prompts/get","params":{"name":"plan"}`, "Plan for bob"},
			{"eve", `"tools/call","params":{"name":"search","arguments":{}}`, "token_invalid"},
		} {
			token = test.token
			Contains(t, way+", "+test.token+", "+test.request, string(ask(test.request)), []string{test.want}, "")
		}
	}
}

// A session that one user began is of no use to another, and the app enforces its
// declarations also where nothing stands in front of the library's handler.
func (l *Library[S]) sessionOfAnotherUser(t *testing.T) {
	t.Helper()
	app, token, client := guarded(), "bob", ClientOf(t, "claude")
	s := l.New(app)
	const save = `"tools/call","params":{"name":"save","arguments":{}}`
	ask := client.LegacyHTTP(t, withToken(&token, l.SignIn(app, l.Legacy(s))))
	Contains(t, "bob", string(ask(save)), []string{"user=bob"}, "")
	for _, token = range []string{"ada", "", "eve"} {
		if got := string(ask(save)); strings.Contains(got, "bob") {
			t.Errorf("%q has bob's session: %s", token, got)
		}
	}
	const subscribe = `"resources/subscribe","params":{"uri":"trip://plans"}`
	for way, ask := range l.Lines(t, s, "claude") {
		Contains(t, way, string(ask(save)), []string{"sign_in_required"}, "user=")
		if way != modernWay {
			Contains(t, way, string(ask(subscribe)), []string{"sign_in_required"}, `"result"`)
		}
	}
}

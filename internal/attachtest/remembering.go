package attachtest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

// statefulPage is a view that keeps a state with its app.
const statefulPage = `<!doctype html><script>call("oriel_state")</script>`

// boardCall is the method and the parameters of a call that shows the view of
// [remembering].
const boardCall = `"tools/call","params":{"name":"board","arguments":{}}`

// remembering is an app with a view that keeps a state.
func remembering() *oriel.App {
	app := oriel.NewWith("remembering", "1", oriel.Options{Key: "a key for states of views"})
	oriel.AddTool(app, oriel.Tool{Name: "board", View: oriel.AddView(app, "board", ui.HTML(statefulPage))},
		func(context.Context, struct{}) (oriel.Result[struct{}], error) {
			return oriel.Result[struct{}]{Text: "shown"}, nil
		})
	return app
}

// stateToken is the token of a state in an answer; empty without one.
func stateToken(t *testing.T, answer []byte) string {
	t.Helper()
	var read struct {
		Result struct {
			Meta struct {
				State struct {
					Token string `json:"token"`
				} `json:"oriel/state"`
			} `json:"_meta"`
		} `json:"result"`
	}
	decode(t, answer, &read)
	return read.Result.Meta.State.Token
}

// stateWrite is the method and the parameters of a call that keeps a text.
func stateWrite(token, text string) string {
	return stateCall(fmt.Sprintf(`{"token":%q,"state":%q,"revision":0,"writer":"w","sequence":1}`, token, text))
}

// stateRead is the method and the parameters of a call that reads a state.
func stateRead(token string) string { return stateCall(fmt.Sprintf(`{"token":%q,"get":true}`, token)) }

func stateCall(arguments string) string {
	return fmt.Sprintf(`"tools/call","params":{"name":%q,"arguments":%s}`, oriel.StateTool, arguments)
}

// A view keeps its state through an app on a server of either library.
func (l *Library[S]) stateOfAView(t *testing.T) {
	t.Helper()
	attached := l.Bare()
	if err := l.Attach(attached, remembering()); err != nil {
		t.Fatal(err)
	}
	for what, s := range map[string]*S{"attached": attached, "alone": l.New(remembering())} {
		for name, ask := range l.Lines(t, s, "claude") {
			name = what + ", " + name
			Contains(t, name, string(Listed(t, ask, "tools/list")[oriel.StateTool]), []string{`"visibility":["app"]`}, "")
			token := stateToken(t, ask(boardCall))
			Contains(t, name, string(ask(stateWrite(token, "mine"))), []string{`"revision":1`, `"found":true`}, "isError")
			Contains(t, name, string(ask(stateRead(token))), []string{`"state":"mine"`, `"revision":1`}, "isError")
			Contains(t, name, string(ask(stateRead(token+"A"))), []string{`"code":"state_token_invalid"`, `"isError":true`}, "mine")
		}
		for host, listing := range map[string]bool{"chatgpt": false, "text": false, "vscode": true} {
			for name, ask := range l.Lines(t, s, host) {
				if _, has := Listed(t, ask, "tools/list")[oriel.StateTool]; has != listing {
					t.Errorf("%s, %s, %s: the tool is listed: %v", what, host, name, has)
				}
				if has := stateToken(t, ask(boardCall)) != ""; has != listing {
					t.Errorf("%s, %s, %s: there is a token: %v", what, host, name, has)
				}
			}
		}
	}
}

// The user whom middleware in front of the library's handler has signed in is the one
// whose state it is.
func (l *Library[S]) stateOfAnotherUser(t *testing.T) {
	t.Helper()
	user := "ann"
	ask := ClientOf(t, "claude").ModernHTTP(t, SignedIn(&user, l.Modern(l.New(remembering()))))
	token := stateToken(t, ask(boardCall))
	Contains(t, "ann", string(ask(stateWrite(token, "ann's"))), []string{`"revision":1`}, "isError")
	for _, user = range []string{"bob", "", "Ann"} {
		for _, request := range []string{stateRead(token), stateWrite(token, "stolen")} {
			Contains(t, user, string(ask(request)), []string{`"code":"state_token_invalid"`}, "ann's")
		}
	}
	user = "ann"
	Contains(t, "ann", string(ask(stateRead(token))), []string{`"state":"ann's"`, `"revision":1`}, "isError")
}

// A view of a server's own tool brings no other tool along, and so no token either.
func (l *Library[S]) viewKeepsNoState(t *testing.T) {
	t.Helper()
	for _, host := range []string{"claude", "mcp-ui"} {
		s := l.Existing()
		if err := l.AddView(s, "forecast", ui.HTML(statefulPage)); err != nil {
			t.Fatal(err)
		}
		for name, ask := range l.Lines(t, s, host) {
			if _, has := Listed(t, ask, "tools/list")[oriel.StateTool]; has {
				t.Errorf("%s, %s: the tool is listed", host, name)
			}
			if answer := string(ask(forecastCall)); strings.Contains(answer, `"oriel/state":`) || !strings.Contains(answer, "Warm in Lisbon") {
				t.Errorf("%s, %s: %.2000s", host, name, answer)
			}
		}
	}
}

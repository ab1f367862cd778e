package gosdk_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/ui"
)

// tokenOf is the token in an answer; empty without one.
func tokenOf(t *testing.T, answer []byte) string {
	t.Helper()
	token, err := attachtest.StateToken(answer)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// A view keeps its state through an app that is on a server, whoever carries that.
func TestStateOfAView(t *testing.T) {
	t.Parallel()
	attached := mcp.NewServer(&mcp.Implementation{Name: "own", Version: "1"}, nil)
	if err := gosdk.Attach(attached, attachtest.Remembering()); err != nil {
		t.Fatal(err)
	}
	for what, server := range map[string]*mcp.Server{"attached": attached, "alone": gosdk.New(attachtest.Remembering())} {
		for name, ask := range lines(t, server, "claude") {
			name = what + ", " + name
			contains(t, name, string(listed(t, ask, "tools/list", "tools", "name")["oriel_state"]), []string{`"visibility":["app"]`}, "")
			token := tokenOf(t, ask(attachtest.BoardCall))
			contains(t, name, string(ask(attachtest.StateWrite(token, "mine"))), []string{`"revision":1`, `"found":true`}, "isError")
			contains(t, name, string(ask(attachtest.StateRead(token))), []string{`"state":"mine"`, `"revision":1`}, "isError")
			contains(t, name, string(ask(attachtest.StateRead(token+"A"))), []string{`"code":"state_token_invalid"`, `"isError":true`}, "mine")
		}
		for host, listing := range map[string]bool{"chatgpt": false, "text": false, "vscode": true} {
			for name, ask := range lines(t, server, host) {
				if _, has := listed(t, ask, "tools/list", "tools", "name")["oriel_state"]; has != listing {
					t.Errorf("%s, %s, %s: the tool is listed: %v", what, host, name, has)
				}
				if has := tokenOf(t, ask(attachtest.BoardCall)) != ""; has != listing {
					t.Errorf("%s, %s, %s: there is a token: %v", what, host, name, has)
				}
			}
		}
	}
}

// The user whom go-sdk's handler tells is the one whose state it is.
func TestStateOfAnotherUser(t *testing.T) {
	t.Parallel()
	server := gosdk.New(attachtest.Remembering())
	user := "ann"
	info, capabilities := introduction(t, "claude")
	ask := modernHTTP(t, signedIn(&user, mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})), info, capabilities)
	token := tokenOf(t, ask(attachtest.BoardCall))
	contains(t, "ann", string(ask(attachtest.StateWrite(token, "ann's"))), []string{`"revision":1`}, "isError")
	for _, user = range []string{"bob", "", "Ann"} {
		for _, request := range []string{attachtest.StateRead(token), attachtest.StateWrite(token, "stolen")} {
			contains(t, user, string(ask(request)), []string{`"code":"state_token_invalid"`}, "ann's")
		}
	}
	user = "ann"
	contains(t, "ann", string(ask(attachtest.StateRead(token))), []string{`"state":"ann's"`, `"revision":1`}, "isError")
}

// A view of a server's own tool brings no other tool along, and so no token either.
func TestViewKeepsNoState(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"claude", "mcp-ui"} {
		server := existing()
		if err := gosdk.AddView(server, "forecast", ui.HTML(attachtest.StatefulPage)); err != nil {
			t.Fatal(err)
		}
		for name, ask := range lines(t, server, host) {
			if _, has := listed(t, ask, "tools/list", "tools", "name")["oriel_state"]; has {
				t.Errorf("%s, %s: the tool is listed", host, name)
			}
			if answer := string(ask(called)); strings.Contains(answer, `"oriel/state":`) || !strings.Contains(answer, "Warm in Lisbon") {
				t.Errorf("%s, %s: %.2000s", host, name, answer)
			}
		}
	}
}

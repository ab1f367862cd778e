package attachtest

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

// Library is somebody else's MCP library and our module for it. [Library.Run] has what
// every such module must do to a server, which is an *S.
type Library[S any] struct {
	// Existing makes a server as somebody may have one: with all that the library has, and
	// with what ownRequests ask for. The _meta of its tool forecast has data for views,
	// "own":"kept", and from middleware "seen":"forecast".
	Existing func() *S
	// Bare makes a server with nothing.
	Bare func() *S

	// What our module does.
	New         func(app *oriel.App) *S
	Attach      func(s *S, app *oriel.App) error
	AddView     func(s *S, tool string, content ui.Content) error
	AddViewWith func(s *S, tool string, content ui.Content, metadata ui.Metadata) error

	// SignIn is the app's sign-in in front of a handler.
	SignIn func(app *oriel.App, next http.Handler) http.Handler

	// AddTool gives a server a tool of its own, with a text as its description and answer.
	AddTool    func(s *S, name, text string, meta map[string]any)
	RemoveTool func(s *S, name string)
	// AddOddTool gives a server the tool odd, with results of the kinds in [oddKinds].
	AddOddTool func(s *S)

	// Legacy and Modern are the library's handlers for clients of a lifecycle, which answer in
	// JSON. Stateless forgets clients of the older one. Usual is what most people take, for both.
	Legacy, Modern, Stateless func(s *S) http.Handler
	Usual                     func(s *S, lifecycle orieltest.Lifecycle) http.Handler
	// Direct reaches a server without HTTP.
	Direct func(t *testing.T, s *S, client Client) Line

	// Views is how the URIs of its views begin.
	Views string
	// UnknownTool is what it says to a call of a tool that it has not.
	UnknownTool string
	// NoLegacyHints: in the older lifecycle, results have no hints for caches.
	NoLegacyHints bool
	// SessionsKeepUsers: the user of a session's first request is that of all others.
	SessionsKeepUsers bool
	// ForgedState and Unable are parts of what it answers to a state that is not the
	// app's, and to a client that lacks a capability.
	ForgedState, Unable []string
	// Faults are apps that only this library refuses.
	Faults map[string]AttachFault

	// Level takes out of an answer what differs on purpose from the app's own handler.
	Level func(answer map[string]any)
	// Otherwise are parts of answers that can't be leveled, by the params of the exchange.
	Otherwise map[string][]string
}

// AttachFault is something that an app may not declare, and the code of the error.
type AttachFault struct {
	Declare func(app *oriel.App)
	Code    string
}

// Run runs all checks.
func (l *Library[S]) Run(t *testing.T) {
	t.Helper()
	for name, check := range map[string]func(t *testing.T){
		"AttachLeavesTheServerAsItWas":      l.attachLeavesTheServerAsItWas,
		"AttachDeclaresTheExtension":        l.attachDeclaresTheExtension,
		"AttachFaults":                      l.attachFaults,
		"NewFaults":                         l.newFaults,
		"LaterNames":                        l.laterNames,
		"ServersAreForgotten":               l.serversAreForgotten,
		"AtOnce":                            l.atOnce,
		"AnswersLikeTheAppsOwnHandler":      l.answersLikeTheAppsOwnHandler,
		"RoundsOnTheWire":                   l.roundsOnTheWire,
		"UserInTheRequestsContext":          l.userInTheRequestsContext,
		"OlderClientsOfTheStatelessHandler": l.olderClientsOfTheStatelessHandler,
		"SignIn":                            l.signIn,
		"SessionOfAnotherUser":              l.sessionOfAnotherUser,
		"StateOfAView":                      l.stateOfAView,
		"StateOfAnotherUser":                l.stateOfAnotherUser,
		"ViewLeavesTheServerAsItWas":        l.viewLeavesTheServerAsItWas,
		"ViewForEachHost":                   l.viewForEachHost,
		"SeveralViews":                      l.severalViews,
		"ViewFaults":                        l.viewFaults,
		"ViewOfAToolThatChanges":            l.viewOfAToolThatChanges,
		"ViewInsideOddResults":              l.viewInsideOddResults,
		"ViewKeepsNoState":                  l.viewKeepsNoState,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t)
		})
	}
}

// Names of the ways to reach a server.
const (
	legacyWay = "older lifecycle, HTTP"
	modernWay = "newer lifecycle, HTTP"
	directWay = "older lifecycle, without HTTP"
)

// Lines are the ways to reach a server as a host, by their names.
func (l *Library[S]) Lines(t *testing.T, s *S, host string) map[string]Line {
	t.Helper()
	client := ClientOf(t, host)
	return map[string]Line{
		legacyWay: client.LegacyHTTP(t, l.Legacy(s)),
		modernWay: client.ModernHTTP(t, l.Modern(s)),
		directWay: l.Direct(t, s, client),
	}
}

// WithoutForecast is [Sample] without its forecast: the servers have one.
func WithoutForecast(t *testing.T) *oriel.App {
	t.Helper()
	app := Sample(t)
	app.RemoveTools("forecast")
	return app
}

// ownRequests are requests for what an existing server has.
var ownRequests = []string{
	`"ping"`,
	`"prompts/list"`,
	`"resources/templates/list"`,
	`"prompts/get","params":{"name":"plan","arguments":{"city":"Rome"}}`,
	`"prompts/get","params":{"name":"none"}`,
	`"resources/read","params":{"uri":"file:///a"}`,
	`"resources/read","params":{"uri":"file:///logs/monday"}`,
	`"resources/read","params":{"uri":"file:///none"}`,
	`"completion/complete","params":{"ref":{"type":"ref/prompt","name":"plan"},"argument":{"name":"city","value":"R"}}`,
	`"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}`,
	`"tools/call","params":{"name":"add","arguments":{"a":"x"}}`,
	`"tools/call","params":{"name":"forecast","arguments":{"city":"Atlantis"}}`,
	`"tools/call","params":{"name":"secret","arguments":{}}`,
	`"tools/call","params":{"name":"raw","arguments":{"z":1, "a":[9007199254740993]}}`,
	`"tools/call","params":{"name":"settings","arguments":{}}`,
	`"tools/call","params":{"name":"none","arguments":{}}`,
	`"tools/list","params":{"cursor":"broken"}`,
	`"no/such/method"`,
}

// forecastCall is a call of the tool that gets a view.
const forecastCall = `"tools/call","params":{"name":"forecast","arguments":{"city":"Lisbon"}}`

const page = "<!doctype html><p>The weather</p>"

// CodeOf is the code of one of our errors, and the text of another.
func CodeOf(err error) string {
	if public, ok := errors.AsType[*ui.Error](err); ok {
		return public.Code
	}
	return fmt.Sprint(err)
}

package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/signin"
	"github.com/orielapps/oriel/ui"
)

// byHeader is the status of a server to which a person sends credentials of their own.
const byHeader signin.Status = "header"

// signInSummary is what the page always shows of a server's sign-in.
type signInSummary struct {
	Status signin.Status `json:"status" enum:"none,needed,started,signedIn,header"`
	// Subject is who is signed in, as the provider calls the user; empty if it is not known.
	Subject string `json:"subject"`
	// Missing are scopes that the server wants beside those that the user has granted.
	Missing []string `json:"missing"`
}

// signInEvent says that a server's sign-in is not what it was.
type signInEvent struct {
	Type   string        `json:"type" enum:"signin"`
	Server string        `json:"server"`
	SignIn signInSummary `json:"signIn"`
}

func (signInEvent) event() {}

// signInAnswer is all of a server's sign-in.
type signInAnswer struct {
	signInSummary

	Issuer string   `json:"issuer"`
	Scopes []string `json:"scopes"`
	// Expires is when the token ends, in milliseconds since 1970; zero if that is not known.
	Expires int64 `json:"expires"`
	// Registered says how the provider knows the workbench.
	Registered string `json:"registered"`
	// Address is where the user signs in, while that is awaited; empty otherwise.
	Address string       `json:"address"`
	Steps   []signInStep `json:"steps"`
	// Hosts are those of which it is known how they sign in; empty until the provider is found.
	Hosts []signInHost `json:"hosts"`
}

// signInHost is how a host would become known to the provider.
type signInHost struct {
	Title string `json:"title"`
	How   string `json:"how" enum:"document,dynamic,byHand,"`
	// Document is the address of the host's metadata document, if that is how.
	Document string `json:"document"`
	// Redirects are the addresses that the provider has to accept.
	Redirects []string `json:"redirects"`
	// Reasons say why what the host tries before is not possible.
	Reasons []string `json:"reasons"`
}

// signInStep is one thing that was done for a sign-in.
type signInStep struct {
	What       string         `json:"what"`
	Request    string         `json:"request"`
	Status     int            `json:"status"` // of HTTP; zero without one
	Wants      string         `json:"wants"`
	Section    string         `json:"section"`
	Verdict    signin.Verdict `json:"verdict" enum:"ok,failed,absent,waiting"`
	Fault      signin.Party   `json:"fault" doc:"Whose fault a failure is: \"server\", \"provider\", \"workbench\" or \"user\"."`
	Problem    string         `json:"problem"`
	Fix        string         `json:"fix"`
	DurationMS float64        `json:"durationMs"`
}

type signInRequest struct {
	Server string `json:"server"`
	// What is left out registers the workbench, and asks for what the server wants.
	ClientID     string `json:"clientId"`
	ClientSecret string `json:"clientSecret"`
	Redirect     string `json:"redirect"`
	Scope        string `json:"scope"`
}

// newSignIn returns the sign-in of a server; nil for a program, which has none.
func newSignIn(s *server) *signin.Session {
	if s.isProgram() {
		return nil
	}
	return signin.New(signin.Options{Endpoint: s.endpoint.Endpoint, Changed: s.signInChanged})
}

// signInChanged shows a change, and connects anew after a sign-in that came to its end. Changes
// come at the same time: s.mu keeps what is shown last the last one.
func (s *server) signInChanged() {
	s.mu.Lock()
	defer s.mu.Unlock()
	state := s.signIn.State()
	anew := state.SignIns != s.signIns && !s.closed
	if s.signIns = state.SignIns; anew {
		s.leaving.Go(func() { _ = s.restart(nil) }) // what is wrong shows in its state
	}
	s.events.publish(signInEvent{Type: "signin", Server: s.endpoint.ID, SignIn: s.summarize(state)})
}

func (s *server) signInSummary() signInSummary {
	if s.signIn == nil {
		return signInSummary{Status: signin.NotNeeded, Missing: []string{}}
	}
	return s.summarize(s.signIn.State())
}

func (s *server) summarize(state signin.State) signInSummary {
	summary := signInSummary{Status: state.Status, Subject: s.events.redact.clean(state.Subject), Missing: append([]string{}, state.Missing...)}
	if s.endpoint.Header.Get("Authorization") != "" {
		summary.Status = byHeader
	}
	return summary
}

func (w *Workbench) describeSignIn(s *server) signInAnswer {
	answer := signInAnswer{signInSummary: s.signInSummary(), Scopes: []string{}, Steps: []signInStep{}, Hosts: []signInHost{}}
	if s.signIn == nil {
		return answer
	}
	answer.Hosts = w.signInHosts(s.signIn)
	clean := s.events.redact.clean
	state := s.signIn.State()
	answer.Issuer, answer.Registered, answer.Address = clean(state.Issuer), state.Registered, state.Address
	answer.Scopes = append(answer.Scopes, state.Scopes...)
	if !state.Expires.IsZero() {
		answer.Expires = state.Expires.UnixMilli()
	}
	for _, one := range state.Steps {
		answer.Steps = append(answer.Steps, signInStep{
			What: one.What, Request: clean(one.Request), Status: one.Status, Wants: one.Wants, Section: one.Section,
			Verdict: one.Verdict, Fault: one.Fault, Problem: clean(one.Problem), Fix: one.Fix, DurationMS: milliseconds(one.Duration),
		})
	}
	return answer
}

// signInHosts are the hosts of which it is known how they would sign in at a server.
func (w *Workbench) signInHosts(session *signin.Session) []signInHost {
	list := []signInHost{}
	for _, p := range w.profiles {
		outlook, found := session.Outlook(p.SignIn.Value)
		if !found || !p.SignIn.Known {
			continue
		}
		host := signInHost{
			Title: p.Title, How: outlook.How, Redirects: append([]string{}, outlook.Redirects...), Reasons: append([]string{}, outlook.Reasons...),
		}
		if outlook.How == hosts.RegistersByDocument {
			host.Document = p.SignIn.Value.Document
		}
		list = append(list, host)
	}
	return list
}

// signInAt returns the server of a request, if users can sign in there.
func (w *Workbench) signInAt(id string) (*server, error) {
	s, err := w.server(id)
	switch {
	case err != nil:
		return nil, err
	case s.signIn == nil:
		return nil, &ui.Error{
			Code: "sign_in_impossible", Message: "Over standard input and output there is no sign-in.",
			Fix: "Who starts the program is its user.",
		}
	default:
		return s, nil
	}
}

// showSignIn answers POST /api/signin.
func (w *Workbench) showSignIn(_ *http.Request, in signInRequest) (any, error) {
	s, err := w.server(in.Server)
	if err != nil {
		return nil, err
	}
	return w.describeSignIn(s), nil
}

// startSignIn answers POST /api/signin/start, once it is known where the user signs in, or why
// that is not possible: then the last step says it.
func (w *Workbench) startSignIn(r *http.Request, in signInRequest) (any, error) {
	s, err := w.signInAt(in.Server)
	if err != nil {
		return nil, err
	}
	if s.signInSummary().Status == byHeader {
		return nil, &ui.Error{
			Code: "sign_in_by_header", Message: "The server gets the Authorization header of its settings.",
			Fix: "Leave that header out to sign in here.",
		}
	}
	client := signin.Client{ID: strings.TrimSpace(in.ClientID), Secret: in.ClientSecret, Redirect: strings.TrimSpace(in.Redirect)}
	if scopes := strings.Fields(in.Scope); len(scopes) > 0 {
		client.Scopes = scopes
	}
	_, err = s.signIn.Start(r.Context(), client)
	if _, shown := errors.AsType[*signin.Error](err); err != nil && !shown && r.Context().Err() == nil {
		return nil, &ui.Error{Code: "cancelled", Message: "The sign-in was ended.", Fix: "Sign in again."}
	}
	return w.describeSignIn(s), nil
}

// cancelSignIn answers POST /api/signin/cancel.
func (w *Workbench) cancelSignIn(_ *http.Request, in signInRequest) (any, error) {
	s, err := w.signInAt(in.Server)
	if err != nil {
		return nil, err
	}
	s.signIn.Cancel()
	return w.describeSignIn(s), nil
}

// signOut answers POST /api/signin/out.
func (w *Workbench) signOut(_ *http.Request, in signInRequest) (any, error) {
	s, err := w.signInAt(in.Server)
	if err != nil {
		return nil, err
	}
	s.signIn.Cancel()
	// The sessions end with the token that they are of.
	if err := s.restart(s.signIn.SignOut); err != nil {
		return nil, err
	}
	return w.describeSignIn(s), nil
}

// token returns the token that a request has now; empty without one.
func (s *server) token(ctx context.Context) string {
	if s.signIn == nil {
		return ""
	}
	return s.signIn.Token(ctx)
}

// noteChallenge notes that a result asks for a sign-in, as servers ask ChatGPT. sent is the token
// of the call.
func (s *server) noteChallenge(ctx context.Context, tool string, result json.RawMessage, sent string) {
	const member = "mcp/www_authenticate"
	if s.signIn == nil || !strings.Contains(string(result[:min(len(result), maxChallengeSearch)]), member) {
		return
	}
	var with struct {
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	if json.Unmarshal(result, &with) != nil {
		return
	}
	var values []string
	var one string
	if json.Unmarshal(with.Meta[member], &one) == nil {
		values = []string{one}
	} else if json.Unmarshal(with.Meta[member], &values) != nil {
		return
	}
	if challenge := signin.ParseChallenge(values); challenge.Found {
		s.signIn.Asked(ctx, "tools/call "+tool+", _meta["+member+"]", challenge, sent)
	}
}

// maxChallengeSearch bounds the results in which a challenge is looked for, in bytes.
const maxChallengeSearch = mebibyte

var _ mcpclient.Authorizer = (*signin.Session)(nil)

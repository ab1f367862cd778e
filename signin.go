package oriel

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/ui"
)

// maxToken is the maximum length of an access token, in bytes.
const maxToken = 16 << 10

// checksSignIn reports whether the app checks who sends requests.
func (a *App) checksSignIn() bool { return a.verifier != nil || a.options.SignInChecked }

// Authenticate returns an HTTP request with its user in its context. An error has a
// challenge if the client has to sign in; otherwise its token can't be checked now.
func (m methods) Authenticate(r *http.Request) (*http.Request, *Error) {
	ctx := r.Context()
	if m.verifier == nil || userFrom(ctx).ID != "" || needsNoSignIn(ctx) {
		return r, nil
	}
	token, presented, fault := bearerToken(r)
	switch {
	case fault != nil:
		return r, m.challenge(fault)
	case !presented && m.declared().open:
		return r, nil
	case !presented:
		return r, m.signInRequired(nil)
	}
	user, err := m.verifier.VerifyToken(ctx, token, m.resourceURL())
	if err == nil && user.ID == "" {
		err = tokenInvalid("It names no user.")
	}
	if err == nil {
		return r.WithContext(WithUser(ctx, user)), nil
	}
	if public, ok := errors.AsType[*Error](err); ok {
		return r, m.challenge(public)
	}
	m.uncheckedToken.log(m.logger(), err)
	return r, &Error{
		Code: "sign_in_unavailable", Message: "The access token can't be checked now.", Fix: "Try again in a moment.",
	}
}

// uncheckedToken logs why tokens can't be checked: while a provider is down, that is so for each
// request.
type uncheckedToken struct{ last atomic.Int64 } // in ns since 1970

func (u *uncheckedToken) log(to *slog.Logger, err error) {
	const pause = 10 * time.Second
	now, last := time.Now().UnixNano(), u.last.Load()
	if now-last >= int64(pause) && u.last.CompareAndSwap(last, now) {
		to.Error("access tokens can't be checked", "error", err)
	}
}

// bearerToken reads the access token of a request (RFC 6750, section 2.1). An error
// means that one is presented in another form.
func bearerToken(r *http.Request) (token string, presented bool, fault *Error) {
	headers := r.Header["Authorization"]
	switch {
	case r.URL.RawQuery != "" && r.URL.Query().Has("access_token"):
		return "", true, tokenInvalid("It is in the URL, which others may see.")
	case len(headers) == 0:
		return "", false, nil
	case len(headers) > 1:
		return "", true, tokenInvalid("The header Authorization occurs more than once.")
	}
	scheme, token, _ := strings.Cut(headers[0], " ")
	token = strings.TrimLeft(token, " ")
	switch {
	case !strings.EqualFold(scheme, "Bearer"):
		return "", true, tokenInvalid("The header Authorization has another scheme than Bearer.")
	case token == "" || strings.ContainsFunc(token, func(c rune) bool { return c <= ' ' || c > '~' || c == ',' }):
		return "", true, tokenInvalid("It is not a token.")
	case len(token) > maxToken:
		return "", true, tokenInvalid("It is too long.")
	}
	return token, true, nil
}

func tokenInvalid(why string) *Error {
	return &Error{Code: "token_invalid", Message: "The access token is not accepted. " + why, Fix: "Sign in again."}
}

// challenge adds to an error how the client gets a token.
func (a *App) challenge(e *Error) *Error {
	if e.Challenge != nil {
		return e
	}
	with := *e
	with.Challenge = &ui.Challenge{ResourceMetadata: a.metadataURL()}
	return &with
}

// signInRequired is the error for a request without a token.
func (a *App) signInRequired(scopes []string) *Error {
	e := a.challenge(&Error{Code: "sign_in_required", Message: "A sign-in is needed for this.", Fix: "Sign in, then repeat the request."})
	e.Challenge.Scopes, e.Challenge.NoToken = scopes, true
	return e
}

// admit returns an error if the user of a request may not use what declares these ways.
// No way means that every signed-in user may, in an app that checks tokens itself.
func (a *App) admit(ctx context.Context, ways []ui.SecurityScheme) error {
	if !a.checksSignIn() || len(ways) == 0 && a.verifier == nil || needsNoSignIn(ctx) {
		return nil
	}
	user := userFrom(ctx)
	var missing []string
	for _, way := range ways {
		if way.Type == ui.NoAuth || user.ID != "" && user.hasAll(way.Scopes) {
			return nil
		}
		if missing == nil {
			missing = way.Scopes
		}
	}
	switch {
	case user.ID == "":
		return a.signInRequired(missing)
	case len(ways) == 0:
		return nil
	}
	e := a.challenge(&Error{
		Code: "insufficient_scope", Message: "The user has not granted what this needs: " + strings.Join(missing, " ") + ".",
		Fix: "Ask the user to grant it, then repeat the request.",
	})
	e.Challenge.Error, e.Challenge.Scopes = "insufficient_scope", missing
	return e
}

// admitTool is admit for a call of a tool.
func (a *App) admitTool(ctx context.Context, t *tool) error {
	if t.Name == StateTool || t.Name == FilesTool {
		return a.admitBasics(ctx)
	}
	return a.admit(ctx, t.Security)
}

// admitBasics is admit for what belongs to no declaration: the documents of views, their
// state and their files. An app that can be used without a sign-in shows its views to
// everybody.
func (a *App) admitBasics(ctx context.Context) error {
	if a.verifier == nil || a.declared().open {
		return nil
	}
	return a.admit(ctx, nil)
}

// isOpen reports whether something can be used without a sign-in.
func (c *catalogue) isOpen() bool {
	return slices.ContainsFunc(c.tools, func(t *tool) bool { return allowsAnybody(t.Security) }) ||
		slices.ContainsFunc(c.resources, func(r *resource) bool { return allowsAnybody(r.Security) }) ||
		slices.ContainsFunc(c.templates, func(t *template) bool { return allowsAnybody(t.Security) }) ||
		slices.ContainsFunc(c.prompts, func(p *prompt) bool { return allowsAnybody(p.Security) })
}

func allowsAnybody(ways []ui.SecurityScheme) bool {
	return slices.ContainsFunc(ways, func(way ui.SecurityScheme) bool { return way.Type == ui.NoAuth })
}

func (u User) hasAll(scopes []string) bool {
	return !slices.ContainsFunc(scopes, func(scope string) bool { return !u.Has(scope) })
}

// startAuth makes the verifier of Options.Auth.
func (a *App) startAuth() error {
	if a.options.Auth == nil {
		return nil
	}
	verifier, err := a.options.Auth.TokenVerifier()
	if fault, ok := errors.AsType[*Error](err); ok && (fault.Code == "issuer_missing" || fault.Code == "client_missing") {
		verifier, a.unconfigured = noIssuer{fault}, fault
	} else if err != nil {
		return err // it names the option at fault
	}
	a.verifier, a.issuers = verifier, verifier.Issuers()
	return nil
}

// noIssuer verifies nothing: the deployment has not said yet who issues tokens, or with which
// credentials to ask about them. Tests and
// the generation of types don't need to know.
type noIssuer struct{ fault *Error }

func (noIssuer) Issuers() []string { return nil }
func (noIssuer) Audience() string  { return "" }

func (n noIssuer) VerifyToken(context.Context, string, string) (User, error) {
	return User{}, errors.New(n.fault.Error()) // not n.fault itself: clients can't do anything about it
}

// checkSecurity returns an error if ways to use something are invalid, or if nothing would
// enforce them.
func (a *App) checkSecurity(what, name string, ways []ui.SecurityScheme) error {
	if why := ui.SecurityFault(ways); why != "" {
		return &Error{Code: "security_invalid", Message: fmt.Sprintf("The security of the %s %q can't be declared. %s", what, name, why)}
	}
	if len(ways) == 0 || allowsAnybody(ways) || a.options.Auth != nil || a.options.SignInChecked {
		return nil
	}
	return &Error{
		Code:    "security_unenforced",
		Message: fmt.Sprintf("The %s %q declares a sign-in that nothing checks: it would answer anybody.", what, name),
		Fix:     "Set Options.Auth, or Options.SignInChecked if middleware of yours calls oriel.WithUser; or add ui.NoAuth to its Security.",
	}
}

// Admit returns an error if the context's user needs a better sign-in for a method.
func (m methods) Admit(ctx context.Context, method, name string) error {
	if !m.checksSignIn() {
		return nil
	}
	declared := m.declared()
	switch method {
	case string(MethodCallTool):
		if t := declared.tool(name); t != nil {
			return m.admitTool(ctx, t)
		}
	case string(MethodGetPrompt):
		if p := declared.prompt(name); p != nil {
			return m.admit(ctx, p.Security)
		}
	case "resources/templates":
		if t := declared.template(name); t != nil {
			return m.admit(ctx, t.Security)
		}
	case string(MethodReadResource), "resources/subscribe":
		_, err := m.reader(ctx, name)
		if e, ok := errors.AsType[*Error](err); err == nil || ok && e.Challenge != nil {
			return err
		}
	}
	return m.admit(ctx, nil)
}

// SignIn returns a handler that does in front of another server what [App.Handler] does by
// itself: it checks the access token of each request, refuses what needs a sign-in or more
// scopes with 401 or 403 and a challenge, and puts the user into the context ([WithUser]). It is
// for the HTTP handler of an MCP server of another SDK to which the app is attached. For go-sdk,
// use gosdk.SignIn instead, because go-sdk's sessions keep the context of their first request.
//
// What the server has and the app does not declare needs a sign-in: its own tools, resources,
// prompts and methods. SignIn reads requests of at most [Options.MaxRequestBytes], and refuses
// those that are not messages of MCP or that the server might read in another way.
func (a *App) SignIn(next http.Handler) http.Handler {
	if !a.checksSignIn() {
		return next
	}
	isOwn := func(tool string) bool { return a.declared().tool(tool) != nil }
	return serve.SignIn(methods{a}, a.options.MaxRequestBytes, isOwn, next)
}

package oriel

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"slices"

	"github.com/orielapps/oriel/ui"
)

// The token of a view's state is signed for one user, or for no user: for others, its
// signature is invalid. It contains the view and 128 random bits for one appearance of
// the view: each result has a state of its own.
const (
	stateTokenVersion = 1
	stateTokenID      = 16
	stateTokenView    = 8
	stateTokenSize    = 1 + stateTokenID + stateTokenView
	// maxStateToken is the maximum length of a token, in characters.
	maxStateToken = 150
)

// stateTokenPurpose is the signing purpose of the tokens of a user. States in the memory
// of this process have tokens that only this process accepts: another replica with the
// same key would find no state, or an old one. It refuses the token, and the view keeps
// its state in the browser.
func (a *App) stateTokenPurpose(user string) string {
	if !a.statesInMemory() {
		return "view state\x00" + user
	}
	a.states.alone.Do(func() { a.states.process = rand.Text() })
	return "view state of " + a.states.process + "\x00" + user
}

// warnOfStates warns once that other replicas don't have the states of views, or don't
// accept their tokens.
func (a *App) warnOfStates() {
	if !a.statesInMemory() {
		a.warnOfMadeUpKey()
		return
	}
	a.states.warned.Do(func() {
		a.logger().Warn("the states of views are in the memory of this process, so with other replicas and after a restart, views use the browser instead",
			"fix", "set Options.Store to a store that all replicas use")
	})
}

// statesInMemory reports whether other replicas don't find the states. A program of "oriel
// dev" has no replicas, and its restart must not change where a view keeps its state.
func (a *App) statesInMemory() bool { return a.dev == nil && a.stateStore() == &a.states.memory }

// newStateToken returns a token for the state of a view that a result is about to show.
func (a *App) newStateToken(v *ui.View, user string) string {
	payload := make([]byte, 1+stateTokenID, stateTokenSize)
	payload[0] = stateTokenVersion
	_, _ = rand.Read(payload[1:]) // it never fails
	name := sha256.Sum256([]byte(v.Name))
	payload = append(payload, name[:stateTokenView]...)
	defer a.warnOfStates()
	return a.seal(a.stateTokenPurpose(user), payload)
}

// stateKey returns the key of the state that a token is for. It fails unless the token
// is for this app and for the user of the request. The key contains the user, so that
// even somebody who can sign tokens finds no other user's state; it is hashed, because
// keys may be logged.
func (a *App) stateKey(ctx context.Context, token string) (string, error) {
	user := RequestFrom(ctx).User.ID
	if len(token) > maxStateToken {
		return "", stateTokenInvalid()
	}
	payload, ok := a.unseal(a.stateTokenPurpose(user), token)
	if !ok || len(payload) != stateTokenSize || payload[0] != stateTokenVersion || !a.hasStateful(payload[1+stateTokenID:]) {
		return "", stateTokenInvalid()
	}
	where := mac(mac([]byte(a.name), []byte(user)), payload)
	return "oriel/state/" + base64.RawURLEncoding.EncodeToString(where), nil
}

// hasStateful reports whether the app has a stateful view with this name's hash.
func (a *App) hasStateful(view []byte) bool {
	return slices.ContainsFunc(a.declared().tools, func(t *tool) bool {
		if !t.stateful() {
			return false
		}
		name := sha256.Sum256([]byte(t.View.Name))
		return string(name[:stateTokenView]) == string(view)
	})
}

func stateTokenInvalid() *Error {
	return &Error{
		Code:    "state_token_invalid",
		Message: "The token is not for a state of this view and user.",
		Fix:     "Show the view again: the new result has a new token.",
	}
}

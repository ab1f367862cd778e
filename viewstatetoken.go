package oriel

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"slices"

	"github.com/orielapps/oriel/ui"
)

// A token of a view's state is signed for one user, or for nobody: to all others it is
// a forgery. It says which view it is of and, with 128 random bits, which of all that
// the view has ever shown; a state is that of one result.
const (
	stateTokenVersion = 1
	stateTokenID      = 16
	stateTokenView    = 8
	stateTokenSize    = 1 + stateTokenID + stateTokenView
	// maxStateToken is more than any token has, in characters.
	maxStateToken = 150
)

// stateTokenPurpose is what tokens of a user are signed for.
func stateTokenPurpose(user string) string { return "view state\x00" + user }

// newStateToken returns a token for the state of a view that is about to be shown.
func (a *App) newStateToken(v *ui.View, user string) string {
	payload := make([]byte, 1+stateTokenID, stateTokenSize)
	payload[0] = stateTokenVersion
	_, _ = rand.Read(payload[1:]) // it never fails
	name := sha256.Sum256([]byte(v.Name))
	payload = append(payload, name[:stateTokenView]...)
	return a.seal(stateTokenPurpose(user), payload)
}

// stateKey is where a store has the state that a token is for, if that is one of this
// app and of the user of the request. The user is part of the key, so that even who
// can sign tokens finds nobody else's state; and the key tells nothing of the user,
// for it may end up in a log.
func (a *App) stateKey(ctx context.Context, token string) (string, error) {
	user := RequestFrom(ctx).User.ID
	if len(token) > maxStateToken {
		return "", stateTokenInvalid()
	}
	payload, ok := a.unseal(stateTokenPurpose(user), token)
	if !ok || len(payload) != stateTokenSize || payload[0] != stateTokenVersion || !a.hasStateful(payload[1+stateTokenID:]) {
		return "", stateTokenInvalid()
	}
	where := mac(mac([]byte(a.name), []byte(user)), payload)
	return "oriel/state/" + base64.RawURLEncoding.EncodeToString(where), nil
}

// hasStateful reports whether the app has a view of a hashed name that keeps its state.
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
		Message: "This token is for no state of this view and user.",
		Fix:     "Show the view anew: the tool's result has another.",
	}
}

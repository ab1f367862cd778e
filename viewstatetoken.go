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

// stateTokenPurpose is the signing purpose of the tokens of a user.
func stateTokenPurpose(user string) string { return "view state\x00" + user }

// newStateToken returns a token for the state of a view that a result is about to show.
func (a *App) newStateToken(v *ui.View, user string) string {
	payload := make([]byte, 1+stateTokenID, stateTokenSize)
	payload[0] = stateTokenVersion
	_, _ = rand.Read(payload[1:]) // it never fails
	name := sha256.Sum256([]byte(v.Name))
	payload = append(payload, name[:stateTokenView]...)
	return a.seal(stateTokenPurpose(user), payload)
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
	payload, ok := a.unseal(stateTokenPurpose(user), token)
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

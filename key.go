package oriel

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"sync"
)

// KeyVariable is the environment variable that has the app's key where
// [Options.Key] is empty.
const KeyVariable = "ORIEL_KEY"

// minKeyLength is the shortest key that can't be guessed, in bytes, if it is
// random.
const minKeyLength = 16

// keyring has the app's key.
type keyring struct {
	once sync.Once
	// key is this app's own part of the configured key.
	key    []byte
	madeUp bool
	warned sync.Once
}

// checkKey reports a key that is too short to be one.
func checkKey(key string) *Error {
	if key == "" || len(key) >= minKeyLength {
		return nil
	}
	return &Error{
		Code:    "key_too_short",
		Message: fmt.Sprintf("The app's key has %d bytes; at least %d are needed.", len(key), minKeyLength),
		Fix:     "Make one with: openssl rand -base64 32",
	}
}

// configuredKey is the key that every replica has; empty where there is none.
func (a *App) configuredKey() string {
	if a.options.Key != "" {
		return a.options.Key
	}
	return os.Getenv(KeyVariable)
}

// subkey returns the key of one purpose of this app: what is signed for one is
// worthless for any other, and for other apps that have the same key.
func (a *App) subkey(purpose string) []byte {
	a.signing.once.Do(func() {
		if key := a.configuredKey(); key != "" {
			a.signing.key = mac([]byte(key), []byte(a.name))
			return
		}
		a.signing.key, a.signing.madeUp = []byte(rand.Text()+rand.Text()), true
	})
	return mac(a.signing.key, []byte(purpose))
}

// warnOfMadeUpKey says that what is signed now is worth little elsewhere.
func (a *App) warnOfMadeUpKey() {
	if !a.signing.madeUp {
		return
	}
	a.signing.warned.Do(func() {
		a.logger().Warn("the app has no key, so one was made up: what is signed now, other replicas and the next start won't accept",
			"fix", "set "+KeyVariable+" or Options.Key to a long random text")
	})
}

func mac(key, data []byte) []byte {
	h := hmac.New(sha256.New, key)
	_, _ = h.Write(data) // a hash takes everything
	return h.Sum(nil)
}

// seal signs a payload, which anybody can read.
func (a *App) seal(purpose string, payload []byte) string {
	encode := base64.RawURLEncoding.EncodeToString
	defer a.warnOfMadeUpKey()
	return encode(payload) + "." + encode(mac(a.subkey(purpose), payload))
}

// unseal returns a payload that seal has signed.
func (a *App) unseal(purpose, sealed string) (payload []byte, ok bool) {
	body, signature, found := strings.Cut(sealed, ".")
	if !found || strings.ContainsAny(sealed, "\r\n") { // which the decoder would skip
		return nil, false
	}
	strict := base64.RawURLEncoding.Strict()
	payload, err := strict.DecodeString(body)
	if err != nil {
		return nil, false
	}
	given, err := strict.DecodeString(signature)
	if err != nil || !hmac.Equal(given, mac(a.subkey(purpose), payload)) {
		return nil, false
	}
	return payload, true
}

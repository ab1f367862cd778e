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

// KeyVariable is the environment variable for the app's key; [Options.Key] overrides it.
const KeyVariable = "ORIEL_KEY"

// minKeyLength is the minimum length of a key, in bytes: shorter ones can be guessed.
const minKeyLength = 16

// keyring derives and keeps the app's key.
type keyring struct {
	once sync.Once
	// key is derived from the configured key and the app's name.
	key    []byte
	madeUp bool
	warned sync.Once
}

// checkKey returns an error if the key is too short.
func checkKey(key string) *Error {
	if key == "" || len(key) >= minKeyLength {
		return nil
	}
	return &Error{
		Code:    "key_too_short",
		Message: fmt.Sprintf("The app's key has %d bytes, and needs at least %d.", len(key), minKeyLength),
		Fix:     "Make one with: openssl rand -base64 32",
	}
}

// configuredKey returns the key that all replicas share; empty if there is none.
func (a *App) configuredKey() string {
	if a.options.Key != "" {
		return a.options.Key
	}
	return os.Getenv(KeyVariable)
}

// subkey derives the key for one purpose: a signature for one purpose or app isn't valid
// for another with the same key.
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

// warnOfMadeUpKey warns once that only this process accepts what it signs.
func (a *App) warnOfMadeUpKey() {
	if !a.signing.madeUp {
		return
	}
	a.signing.warned.Do(func() {
		a.logger().Warn("the app has no key and uses a random one, so other replicas and the next start reject what it signs",
			"fix", "set "+KeyVariable+" or Options.Key to a long random text")
	})
}

func mac(key, data []byte) []byte {
	h := hmac.New(sha256.New, key)
	_, _ = h.Write(data) // writing to a hash never fails
	return h.Sum(nil)
}

// seal signs a payload. It does not encrypt it.
func (a *App) seal(purpose string, payload []byte) string {
	encode := base64.RawURLEncoding.EncodeToString
	return encode(payload) + "." + encode(mac(a.subkey(purpose), payload))
}

// unseal verifies a sealed text and returns its payload.
func (a *App) unseal(purpose, sealed string) (payload []byte, ok bool) {
	body, signature, found := strings.Cut(sealed, ".")
	if !found || strings.ContainsAny(sealed, "\r\n") { // base64's decoder would skip line breaks
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

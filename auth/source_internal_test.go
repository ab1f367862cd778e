package auth

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// However many tokens are sent, only so many signatures are verified at a time: the others wait,
// but not for ever.
func TestSignaturesAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		public, err := newKey(&private.PublicKey, "", "")
		if err != nil {
			t.Fatal(err)
		}
		r := exampleRules(t)
		encode := base64.RawURLEncoding.EncodeToString
		input := encode([]byte(`{"alg":"ES256"}`)) + "." + encode(fmt.Appendf(nil, `{"iss":%q,"aud":%q,"sub":"ada","exp":%d}`, r.issuer, r.audience, time.Now().Unix()+60))
		signature, err := jwt.SigningMethodES256.Sign(input, private)
		if err != nil {
			t.Fatal(err)
		}
		token := input + "." + encode(signature)

		s := &signatures{rules: r, keys: fixedKeys{public}, slots: make(slots, 1)}
		if err := s.slots.enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithTimeout(t.Context(), time.Second)
		defer end()
		if _, err := s.check(ctx, token, r.audience); !errors.Is(err, errBusy) {
			t.Errorf("while another one is verified: %v", err)
		}
		if _, err := s.check(t.Context(), "e30.e30.AA", r.audience); errors.Is(err, errBusy) {
			t.Errorf("what needs no verifying waits: %v", err)
		}
		done := make(chan error, 1)
		go func() {
			_, err := s.check(t.Context(), token, r.audience)
			done <- err
		}()
		synctest.Wait()
		s.slots.leave()
		if err := <-done; err != nil {
			t.Errorf("after it: %v", err)
		}
		if len(s.slots) != 0 {
			t.Error("a slot is not given back")
		}
	})
}

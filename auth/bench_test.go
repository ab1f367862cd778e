package auth_test

import (
	"crypto"
	"fmt"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/auth"
)

// BenchmarkVerifyToken checks the tokens of 1,000 users in turn: remembered ones, and ones that
// are not.
func BenchmarkVerifyToken(b *testing.B) {
	const users = 1000
	for _, signing := range []struct {
		name string
		key  crypto.Signer
	}{{"ES256", p256Key()}, {"RS256", rsaKey()}, {"EdDSA", ed25519Key()}} {
		tokens := make([]string, users)
		for i := range tokens {
			tokens[i] = signed(jwt.GetSigningMethod(signing.name), signing.key, map[string]any{"alg": signing.name, "typ": "at+jwt"},
				claims(map[string]any{"sub": fmt.Sprint("user-", i), "client_id": "claude", "jti": fmt.Sprint("0123456789abcdef-", i)}))
		}
		check := func(b *testing.B, v oriel.TokenVerifier, i int) {
			b.Helper()
			user, err := v.VerifyToken(b.Context(), tokens[i%users], endpoint)
			if err != nil || user.ID == "" {
				b.Fatal(err)
			}
		}
		b.Run(signing.name+"/hit", func(b *testing.B) {
			v := verifier(b, fixed())
			for i := range users {
				check(b, v, i)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				check(b, v, i)
			}
		})
		b.Run(signing.name+"/hits together", func(b *testing.B) {
			v := verifier(b, fixed())
			for i := range users {
				check(b, v, i)
			}
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for i := 0; pb.Next(); i++ {
					check(b, v, i)
				}
			})
		})
		b.Run(signing.name+"/miss", func(b *testing.B) {
			keys := fixed()
			keys.Keys, keys.CacheEntries = []crypto.PublicKey{signing.key.Public()}, 1
			v := verifier(b, keys)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				check(b, v, i)
			}
		})
	}
	b.Run("refused", func(b *testing.B) {
		v := verifier(b, auth.Keys{Issuer: issuer, Audience: endpoint, Keys: []crypto.PublicKey{&p256Key().PublicKey}})
		bad := token(nil, claims(map[string]any{"aud": "https://other.example"}))
		for b.Loop() {
			if _, err := v.VerifyToken(b.Context(), bad, endpoint); err == nil {
				b.Fatal("it is accepted")
			}
		}
	})
}

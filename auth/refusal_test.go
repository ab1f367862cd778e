package auth_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel/auth"
)

// The log says why a token is refused, but neither what the token is nor what a client wants to
// have in it, and no more often than somebody can read.
func TestLog(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log logged
		keys := fixed()
		keys.Logger = log.logger()
		v := verifier(t, keys)
		refuse := func(tokens ...string) {
			for _, one := range tokens {
				if got := verdict(t, v, one); got == "" {
					t.Errorf("%s is accepted", one)
				}
				if parts := strings.Split(one, "."); len(parts) == 3 && (strings.Contains(log.String(), parts[1]) || strings.Contains(log.String(), parts[2])) {
					t.Errorf("the log has a token: %s", &log)
				}
			}
		}
		lines := func() int { return strings.Count(log.String(), "\n") }
		for i := range 100 {
			refuse(token(nil, claims(map[string]any{"aud": fmt.Sprint("https://other.example/", i)})))
		}
		if lines() != 1 {
			t.Errorf("the log is %s", &log)
		}
		refuse(token(nil, claims(map[string]any{"aud": endpoint + "/"}))) // another problem
		if lines() != 2 || !strings.Contains(log.String(), "differ in the slash") {
			t.Errorf("the log is %s", &log)
		}
		refuse(token(nil, claims(map[string]any{"exp": time.Now().Unix() - 60}))) // which is no problem
		if lines() != 2 {
			t.Errorf("the log is %s", &log)
		}
		time.Sleep(10 * time.Second)
		refuse(token(nil, claims(map[string]any{"aud": "https://other.example/"})))
		if lines() != 3 {
			t.Errorf("the log is %s", &log)
		}
		const forged = "a\nlevel=INFO msg=forged"
		refuse(token(map[string]any{"typ": forged}, claims(nil)), encoded(map[string]any{"alg": forged})+".e30.AA", token(map[string]any{"crit": forged}, claims(nil)))
		set := verifier(t, auth.Keys{Issuer: issuer, Logger: log.logger(), JWKS: []byte(`{"keys":[` + string(must(jsonOf(jwk(&p256Key().PublicKey, map[string]any{"kid": "a"})))) + `]}`)})
		if got := verdict(t, set, token(map[string]any{"kid": forged + strings.Repeat("x", 500)}, claims(nil))); got == "" {
			t.Error("a key of nobody is accepted")
		}
		for line := range strings.Lines(log.String()) {
			if !strings.HasPrefix(line, "time=") || len(line) > 700 {
				t.Errorf("a line of the log is %q", line)
			}
		}
	})
}

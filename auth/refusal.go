package auth

import (
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/orielapps/oriel"
)

// refusal is why a token is not accepted. Its text is for the log; the client gets one that
// helps nobody who makes tokens up.
type refusal struct {
	kind, why string
	expired   bool
}

func (r *refusal) Error() string { return r.why }

// refuse returns a refusal. What is not from a signed part of a token must be quoted and short.
func refuse(format string, values ...any) *refusal {
	return &refusal{kind: format, why: fmt.Sprintf(format, values...)}
}

func (r *refusal) public() *oriel.Error {
	if r.expired {
		return &oriel.Error{Code: "token_expired", Message: "The access token has expired.", Fix: "Refresh it, or sign in again."}
	}
	return &oriel.Error{Code: "token_invalid", Message: "The access token is not accepted.", Fix: "Sign in again."}
}

// quiet is how long the log is silent about what it has just said: everybody can send
// tokens that are refused.
const quiet = 10 * time.Second

// log says what goes wrong, each kind of it from time to time.
type log struct {
	logger *slog.Logger // nil means slog.Default()

	mu   sync.Mutex
	last map[string]time.Time // by kind
}

func (l *log) warn(kind, message string, attributes ...any) {
	now := time.Now()
	l.mu.Lock()
	said, before := l.last[kind]
	silent := before && now.Sub(said) < quiet
	if !silent {
		if l.last == nil {
			l.last = map[string]time.Time{}
		}
		l.last[kind] = now
	}
	l.mu.Unlock()
	if silent {
		return
	}
	logger := l.logger
	if logger == nil {
		logger = slog.Default()
	}
	logger.Warn(message, attributes...)
}

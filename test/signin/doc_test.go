// Package signin_test attacks the sign-in of an app over HTTP: through the app's own handler, on a
// server of go-sdk and on one of mcp-go, in both lifecycles. docs/security.md says what each test is for.
package signin_test

import (
	"bytes"
	"log/slog"
	"os"
	"sync"
	"testing"
)

// logged has all that anything in the process logs: the apps, net/http and the libraries.
var logged journal

func TestMain(m *testing.M) {
	slog.SetDefault(logged.logger()) // package log, too
	os.Exit(m.Run())
}

type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(text []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(text)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

func (j *journal) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

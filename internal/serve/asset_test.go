package serve_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel/internal/serve"
)

// connection is a client that reads a piece at a time, after a pause. Write fails at the
// deadline, as that of a connection does.
type connection struct {
	*httptest.ResponseRecorder

	pause    time.Duration
	deadline time.Time
}

// SetWriteDeadline implements what http.ResponseController looks for.
func (c *connection) SetWriteDeadline(t time.Time) error {
	c.deadline = t
	return nil
}

// Write takes the pause.
func (c *connection) Write(data []byte) (int, error) {
	wait := c.pause
	if !c.deadline.IsZero() {
		wait = min(wait, time.Until(c.deadline))
	}
	time.Sleep(wait)
	if wait < c.pause {
		return 0, os.ErrDeadlineExceeded
	}
	return c.ResponseRecorder.Write(data)
}

// A client that does not read a file loses its connection after a minute. One that reads
// slowly gets all of it, however long that takes.
func TestSlowReadersOfAssets(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	asset := serve.NewAsset("font/woff2", make([]byte, size))
	for name, test := range map[string]struct {
		pause  time.Duration
		gets   int
		within time.Duration
	}{
		"fast":  {0, size, 0},
		"slow":  {59 * time.Second, size, 17 * time.Minute},
		"never": {24 * time.Hour, 0, time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			client := &connection{ResponseRecorder: httptest.NewRecorder(), pause: test.pause}
			begun := time.Now()
			asset.ServeHTTP(client, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/oriel/a.woff2", http.NoBody))
			if took := time.Since(begun); took > test.within {
				t.Errorf("%s: it takes %v", name, took)
			}
			if got, err := io.ReadAll(client.Body); err != nil || len(got) != test.gets {
				t.Errorf("%s: %d bytes, %v", name, len(got), err)
			}
			if !client.deadline.IsZero() {
				t.Errorf("%s: the deadline stays for the next response", name)
			}
		})
	}
}

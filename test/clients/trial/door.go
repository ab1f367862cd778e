package trial

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/test/clients/probe"
)

// Patience is how long everything may take that a client does, on a machine that has
// much else to do.
const Patience = 2 * time.Minute

// Door is in front of a server, and knows who comes and whether they have gone.
type Door struct {
	next http.Handler

	mu      sync.Mutex
	open    int
	changed chan struct{}  // closed, and made anew, when somebody goes
	answers map[string]int // "DELETE Method Not Allowed" → how often
}

// NewDoor is a door in front of a handler.
func NewDoor(next http.Handler) *Door {
	return &Door{next: next, changed: make(chan struct{}), answers: map[string]int{}}
}

// Serve serves a probe until the test ends.
func Serve(t testing.TB) (url string, d *Door) {
	t.Helper()
	app := new(probe.World).App(oriel.Options{CallTimeout: Patience})
	d = NewDoor(app.Handler())
	return Open(t, app, d), d
}

// Open serves an app behind a door until the test ends.
func Open(t testing.TB, app *oriel.App, d *Door) (url string) {
	t.Helper()
	server := httptest.NewServer(d)
	t.Cleanup(func() {
		app.Close()
		server.Close()
	})
	return server.URL
}

// watched is an answer whose status is looked at.
type watched struct {
	http.ResponseWriter

	status int
}

// WriteHeader notes the status.
func (w *watched) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap is for [http.ResponseController].
func (w *watched) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// ServeHTTP lets a request in.
func (d *Door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	d.open++
	d.mu.Unlock()
	answer := &watched{w, http.StatusOK}
	defer func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.open--
		d.answers[r.Method+" "+http.StatusText(answer.status)]++
		close(d.changed)
		d.changed = make(chan struct{})
	}()
	d.next.ServeHTTP(answer, r)
}

// Quiet waits until nobody is there any more: a client that has closed leaves no
// stream open.
func (d *Door) Quiet(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	for {
		d.mu.Lock()
		open, changed := d.open, d.changed
		d.mu.Unlock()
		if open == 0 {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			t.Fatalf("the client has closed, and %d of its requests are still open", open)
		}
	}
}

// Count returns how many requests of a method there were, by their status.
func (d *Door) Count(method string) map[string]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	counts := map[string]int{}
	for answer, n := range d.answers {
		if status, ok := strings.CutPrefix(answer, method+" "); ok {
			counts[status] += n
		}
	}
	return counts
}

// WantSessions checks the traffic that is about sessions: clients of the older
// lifecycle open a stream each, are told that a session needs no end, and live with
// that; those of the newer one do neither.
func (d *Door) WantSessions(t testing.TB, sessions int) {
	t.Helper()
	gets, deletes := map[string]int{}, map[string]int{}
	if sessions > 0 {
		gets[http.StatusText(http.StatusOK)] = sessions
		deletes[http.StatusText(http.StatusMethodNotAllowed)] = sessions
	}
	if diff := cmp.Diff(gets, d.Count(http.MethodGet)); diff != "" {
		t.Error("GET:", diff)
	}
	if diff := cmp.Diff(deletes, d.Count(http.MethodDelete)); diff != "" {
		t.Error("DELETE:", diff)
	}
}

// WantEnded checks that all programs have ended by themselves that a client has
// started with a folder for their marks, and that there were as many as it has made
// connections.
func WantEnded(t testing.TB, marks string) {
	t.Helper()
	begun, err := filepath.Glob(filepath.Join(marks, "*.begun"))
	if err != nil || len(begun) < Connections {
		t.Errorf("%d programs were started, want at least %d (%v)", len(begun), Connections, err)
	}
	for _, mark := range begun {
		if _, err := os.Stat(strings.TrimSuffix(mark, ".begun") + ".ended"); errors.Is(err, os.ErrNotExist) {
			t.Errorf("the program %s has been ended by force, or runs still", filepath.Base(mark))
		}
	}
}

package oriel_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/view"
)

// reported is an error as "oriel dev" gets it.
type reported struct {
	ID     string `json:"id"`
	Method string `json:"method"`
	Name   string `json:"name"`
	Error  string `json:"error"`
	Stack  string `json:"stack"`
}

// takesErrors answers as "oriel dev" does, with a status for errors.
func takesErrors(t *testing.T, status int) (taken <-chan reported) {
	t.Helper()
	errorsSeen := make(chan reported, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != "/secret/errors" {
			_, _ = fmt.Fprintf(w, "{\"feed\":%d,\"version\":0,\"views\":{}}\n", view.DevFeed)
			return
		}
		var e reported
		if err := json.NewDecoder(r.Body).Decode(&e); err != nil {
			t.Error(err)
		}
		errorsSeen <- e
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	t.Setenv("ORIEL_DEV", server.URL+"/secret")
	return errorsSeen
}

// nextReport returns the oldest report. The app answers a request after it has reported its error.
func nextReport(t *testing.T, taken <-chan reported) reported {
	t.Helper()
	select {
	case e := <-taken:
		return e
	default:
		t.Fatal("no error was reported")
		return reported{}
	}
}

type broken struct{ text *string }

func (b broken) Error() string { return *b.text }

type week struct{ days map[string]int }

// failing is an app whose tools fail in ways that clients don't see.
func failing(log io.Writer) *oriel.App {
	app := oriel.NewWith("weather", "1.0.0", oriel.Options{Logger: slog.New(slog.NewTextHandler(log, nil))})
	add := func(name string, fail func() error) {
		oriel.AddTool(app, oriel.Tool{Name: name}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
			return oriel.Result[struct{}]{}, fail()
		})
	}
	add("plain", func() error { return errors.New("the database secret-host is away") })
	add("panics", func() error {
		new(week).days["monday"]++
		return nil
	})
	add("unreadable", func() error { return broken{} })
	return app
}

func TestErrorsForTheAuthor(t *testing.T) { //nolint:paralleltest // it sets a variable of the environment
	taken := takesErrors(t, http.StatusNoContent)
	var log bytes.Buffer
	app := failing(&log)
	for tool, want := range map[string]struct{ text, stack string }{
		"plain":      {"the database secret-host is away", ""},
		"panics":     {"panic: assignment to entry in nil map", "devreport_test.go:"},
		"unreadable": {"%!v(PANIC=Error method:", ""},
	} {
		answer, err := app.Methods().CallTool(t.Context(), hosts.Peer{}, tool, json.RawMessage(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		id := regexp.MustCompile(`err-[a-z2-7]{10}`).FindString(string(text))
		got := nextReport(t, taken)
		if got.ID == "" || got.ID != id || got.Method != "tools/call" || got.Name != tool || !strings.HasPrefix(got.Error, want.text) ||
			!strings.Contains(got.Stack, want.stack) || want.stack == "" && got.Stack != "" {
			t.Errorf("%s: the answer %s has the reference %q; oriel dev got %+v", tool, text, id, got)
		}
		for _, secret := range []string{"secret-host", "nil map", "devreport_test.go"} {
			if strings.Contains(string(text), secret) {
				t.Errorf("%s: the client gets %s", tool, text)
			}
		}
	}
	if log.Len() > 0 {
		t.Errorf("what oriel dev shows is logged, too: %s", log.String())
	}
}

// An "oriel dev" that doesn't know of errors leaves them to the log.
func TestErrorsThatNobodyTakesAreLogged(t *testing.T) { //nolint:paralleltest // it sets a variable of the environment
	taken := takesErrors(t, http.StatusNotFound)
	var log bytes.Buffer
	if _, err := failing(&log).Methods().CallTool(t.Context(), hosts.Peer{}, "plain", json.RawMessage(`{}`)); err != nil {
		t.Fatal(err)
	}
	if got := nextReport(t, taken); !strings.Contains(log.String(), got.ID) || !strings.Contains(log.String(), "secret-host") {
		t.Errorf("the log lacks %q: %s", got.ID, log.String())
	}
}

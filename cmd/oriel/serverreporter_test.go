package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/terminal"
)

func TestServerReporter(t *testing.T) {
	t.Parallel()
	const events = `{"type":"server","id":"a","status":"starting"}
{"type":"message","seq":1,"body":{"text":"secret"}}
not JSON
{"type":"server","id":"a","status":"ready"}
{"type":"server","id":"a","status":"ready"}
{"type":"stderr","server":"a","profile":"claude","text":"\u001b]0;title\u0007line"}
{"type":"server","id":"b","status":"failed","reason":"it exited\nwith code 1"}
{"type":"server","id":"b","status":"starting"}
{"type":"server","id":"d","status":"starting","reason":"connection refused"}
{"type":"server","id":"d","status":"starting","reason":"connection refused"}
{"type":"server","id":"b","status":"failed","reason":"it exited\nwith code 1"}
{"type":"unknown"}
{"type":"server","id":"c","status":"ready"}
`
	const session = `{"servers":[{"id":"c","title":""},{"id":"a","title":"\u001b[2JA\u202e","version":"1","transport":"stdio","protocol":"2025-11-25"}]}`
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer T" {
			t.Errorf("authorization %q", r.Header.Get("Authorization"))
		}
		text := map[string]string{"/api/events": events, "/api/session": session}[r.URL.Path]
		if _, err := io.WriteString(response, text); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	for _, test := range []struct {
		name             string
		verbose, several bool
		stderr           string
	}{
		{"several", false, true, "oriel: The server b failed: It exited with code 1.\nWaiting for d: connection refused.\n"},
		{"verbose", true, false, "[a, claude] \uFFFD]0;title\uFFFDline\noriel: The server failed: It exited with code 1.\nWaiting for d: connection refused.\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			reporter := &serverReporter{stdout: &stdout, stderr: terminal.New(&stderr, nil), verbose: test.verbose, several: test.several}
			if err := reporter.follow(t.Context(), server.URL+"/?token=T"); err != nil {
				t.Fatal(err)
			}
			if want := "Ready: a (\uFFFD[2JA\uFFFD 1, MCP 2025-11-25 over stdio)\nReady: c\n"; stdout.String() != want {
				t.Errorf("standard output %q, want %q", &stdout, want)
			}
			if stderr.String() != test.stderr {
				t.Errorf("standard error %q, want %q", &stderr, test.stderr)
			}
		})
	}
}

func TestServerReporterWithoutWorkbench(t *testing.T) {
	t.Parallel()
	refusing := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(refusing.Close)
	gone := httptest.NewServer(nil)
	gone.Close()
	for _, address := range []string{refusing.URL + "/?token=T", gone.URL + "/?token=T", "http://[::1/"} {
		err := (&serverReporter{stdout: io.Discard, stderr: terminal.New(io.Discard, nil)}).follow(t.Context(), address)
		if err == nil || strings.Contains(err.Error(), "token=T") {
			t.Errorf("%s: %v", address, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := (&serverReporter{}).follow(ended, refusing.URL); err == nil {
		t.Error("a cancelled context is no error")
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                        "",
		"plain ä €":               "plain ä €",
		" two\nlines\t":           "two lines",
		"\x1b[31mred\r\x07\u202e": "\uFFFD[31mred\uFFFD\uFFFD\uFFFD",
		"\xff":                    "\uFFFD",
		strings.Repeat("a", 2000): strings.Repeat("a", 1000) + "…",
	} {
		if got := visible(text); got != want {
			t.Errorf("visible(%.20q) = %.30q", text, got)
		}
	}
}

func TestSplitCommand(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args, own, command string
		none               bool
	}{
		{"", "", "", true},
		{"inspect", "inspect", "", true},
		{"inspect http://a --port 0", "inspect http://a --port 0", "", true},
		{"inspect --", "inspect", "", false},
		{"inspect -- a", "inspect", "a", false},
		{"inspect --port 0 -- a -- --port 1", "inspect --port 0", "a -- --port 1", false},
		{"generate -- a", "generate -- a", "", true},
	} {
		own, command := splitCommand(strings.Fields(test.args))
		if !slices.Equal(own, strings.Fields(test.own)) || !slices.Equal(command, strings.Fields(test.command)) || (command == nil) != test.none {
			t.Errorf("%q is %q and %q", test.args, own, command)
		}
	}
}

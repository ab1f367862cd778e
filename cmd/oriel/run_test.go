package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/terminal"
	"github.com/orielapps/oriel/ui"
)

func TestExitCodes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args []string
		want int
	}{
		{nil, exitUsage},
		{[]string{"--help"}, exitOK},
		{[]string{"-h"}, exitOK},
		{[]string{"generate", "--help"}, exitOK},
		{[]string{"version"}, exitOK},
		{[]string{"genrate"}, exitUsage},
		{[]string{"--nope"}, exitUsage},
		{[]string{"version", "extra"}, exitUsage},
		{[]string{"generate", "nowhere"}, exitFailed},
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			if got := run(t.Context(), test.args, nil, strings.NewReader(""), &stdout, &stderr); got != test.want {
				t.Errorf("exit code %d, want %d\n%s%s", got, test.want, &stdout, &stderr)
			}
			if (test.want == exitOK) != (stderr.Len() == 0) || (test.want == exitOK) == (stdout.Len() == 0) {
				t.Errorf("standard output %q, standard error %q", &stdout, &stderr)
			}
		})
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stderr bytes.Buffer
	if got := run(ctx, []string{"generate", "../../internal/tool/bundle/testdata/ts"}, nil, strings.NewReader(""), io.Discard, &stderr); got != exitFailed {
		t.Errorf("exit code %d", got)
	}
	if !strings.Contains(stderr.String(), "cancel") {
		t.Errorf("standard error %q", &stderr)
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	fault := &bundle.Fault{File: "a.ts", Line: 2, Column: 3, Excerpt: "2 | x\n  | ^", Message: "Odd.", Fix: "Even it."}
	for _, test := range []struct {
		name    string
		err     error
		want    string
		environ []string
	}{
		{"plain", errors.New("no route"), "oriel: No route.\n", nil},
		{"empty", errors.New(""), "oriel: The reason is unknown.\n", nil},
		{"problem", fmt.Errorf("wrapped: %w", &problem{message: "Bad.", fix: "Good."}), "oriel: Bad.\n    Good.\n", nil},
		{"coded", &problem{code: "bad", message: "Bad:\nworse."}, "oriel: Bad: [bad]\nworse.\n", nil},
		{"ui", &ui.Error{Code: "x", Message: "Bad.", Fix: "Good."}, "oriel: Bad. [x]\n    Good.\n", nil},
		{"coloured", &ui.Error{Code: "x", Message: "Bad."}, "\x1b[31m\x1b[1moriel:\x1b[0m\x1b[0m Bad. \x1b[2m[x]\x1b[0m\n", []string{"CLICOLOR_FORCE=1"}},
		{"without colours", &ui.Error{Code: "x", Message: "Bad."}, "oriel: Bad. [x]\n", []string{"CLICOLOR_FORCE=1", "NO_COLOR=1"}},
		{"fault", fault, "oriel: a.ts:2:3: Odd.\n    2 | x\n      | ^\n    Even it.\n", nil},
		{"faults", bundle.Faults{{Message: "One."}, {Message: "Two."}}, "oriel: One.\noriel: Two.\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var stderr bytes.Buffer
			report(terminal.New(&stderr, test.environ), test.err)
			if stderr.String() != test.want {
				t.Errorf("got %q, want %q", &stderr, test.want)
			}
		})
	}
}

func TestGrouped(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("grouped(%d) = %q, want %q", n, got, want)
		}
	}
}

package oriel

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// runVariable makes the test program one that runs an app, with the flags in the
// variable.
const runVariable = "ORIEL_TEST_RUN"

// runProgram is a main function with something to close.
func runProgram() {
	os.Args = append(os.Args[:1], strings.Fields(os.Getenv(runVariable))...)
	defer func() { _, _ = fmt.Fprintln(os.Stdout, "closed") }()
	if err := echo().Run(context.Background()); err != nil {
		_, _ = fmt.Fprintf(os.Stdout, "usage: %t, %v\n", errors.Is(err, ErrUsage), err)
	}
}

func program(t *testing.T, flags string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0]) //nolint:gosec // this program
	cmd.Env = append(os.Environ(), runVariable+"="+flags, "PORT=0")
	return cmd
}

// Interrupted, Run returns, so that deferred functions run.
func TestRunReturns(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a process of Windows can't be interrupted by another")
	}
	cmd := program(t, "-http 127.0.0.1:0")
	var stdout strings.Builder
	cmd.Stdout = &stdout
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err = cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stderr)
	line, err := lines.ReadString('\n')
	if err != nil || !strings.Contains(line, "listening on http://127.0.0.1:") {
		t.Errorf("it says %q: %v", line, err)
	}
	if err = cmd.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	rest, err := io.ReadAll(lines)
	if err = errors.Join(err, cmd.Wait()); err != nil || stdout.String() != "closed\n" {
		t.Errorf("it ends with %v, %q and %s", err, stdout.String(), rest)
	}
}

func TestRunUsage(t *testing.T) {
	t.Parallel()
	for flags, want := range map[string]string{
		"-tls":          "usage: true, the command line can't be read: flag provided but not defined: -tls\nUsage of echo:",
		"serve":         "usage: true, the command line can't be read: it takes -http ADDR",
		"-http 8080":    "usage: false, listening on 8080: ",
		"-public-url x": "usage: false, the app can't start:\n\n",
	} {
		got, err := program(t, flags).Output()
		if err != nil || !strings.HasPrefix(string(got), want) || !strings.HasSuffix(string(got), "\nclosed\n") {
			t.Errorf("%s: %v, %q", flags, err, got)
		}
	}
}

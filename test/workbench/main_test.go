// Package workbench_test looks at the workbench's page in Chromium.
package workbench_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/test/browsertest"
)

// The environment in which this test's own program is an MCP server.
const (
	programLog   = "ORIEL_TEST_LOG"   // the file that it notes its starts in
	programExits = "ORIEL_TEST_EXITS" // set where it exits at once
)

func TestMain(m *testing.M) {
	if log := os.Getenv(programLog); log != "" {
		os.Exit(runProgram(log))
	}
	os.Exit(browsertest.OneBrowser(m).Run())
}

// runProgram is a server over standard input and output, with one tool. It notes its
// process id and prints a line.
func runProgram(log string) int {
	starts, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return 9
	}
	_, _ = fmt.Fprintln(starts, os.Getpid())
	_ = starts.Close()
	_, _ = fmt.Fprintln(os.Stderr, "the server prints")
	if os.Getenv(programExits) != "" {
		return 1
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "program", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "greet"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{}, nil, nil
	})
	_ = server.Run(context.Background(), &mcp.StdioTransport{}) // it ends with its input
	return 0
}

// program is such a server, and what returns the process ids of its starts so far.
func program(t *testing.T, exits bool) (server mcpclient.Server, starts func() []string) {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "log")
	server = mcpclient.Server{ID: "s", Command: []string{executable}, Env: append(os.Environ(), programLog+"="+log)}
	if exits {
		server.Env = append(server.Env, programExits+"=1")
	}
	return server, func() []string {
		data, err := os.ReadFile(log)
		if err != nil {
			return nil
		}
		return strings.Fields(string(data))
	}
}

// timeout bounds what only has to happen, so that a test that fails says what didn't.
const timeout = time.Minute

// received waits for what a channel brings.
func received[T any](t testing.TB, what string, from <-chan T) T {
	t.Helper()
	select {
	case value := <-from:
		return value
	case <-time.After(timeout):
		t.Fatalf("there was no %s", what)
		panic("unreachable")
	}
}

// eventually waits until a condition holds.
func eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	end := time.After(timeout)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-end:
			t.Fatalf("this never came: %s", what)
		case <-tick.C:
		}
	}
}

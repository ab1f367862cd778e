//go:build unix

package mcpclient_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

// killSelf ends a program as a crash does.
func killSelf() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL) }

// lives reports whether a process is there and has not ended.
func lives(t *testing.T, pid int) bool {
	t.Helper()
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	// One that has ended stays until whoever inherited it looks after it.
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, after, _ := bytes.Cut(stat, []byte(") "))
	return err != nil || !bytes.HasPrefix(after, []byte("Z"))
}

func noneLives(t *testing.T, all []int) {
	t.Helper()
	for _, pid := range all {
		if lives(t, pid) {
			t.Errorf("%d of %v lives on", pid, all)
		}
	}
}

func pids(t *testing.T, l *lines, count int) []int {
	t.Helper()
	var found []int
	l.until(t, "the numbers of the processes", func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		found = nil
		for _, text := range l.texts {
			if number, isPID := strings.CutPrefix(text, "pid "); isPID {
				if pid, err := strconv.Atoi(number); err == nil {
					found = append(found, pid)
				}
			}
		}
		return len(found) >= count
	})
	return found
}

// Close leaves nothing: not a program that ignores the end of its input and
// SIGTERM, not what a program started, however it ends.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		count int
	}{
		{"plain", 1},
		{"family", 2},
		{"stays", 1},
		{"deaf after", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			client, l := start(t, tt.name, "vscode")
			all := pids(t, l, tt.count)
			if tt.name == "deaf after" {
				ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
				defer cancel()
				if _, err := client.Call(ctx, "tool", nil, nil); code(err) != "server_timeout" {
					t.Errorf("error = %v", err)
				}
			}
			began := time.Now()
			if err := client.Close(); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > long {
				t.Errorf("closing took %v", took)
			}
			noneLives(t, all)
		})
	}
}

// A program that is killed, or exits, by itself: what it started goes, too.
func TestWhatAProgramLeavesBehind(t *testing.T) {
	t.Parallel()
	_, l := start(t, "family", "vscode")
	all := pids(t, l, 2)
	if err := syscall.Kill(all[1], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if end := l.await(t, "ended "); !strings.HasPrefix(end, "ended server_exited") || !strings.Contains(end, "SIGKILL") {
		t.Errorf("it ended with %s", end)
	}
	noneLives(t, all)
}

// A dial that fails leaves nothing either.
func TestAFailedDialLeavesNothing(t *testing.T) {
	t.Parallel()
	l := newLines()
	server := program(t, "family")
	server.Command = []string{"sh", "-c", `echo "pid $$" >&2; ` + server.Command[0] + ` & echo "pid $!" >&2; sleep 1000`}
	for i, pair := range server.Env {
		if strings.HasPrefix(pair, programEnv+"=") {
			server.Env[i] = programEnv + "=sleeper"
		}
	}
	host := profile(t, "vscode")
	ctx, expire := newExpiring(t)
	failed := make(chan error, 1)
	go func() {
		_, err := mcpclient.Dial(ctx, server, host, mcpclient.Options{Printed: l.add})
		failed <- err
	}()
	all := pids(t, l, 2)
	expire()
	if err := <-failed; code(err) != "server_timeout" {
		t.Errorf("error = %v", err)
	}
	noneLives(t, all)
}

// A program outlives the goroutine, and the thread, of the one who dialled.
func TestProgramOutlivesItsThread(t *testing.T) {
	t.Parallel()
	dialled := make(chan *mcpclient.Client)
	go func() {
		runtime.LockOSThread() // and never unlocks: the thread ends with the goroutine
		client, err := mcpclient.Dial(t.Context(), program(t, "plain"), profile(t, "vscode"), mcpclient.Options{})
		if err != nil {
			t.Error(err)
		}
		dialled <- client
	}()
	client := <-dialled
	if client == nil {
		return
	}
	t.Cleanup(func() { _ = client.Close() })
	for range 20 {
		if _, err := client.Read(t.Context(), "ui://x"); err != nil {
			t.Fatal(err)
		}
		runtime.Gosched()
	}
}

// One giant line, or a flood on standard error, is not kept.
func TestSystemMemoryStaysBounded(t *testing.T) { //nolint:paralleltest // it measures what the whole process allocates
	const most = raceFactor * 200 << 20
	var before, after runtime.MemStats
	for name, call := range map[string]func(*mcpclient.Client) error{
		"one line": func(c *mcpclient.Client) error {
			if _, err := c.Call(t.Context(), "tool", nil, nil); code(err) != "result_too_large" {
				return fmt.Errorf("the call: %w", err)
			}
			return nil
		},
		"shouts": func(c *mcpclient.Client) error {
			_, err := c.Call(t.Context(), "tool", nil, nil)
			return err
		},
	} {
		runtime.ReadMemStats(&before)
		client, err := mcpclient.Dial(t.Context(), program(t, name), profile(t, "vscode"), mcpclient.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := call(client); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_ = client.Close()
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > most {
			t.Errorf("%s: %d MiB were allocated", name, used>>20)
		}
	}
}

// No goroutine outlives its client.
func TestSystemNoGoroutineIsLeft(t *testing.T) { //nolint:paralleltest // it counts the goroutines of the whole process
	before := runtime.NumGoroutine()
	for _, name := range []string{"plain", "exits mid-call", "garbage", "half a line"} {
		client, err := mcpclient.Dial(t.Context(), program(t, name), profile(t, "vscode"), mcpclient.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = client.Call(t.Context(), "tool", nil, nil)
		_ = client.Close()
	}
	for _, id := range []string{"claude", "vscode", "older"} {
		var handler http.Handler = &older{left: make(chan struct{})}
		path := "/sse"
		if id != "older" {
			server := mcp.NewServer(&mcp.Implementation{Name: "clock", Version: "1"}, nil)
			addTools(server)
			path, handler = "/", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
				&mcp.StreamableHTTPOptions{Stateless: id == "claude"})
		}
		web := httptest.NewServer(handler)
		client, err := mcpclient.Dial(t.Context(), mcpclient.Server{ID: "x", Endpoint: web.URL + path}, profile(t, strings.Replace(id, "older", "claude", 1)), mcpclient.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		_, _ = client.Call(ctx, "count", nil, func(mcpclient.Progress) {})
		cancel()
		_ = client.Close()
		web.Close()
	}
	stacks := make([]byte, 1<<20)
	for deadline := time.Now().Add(long); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

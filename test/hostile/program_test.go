package hostile_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
)

// The tests' programs are this test binary, run with the name of one in its
// environment. Each leaves its process id in a folder.
const (
	programEnv = "ORIEL_HOSTILE_PROGRAM"
	folderEnv  = "ORIEL_HOSTILE_FOLDER"
)

// runProgram is an MCP server, but for what its name says.
func runProgram(name string) int {
	pid := strconv.Itoa(os.Getpid())
	if err := os.WriteFile(filepath.Join(os.Getenv(folderEnv), pid), []byte(name), 0o600); err != nil {
		return 1
	}
	fmt.Fprintln(os.Stderr, "this is", name)
	switch name {
	case "exits at once":
		fmt.Fprintln(os.Stderr, markup("no licence"))
		return 3
	case "hangs at once", "child":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		select {}
	case "prints before it speaks":
		_, _ = fmt.Fprintln(os.Stdout, "Listening on port 1\n{{{\n"+markup("garbage"))
	}
	input := bufio.NewReader(os.Stdin)
	for {
		text, err := input.ReadString('\n')
		if err != nil {
			if name == "never ends" {
				signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
				select {}
			}
			return 0
		}
		if late != nil && strings.Contains(text, "notifications/cancelled") {
			say(late, fine)
			late = nil
		}
		var m request
		if json.Unmarshal([]byte(text), &m) == nil && len(m.ID) > 0 && m.Method != "" {
			if code := answer(name, m); code >= 0 {
				return code
			}
		}
	}
}

// late is the id of the call that is answered when it has been cancelled.
var late json.RawMessage

const fine = `{"content":[{"type":"text","text":"all is well"}]}`

func say(id json.RawMessage, result string) {
	_, _ = fmt.Fprintf(os.Stdout, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n", id, result)
}

// answer answers a request. It returns the code to exit with, or -1.
func answer(name string, m request) int {
	switch m.Method {
	case "initialize":
		say(m.ID, `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":`+quoted(name)+`,"version":"1"}}`)
		return -1
	case "tools/list":
		say(m.ID, `{"tools":[{"name":"tool","inputSchema":{"type":"object"}}]}`)
		return -1
	case "tools/call":
	default:
		_, _ = fmt.Fprintf(os.Stdout, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32601,\"message\":\"no such thing\"}}\n", m.ID)
		return -1
	}
	switch name {
	case "exits in a call":
		fmt.Fprintln(os.Stderr, "out of luck")
		return 7
	case "hangs in a call":
		select {}
	case "half a line":
		_, _ = fmt.Fprintf(os.Stdout, `{"jsonrpc":"2.0","id":%s,"resu`, m.ID)
		return 0
	case "garbage":
		_, _ = fmt.Fprint(os.Stdout, "half a line\n{\"jsonrpc\":\"2.0\"\n\x00\xff\n[1,2]\n{\"jsonrpc\":\"2.0\",\"id\":\"nobody's\",\"result\":{}}\n"+markup("noise")+"\n")
	case "answers twice":
		say(m.ID, fine)
	case "answers late":
		late = m.ID // until it is cancelled
		return -1
	case "a gigabyte in a line":
		_, _ = fmt.Fprintf(os.Stdout, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"`, m.ID)
		chunk := strings.Repeat("x", 1<<20)
		for range 1 << 10 {
			if _, err := io.WriteString(os.Stdout, chunk); err != nil {
				return 1
			}
		}
	case "shouts":
		chunk := strings.Repeat(markup("shout")+"\n", 1<<12)
		for range 2 {
			_, _ = io.WriteString(os.Stderr, chunk)
		}
		_, _ = io.WriteString(os.Stderr, strings.Repeat("no end of a line", 1<<16))
	case "leaves a child", "loses a child":
		child := exec.CommandContext(context.Background(), os.Args[0]) //nolint:gosec // itself
		child.Env = append(os.Environ(), programEnv+"=child")
		child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
		if child.Start() != nil {
			return 1
		}
		if name == "loses a child" {
			return 5
		}
	}
	say(m.ID, fine)
	return -1
}

// program is one of the above, and what comes of it.
type program struct {
	name string
	// never is whether it has no tools to call; shown is what the page says, in
	// the card of the call or in place of the tools.
	never bool
	shown string
	// noted is in the timeline or in the server's log.
	noted string
}

func TestPrograms(t *testing.T) {
	t.Parallel()
	withstand(t, time.Minute, []program{
		{"exits at once", true, "exited with code 3", "no licence"},
		{"prints before it speaks", false, "all is well", "garbage"},
		{"exits in a call", false, "exited with code 7", "out of luck"},
		{"half a line", false, "exited", `"resu`},
		{"garbage", false, "all is well", "noise"},
		{"answers twice", false, "all is well", "This answer comes late, or twice"},
		{"a gigabyte in a line", false, "larger than 64 MiB", ""},
		{"shouts", false, "all is well", "shout"},
		{"never ends", false, "all is well", ""},
		{"leaves a child", false, "all is well", ""},
		{"loses a child", false, "exited with code 5", ""},
	})
}

func TestSilentPrograms(t *testing.T) {
	t.Parallel()
	withstand(t, 10*time.Second, []program{
		{"hangs at once", true, "in time", ""},
		{"hangs in a call", false, "within 10s", ""},
		{"answers late", false, "within 10s", "This answer comes late, or twice"},
	})
}

// withstand calls the tool of each program, and ends the workbench with all of
// them there.
func withstand(t *testing.T, timeout time.Duration, programs []program) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	var servers []mcpclient.Server
	for _, p := range programs {
		servers = append(servers, mcpclient.Server{ID: p.name, Command: []string{self}, Env: append(os.Environ(), programEnv+"="+p.name, folderEnv+"="+folder)})
	}
	bench, err := workbenchtest.Launch(t.Context(), workbench.Options{Servers: servers, Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	most, stop := watchMemory()
	s := open(t, bench.URL())
	for _, p := range programs {
		s.begin(t, p.name, "tool", "text")
		where := `[data-testid="text-answer"]`
		if p.never {
			where = "body"
		}
		if err := s.main.WaitForText(t.Context(), where, p.shown); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
		if p.noted != "" {
			if err := s.main.WaitFor(t.Context(), `document.body.textContent.includes(`+quoted(p.noted)+`)`); err != nil {
				t.Errorf("%s: %q is nowhere: %v", p.name, p.noted, err)
			}
		}
		if got := eval[[]string](t, s.main, elements); len(got) > 0 {
			t.Errorf("%s: markup came to life: %.300q", p.name, got)
		}
		s.isUp(t)
	}
	stop()
	if n := most.Load(); n > 700<<20 {
		t.Errorf("the heap grew to %d MiB", n>>20)
	}
	if err := bench.Stop(); err != nil {
		t.Error(err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) < len(programs) {
		t.Errorf("only %d of %d programs were started (%v)", len(files), len(programs), err)
	}
	left := running(t, folder)
	for deadline := time.Now().Add(time.Minute); len(left) > 0 && time.Now().Before(deadline); left = running(t, folder) {
		time.Sleep(50 * time.Millisecond) // a killed process takes a moment to go
	}
	if len(left) > 0 {
		t.Errorf("processes are left: %v", left)
	}
}

// running are the programs that have not ended.
func running(t *testing.T, folder string) []string {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, file := range files {
		pid, err := strconv.Atoi(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		process, err := os.FindProcess(pid)
		if err != nil || process.Signal(syscall.Signal(0)) != nil {
			continue
		}
		name, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		left = append(left, string(name)+" "+file.Name())
	}
	return left
}

package mcpclient_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

// The tests' programs are this test binary, run with the name of one in its
// environment.
const programEnv = "ORIEL_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if name := os.Getenv(programEnv); name != "" {
		os.Exit(runProgram(name, os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// program is a server that runs one of the programs below.
func program(t *testing.T, name string) mcpclient.Server {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return mcpclient.Server{ID: "prog", Command: []string{self}, Env: append(os.Environ(), programEnv+"="+name)}
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

type line struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// runProgram answers as an MCP server does, but for what its name says.
func runProgram(name string, stdin io.Reader, stdout, stderr io.Writer) int {
	_, _ = fmt.Fprintln(stderr, "started", name)
	switch name {
	case "sdk":
		return runSDK()
	case "exits":
		_, _ = fmt.Fprintln(stderr, "no \x1b[31mlicence\x1b[0m")
		return 3
	case "silent":
		_, _ = io.Copy(io.Discard, stdin)
		return 0
	case "sleeper", "deaf":
		signal.Ignore(syscall.SIGTERM)
		select {}
	case "family":
		child := exec.CommandContext(context.Background(), os.Args[0]) //nolint:gosec // itself
		child.Env = append(os.Environ(), programEnv+"=sleeper")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			return 1
		}
		_, _ = fmt.Fprintln(stderr, "pid", child.Process.Pid)
	case "shouts":
		go func() {
			chunk := strings.Repeat("x", 1<<20)
			for range 256 {
				_, _ = io.WriteString(stderr, chunk)
			}
			_, _ = fmt.Fprintln(stderr, "\nhoarse")
		}()
	}
	_, _ = fmt.Fprintln(stderr, "pid", os.Getpid())
	input := bufio.NewReader(stdin)
	for {
		text, err := input.ReadString('\n')
		if err != nil {
			if name == "stays" {
				signal.Ignore(syscall.SIGTERM)
				select {}
			}
			return 0
		}
		var m line
		if json.Unmarshal([]byte(text), &m) != nil {
			return 9
		}
		if code, ended := answer(name, m, stdout, stderr); ended {
			return code
		}
	}
}

// answer answers one message. It reports whether the program ends, and how.
func answer(name string, m line, stdout, stderr io.Writer) (code int, ended bool) {
	say := func(format string, arguments ...any) { _, _ = fmt.Fprintf(stdout, format+"\n", arguments...) }
	switch {
	case m.Method == "server/discover" && name == "initialize only":
		_, _ = fmt.Fprintln(stderr, "expected initialize")
		return 1, true
	case m.Method == "server/discover" && name == "ignores":
		return 0, false
	case m.Method == "server/discover":
		say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`, m.ID)
	case m.Method == "initialize":
		say(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"prog","version":"1"}}}`, m.ID)
	case m.Method == "notifications/cancelled":
		_, _ = fmt.Fprintln(stderr, "cancelled", string(m.Params))
		if name == "late" {
			var cancelled struct {
				ID json.RawMessage `json:"requestId"`
			}
			if json.Unmarshal(m.Params, &cancelled) != nil {
				return 9, true
			}
			say(`{"jsonrpc":"2.0","id":%s,"result":{"ok":true}}`, cancelled.ID)
		}
	case len(m.ID) == 0:
	case m.Method == "tools/call":
		return misbehave(name, m, stdout, stderr)
	default:
		say(`{"jsonrpc":"2.0","id":%s,"result":{"did":%q}}`, m.ID, m.Method)
	}
	return 0, false
}

// misbehave answers a tool call.
func misbehave(name string, m line, stdout, stderr io.Writer) (code int, ended bool) {
	say := func(format string, arguments ...any) { _, _ = fmt.Fprintf(stdout, format+"\n", arguments...) }
	good := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"ok":true}}`, m.ID)
	switch name {
	case "exits mid-call":
		_, _ = fmt.Fprintln(stderr, "out of luck")
		return 7, true
	case "half a line":
		_, _ = io.WriteString(stdout, `{"jsonrpc":"2.0","id":`)
		return 0, true
	case "killed":
		killSelf()
		select {}
	case "closes stdout":
		_ = os.Stdout.Close()
		select {}
	case "garbage":
		say("Listening on port 1")
		say("{{{")
		say(`{"jsonrpc":"1.0","id":1}`)
		say(`{"jsonrpc":"2.0","id":{"a":1},"result":{}}`)
		say(`{"jsonrpc":"2.0","id":true,"result":{}}`)
		say("")
		say("%s", strings.Repeat("z", 10_000))
		say("%s", good)
	case "nested":
		say(`{"jsonrpc":"2.0","id":%s,"result":%s%s}`, m.ID, strings.Repeat("[", 1<<20), strings.Repeat("]", 1<<20))
		say("%s", good)
	case "bad text":
		say(`{"jsonrpc":"2.0","id":%s,"result":{"text":"a%sb"}}`, m.ID, "\xff\xfe")
	case "twice":
		say("%s", good)
		say("%s", good)
	case "other id":
		say(`{"jsonrpc":"2.0","id":4711,"result":{"ok":false}}`)
		say(`{"jsonrpc":"2.0","id":"x\u0000y","error":{"code":1,"message":"no"}}`)
		say("%s", good)
	case "text id":
		say(`{"jsonrpc":"2.0","id":"%s","result":{"ok":true}}`, m.ID)
	case "batch":
		say(`[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}},%s]`, good)
	case "large batch":
		say("[%s1]", strings.Repeat("1,", 1<<20))
		say("%s", good)
	case "late": // it answers once it is told that nobody waits any more
		_, _ = fmt.Fprintln(stderr, "called")
	case "one line":
		chunk := strings.Repeat("x", 1<<20)
		_, _ = io.WriteString(stdout, `{"jsonrpc":"2.0","id":1,"result":"`)
		for range 1024 {
			if _, err := io.WriteString(stdout, chunk); err != nil {
				return 1, true
			}
		}
	case "flood":
		for range 30_000 {
			say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"again"}}`)
		}
		say("%s", good)
	case "asks":
		for i := range 500 {
			say(`{"jsonrpc":"2.0","id":"ask%d","method":"ping"}`, i)
		}
		say("%s", good)
	case "never":
	case "deaf after":
		select {} // reads nothing more
	default:
		say("%s", good)
	}
	return 0, false
}

func runSDK() int {
	server := mcp.NewServer(&mcp.Implementation{Name: "clock", Version: "1"}, nil)
	addTools(server)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		return 1
	}
	return 0
}

// addTools gives a server the tools of the tests: one that counts, telling its
// progress; one that waits until it is cancelled; one that adds a tool.
func addTools(server *mcp.Server) {
	schema := json.RawMessage(`{"type":"object"}`)
	server.AddTool(&mcp.Tool{Name: "count", InputSchema: schema}, func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for i := range 5 {
			if token := request.Params.GetProgressToken(); token != nil {
				err := request.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
					ProgressToken: token, Progress: float64(i + 1), Total: 5, Message: fmt.Sprint("step ", i+1),
				})
				if err != nil {
					return nil, err
				}
			}
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "counted"}}}, nil
	})
	server.AddTool(&mcp.Tool{Name: "grow", InputSchema: schema}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		server.AddTool(&mcp.Tool{Name: "grown", InputSchema: schema}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{}}, nil
		})
		return &mcp.CallToolResult{Content: []mcp.Content{}}, nil
	})
	server.AddPrompt(&mcp.Prompt{Name: "greet", Arguments: []*mcp.PromptArgument{{Name: "who"}}}, func(_ context.Context, request *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{
			Role: "user", Content: &mcp.TextContent{Text: "Hello " + request.Params.Arguments["who"]},
		}}}, nil
	})
	server.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "day://{date}", Name: "day"}, func(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: request.Params.URI, Text: "sunny"}}}, nil
	})
}

// lines collects what a program prints, or what else comes bit by bit.
type lines struct {
	log

	changed chan struct{}
	texts   []string
}

func newLines() *lines { return &lines{changed: make(chan struct{}, 1)} }

func (l *lines) add(text string) {
	l.mu.Lock()
	l.texts = append(l.texts, text)
	l.mu.Unlock()
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

func (l *lines) Record(m mcpclient.Message) {
	l.log.Record(m)
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

// state adds how a connection has ended.
func (l *lines) state(state mcpclient.State) {
	if state.Err != nil {
		l.add("ended " + code(state.Err) + " " + state.Err.Error())
	}
}

// await returns the first text with the prefix.
func (l *lines) await(t *testing.T, prefix string) string {
	t.Helper()
	var found string
	l.until(t, "a line that begins with "+prefix, func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, text := range l.texts {
			if strings.HasPrefix(text, prefix) {
				found = text
				return true
			}
		}
		return false
	})
	return found
}

// awaitMessage returns the first recorded message that fits.
func (l *lines) awaitMessage(t *testing.T, what string, fits func(mcpclient.Message) bool) mcpclient.Message {
	t.Helper()
	var found mcpclient.Message
	l.until(t, what, func() bool {
		for _, m := range l.all() {
			if fits(m) {
				found = m
				return true
			}
		}
		return false
	})
	return found
}

func (l *lines) until(t *testing.T, what string, reached func() bool) {
	t.Helper()
	deadline := time.After(60 * time.Second)
	for !reached() {
		select {
		case <-l.changed:
		case <-deadline:
			l.mu.Lock()
			last := l.texts[max(0, len(l.texts)-5):]
			l.mu.Unlock()
			t.Fatalf("%s did not come; last printed: %.300q, recorded: %+v", what, last, l.all())
		}
	}
}

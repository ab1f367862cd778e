package workbench_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

// The environment in which this test's own program is an MCP server, and what it
// then does.
const (
	programMode = "ORIEL_TEST_PROGRAM"
	programLog  = "ORIEL_TEST_LOG"

	serves    = "serves"
	exits     = "exits"     // at once
	endsLater = "endsLater" // when it is asked for its tools
)

func TestMain(m *testing.M) {
	if mode := os.Getenv(programMode); mode != "" {
		os.Exit(runProgram(mode))
	}
	reachOtherMachines()
	os.Exit(m.Run())
}

// runProgram is a server over standard input and output. It notes each of its
// starts, with its process id.
func runProgram(mode string) int {
	log, err := os.OpenFile(os.Getenv(programLog), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return 9
	}
	_, _ = fmt.Fprintln(log, os.Getpid())
	_ = log.Close()
	_, _ = fmt.Fprintln(os.Stderr, "the server prints", os.Getenv("API_TOKEN"))
	if mode == exits {
		return 1
	}
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		var request struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Version string `json:"protocolVersion"`
				Name    string `json:"name"`
			} `json:"params"`
		}
		if json.Unmarshal(input.Bytes(), &request) != nil || request.ID == nil {
			continue
		}
		answer := `"error":{"code":-32601,"message":"method not found"}`
		switch request.Method {
		case "initialize":
			answer = `"result":{"protocolVersion":"` + request.Params.Version + `","capabilities":{"tools":{}},"serverInfo":{"name":"program","version":"1"}}`
		case "tools/list":
			answer = `"result":{"tools":[{"name":"exit"},{"name":"noise"}]}`
			if mode == endsLater {
				return 4
			}
		case "tools/call":
			answer = `"result":{"content":[]}`
			switch request.Params.Name {
			case "exit":
				_, _ = fmt.Fprintln(os.Stderr, "it was asked to end")
				return 3
			case "hang":
				continue
			case "noise":
				_, _ = fmt.Fprintln(os.Stdout, "this is no JSON")
			}
		}
		_, _ = fmt.Fprintf(os.Stdout, `{"jsonrpc":"2.0","id":%s,%s}`+"\n", request.ID, answer)
	}
	return 0
}

// program is such a server, and its log.
func program(t testing.TB, mode string, environment ...string) (mcpclient.Server, func() []string) {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "log")
	server := mcpclient.Server{
		ID: "s", Command: []string{executable},
		Env: append(append(os.Environ(), programMode+"="+mode, programLog+"="+log), environment...),
	}
	return server, func() []string {
		data, err := os.ReadFile(log)
		if err != nil {
			return nil
		}
		return strings.Fields(string(data))
	}
}

func isStatus(status string) func(map[string]any) bool {
	return func(e map[string]any) bool { return e["type"] == "server" && e["status"] == status }
}

func isLog(prefix string) func(map[string]any) bool {
	return func(e map[string]any) bool {
		text, _ := e["text"].(string)
		return e["type"] == "log" && strings.HasPrefix(text, prefix)
	}
}

func (b *bench) serverOf(t testing.TB) map[string]any {
	t.Helper()
	var session map[string]any
	if err := json.Unmarshal([]byte(b.send(t, "GET", "/api/session", "", nil).body), &session); err != nil {
		t.Fatal(err)
	}
	servers, ok := session["servers"].([]any)
	if !ok || len(servers) == 0 {
		t.Fatalf("servers: %v", session["servers"])
	}
	server, ok := servers[0].(map[string]any)
	if !ok {
		t.Fatalf("server: %v", servers[0])
	}
	return server
}

func (b *bench) tools(t testing.TB, profile string) (map[string]any, int) {
	t.Helper()
	return b.post(t, "/api/list", map[string]any{"server": "s", "profile": profile, "list": "tools", "caller": "host"})
}

func (b *bench) callAs(t testing.TB, profile, tool, caller string) (map[string]any, int) {
	t.Helper()
	return b.post(t, "/api/call", map[string]any{"server": "s", "profile": profile, "tool": tool, "caller": caller})
}

func TestProgramIsStartedAgain(t *testing.T) {
	t.Parallel()
	server, starts := program(t, serves)
	b := start(t, benchOptions(server, 5*time.Millisecond))
	events := b.listen(t)
	events.next("the start", isStatus("ready"))
	if got := b.serverOf(t); got["transport"] != "stdio" || got["address"] != server.Command[0] || got["title"] != "program" {
		t.Errorf("the session says %v", got)
	}
	if _, status := b.tools(t, "claude"); status != 200 || len(starts()) != 2 {
		t.Errorf("%d after %d starts, want one for each profile in use", status, len(starts()))
	}
	answer, status := b.callAs(t, "claude", "exit", "host")
	if message, _ := at(answer, "error.message").(string); status != 502 || at(answer, "error.code") != "server_exited" || !strings.Contains(message, "exited with code 3") {
		t.Errorf("a call that ends the program: %d %v", status, answer)
	}
	end := events.next("the end", isLog("s, as Claude: "))
	if text, _ := end["text"].(string); !strings.Contains(text, "exited with code 3") || !strings.Contains(text, "it was asked to end") {
		t.Errorf("the end is told as %q", text)
	}
	eventually(t, "it has started again", func() bool { return len(starts()) == 3 }) // nobody asked
	if got := b.serverOf(t); got["status"] != "ready" {
		t.Errorf("the server is %v: the first program went on", got["status"])
	}
	b.callAs(t, "generic", "exit", "host")
	end = events.next("the end", isStatus("failed"))
	if reason, _ := end["reason"].(string); !strings.Contains(reason, "exited with code 3") || !strings.Contains(reason, "it was asked to end") {
		t.Errorf("the reason is %v", end["reason"])
	}
	events.next("the return", isStatus("ready"))
	if n := len(starts()); n != 4 {
		t.Errorf("%d starts, want 4: the other profile's program went on", n)
	}
}

func TestProgramPrints(t *testing.T) {
	t.Parallel()
	const secret = "sk-0123456789"
	server, _ := program(t, serves, "API_TOKEN="+secret)
	server.Command = append(server.Command, "--verbose", "--api-key", secret, "--token="+secret, "a b")
	b := start(t, benchOptions(server, time.Millisecond))
	events := b.listen(t)
	printed := events.next("the print", func(e map[string]any) bool { return e["type"] == "stderr" })
	if when, _ := printed["time"].(float64); printed["text"] != "the server prints [redacted]" || printed["server"] != "s" || printed["profile"] != "generic" || when == 0 {
		t.Errorf("printed: %v", printed)
	}
	if address, _ := b.serverOf(t)["address"].(string); !strings.HasSuffix(address, ` --verbose --api-key [redacted] --token=[redacted] 'a b'`) {
		t.Errorf("the address is %s", address)
	}
	if _, status := b.callAs(t, "claude", "noise", "host"); status != 200 {
		t.Errorf("a call of a server that prints noise: %d", status)
	}
	noise := events.next("the noise", func(e map[string]any) bool { return e["kind"] == "noise" })
	if at(noise, "body.text") != "this is no JSON" || noise["direction"] != "received" {
		t.Errorf("noise: %v", noise)
	}
}

func TestProgramThatKeepsExiting(t *testing.T) {
	t.Parallel()
	// A host of protocol 2026-07-28 may start it twice each time, once for each way
	// to begin.
	for id, most := range map[string]int{"vscode": 5, hosts.GenericID: 10} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			server, starts := program(t, exits)
			o := benchOptions(server, time.Millisecond)
			o.Profiles = []*hosts.Profile{profile(t, id)}
			b := start(t, o)
			events := b.listen(t)
			givenUp := func(e map[string]any) bool {
				reason, _ := e["reason"].(string)
				return e["status"] == "failed" && strings.Contains(reason, "not started again by itself")
			}
			events.next("the first end", isStatus("failed"))
			events.next("it is left alone", givenUp)
			n := len(starts())
			if n < 5 || n > most {
				t.Errorf("%d starts", n)
			}
			answer, status := b.tools(t, id)
			if fix, _ := at(answer, "error.fix").(string); status != 502 || at(answer, "error.code") != "server_exited" || !strings.Contains(fix, "restart") {
				t.Errorf("asked for its tools: %d %v", status, answer)
			}
			if again := len(starts()); again != n {
				t.Errorf("%d starts, and %d after it was left alone", n, again)
			}
			if _, status := b.post(t, "/api/restart", map[string]any{"server": "s"}); status != 200 {
				t.Errorf("restart: %d", status)
			}
			events.next("the restart", isStatus("starting"))
			events.next("it is left alone again", givenUp)
			if again := len(starts()); again < n+5 || again > n+most {
				t.Errorf("%d starts, and %d after the restart", n, again)
			}
		})
	}
}

func TestProgramThatIsNotThere(t *testing.T) {
	t.Parallel()
	server, starts := program(t, serves)
	there := server.Command[0]
	server.Command[0] = filepath.Join(t.TempDir(), "server")
	b := start(t, benchOptions(server, 10*time.Millisecond))
	events := b.listen(t)
	events.next("the failure", isStatus("failed"))
	if answer, status := b.tools(t, "claude"); status != 502 || at(answer, "error.code") != "server_not_started" {
		t.Errorf("%d %v", status, answer)
	}
	// Somebody builds it.
	if err := os.Symlink(there, server.Command[0]); err != nil {
		t.Fatal(err)
	}
	events.next("the start", isStatus("ready"))
	if len(starts()) == 0 {
		t.Error("it has not started")
	}
}

func TestRestartOfAProgram(t *testing.T) {
	t.Parallel()
	server, starts := program(t, serves)
	b := start(t, benchOptions(server, time.Hour))
	events := b.listen(t)
	events.next("the start", isStatus("ready"))
	hung := make(chan any, 1)
	go func() {
		answer, _ := b.callAs(t, "claude", "hang", "host")
		hung <- at(answer, "error.code")
	}()
	events.next("the call", message("tools/call", "request"))
	before := starts()
	if _, status := b.post(t, "/api/restart", map[string]any{"server": "s"}); status != 200 {
		t.Errorf("restart: %d", status)
	}
	if code := received(t, "the answer", hung); code != "server_restarted" {
		t.Errorf("a call during the restart: %v", code)
	}
	for _, pid := range before {
		if runs(pid) {
			t.Errorf("the program %s outlives the restart", pid)
		}
	}
	events.next("the restart", isStatus("starting"))
	events.next("the new start", isStatus("ready"))
	if n := len(starts()); n != 3 {
		t.Errorf("%d starts, want two and one after the restart", n)
	}
	if err := b.end(); err != nil {
		t.Fatal(err)
	}
	for _, pid := range starts() {
		if runs(pid) {
			t.Errorf("the program %s outlives the workbench", pid)
		}
	}
}

// A program that ends during a list is not asked for the list again and again.
func TestProgramThatEndsDuringAList(t *testing.T) {
	t.Parallel()
	server, starts := program(t, endsLater)
	o := benchOptions(server, time.Millisecond)
	o.Profiles = []*hosts.Profile{hosts.Generic()}
	b := start(t, o)
	var codes []any
	for range 20 {
		answer, _ := b.tools(t, "generic")
		codes = append(codes, at(answer, "error.code"))
	}
	if n := len(starts()); n != 5 {
		t.Errorf("%d starts", n)
	}
	if i := slices.IndexFunc(codes, func(code any) bool { return code != "server_exited" }); i >= 0 {
		t.Errorf("the answers: %v", codes)
	}
}

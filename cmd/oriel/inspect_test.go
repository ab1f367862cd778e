package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
)

// timeout limits every wait of these tests.
const timeout = 30 * time.Second

// inspection is "oriel inspect" as a process of its own, and its API as a script
// uses it.
type inspection struct {
	api

	process        *exec.Cmd
	stdout, stderr *output
	ended          chan error
}

// output is what a process writes, while it writes it.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// eventually waits for a condition.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(timeout); !condition(); {
		if time.Now().After(deadline) {
			t.Fatalf("timed out: %s", what)
		}
		<-time.After(20 * time.Millisecond)
	}
}

// inspect starts the command in a folder.
func inspect(t *testing.T, folder string, environ []string, args ...string) *inspection {
	t.Helper()
	i := &inspection{stdout: &output{}, stderr: &output{}, ended: make(chan error, 1)}
	i.process = exec.CommandContext(context.WithoutCancel(t.Context()), self(t),
		append([]string{"inspect", "--no-open", "--port", "0"}, args...)...)
	i.process.Dir, i.process.Env = folder, append(append(os.Environ(), asCommand+"=1"), environ...)
	i.process.Stdout, i.process.Stderr = i.stdout, i.stderr
	if err := i.process.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { i.ended <- i.process.Wait() }()
	t.Cleanup(func() {
		_ = i.process.Process.Kill() // it has ended, unless the test has failed
		if t.Failed() {
			t.Logf("it printed:\n%s\nand to standard error:\n%s", i.stdout, i.stderr)
		}
	})
	eventually(t, "a printed URL", func() bool { return strings.Contains(i.stdout.String(), "to stop.\n") })
	first := regexp.MustCompile(`http://\S+`).FindString(i.stdout.String())
	made, err := newAPI(first)
	if err != nil || made.token == "" || !strings.HasPrefix(i.stdout.String(), "Workbench: "+first+"\n") {
		t.Fatalf("the first URL is %q: %v", first, err)
	}
	if regexp.MustCompile(`https?://(127|localhost)`).MatchString(i.stderr.String()) {
		t.Errorf("a URL on standard error: %s", i.stderr)
	}
	i.api = *made
	return i
}

// end asks it to end and waits until it has.
func (i *inspection) end(t *testing.T, how os.Signal) {
	t.Helper()
	if err := i.process.Process.Signal(how); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-i.ended:
		if err != nil {
			t.Errorf("after %v: %v", how, err)
		}
	case <-time.After(timeout):
		t.Errorf("it does not end after %v", how)
	}
}

func (i *inspection) post(t *testing.T, path string, in, out any) {
	t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, i.origin+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+i.token)
	request.Header.Set("Content-Type", "application/json")
	response, err := i.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		t.Errorf("%s %s: %s", path, body, response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(out); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

func (i *inspection) session(t *testing.T) (now session) {
	t.Helper()
	body, err := i.get(t.Context(), "/api/session")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = body.Close() }()
	if err := json.NewDecoder(body).Decode(&now); err != nil {
		t.Fatal(err)
	}
	return now
}

// awaitStatus waits until a server has a status.
func (i *inspection) awaitStatus(t *testing.T, id, status string) (server shownServer) {
	t.Helper()
	eventually(t, id+" is "+status, func() bool {
		all := i.session(t).Servers
		at := slices.IndexFunc(all, func(s shownServer) bool { return s.ID == id })
		if at < 0 {
			t.Fatalf("there is no server %s in %+v", id, all)
		}
		server = all[at]
		return server.Status == status
	})
	return server
}

// greet lists the tools of a server and calls one.
func (i *inspection) greet(t *testing.T, id, profile string) {
	t.Helper()
	var list struct{ Entries []struct{ Name string } }
	i.post(t, "/api/list", map[string]any{"server": id, "profile": profile, "list": "tools", "caller": "host"}, &list)
	if len(list.Entries) != 1 || list.Entries[0].Name != "greet" {
		t.Errorf("the tools of %s: %+v", id, list)
	}
	var called struct {
		Result struct{ Content []struct{ Text string } }
	}
	i.post(t, "/api/call", map[string]any{
		"server": id, "profile": profile, "tool": "greet", "arguments": map[string]string{"name": "Ada"}, "caller": "host",
	}, &called)
	if len(called.Result.Content) == 0 || !strings.Contains(called.Result.Content[0].Text, "Ada") {
		t.Errorf("%s answers %+v", id, called)
	}
}

func hello(t *testing.T) *programtest.Program {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return programtest.Start(t, t.TempDir(), programtest.Build(t, root, "./examples/hello"), "-http", "127.0.0.1:0")
}

func host(t *testing.T, address string) string {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Host
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestInspectEndpoint(t *testing.T) {
	t.Parallel()
	server := hello(t)
	i := inspect(t, t.TempDir(), []string{"TOKEN=s3cret"}, server.URL, "--header", "Authorization: Bearer ${TOKEN}", "--transport", "http")
	id := host(t, server.URL)
	ready := i.awaitStatus(t, id, "ready")
	if ready.Transport != "http" || ready.Address != server.URL || ready.Protocol == "" {
		t.Errorf("server: %+v", ready)
	}
	if title := i.session(t).Title; title != id {
		t.Errorf("title %q", title)
	}
	i.greet(t, id, "claude")
	eventually(t, "the terminal reports it", func() bool { return strings.Contains(i.stdout.String(), "Ready: "+id+" (") })
	i.end(t, os.Interrupt)
	if text := i.stderr.String() + i.stdout.String(); strings.Contains(text, "s3cret") || i.stderr.String() != "" {
		t.Errorf("it printed %s", text)
	}
}

// The file of --answers answers a server's questions, in the order of its entries; what it has no answer for is
// declined, because nobody looks at the call.
func TestInspectAnswersFromAFile(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	server := programtest.Start(t, t.TempDir(), programtest.Build(t, root, "./examples/everything"), "-http", "127.0.0.1:0")
	folder := t.TempDir()
	script := `{"answers": [
		{"message": "Who", "times": 1, "accept": {"username": "ada", "email": "ada@example.com"}},
		{"message": "Who", "cancel": true},
		{"message": "Capital", "text": "Paris."}
	]}`
	if err := os.WriteFile(filepath.Join(folder, "answers.json"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	i := inspect(t, folder, nil, server.URL, "--answers", "answers.json")
	id := host(t, server.URL)
	i.awaitStatus(t, id, "ready")
	for _, call := range []struct {
		tool, argument, text, want string
	}{
		{"test_elicitation", "message", "Who is it?", `User response: action=accept, content={"username":"ada","email":"ada@example.com"}`},
		{"test_elicitation", "message", "Who is it?", "User response: action=cancel"},
		{"test_elicitation", "message", "When?", "User response: action=decline"},
		{"test_sampling", "prompt", "Capital of France?", "LLM response: Paris."},
	} {
		var called struct {
			Result struct{ Content []struct{ Text string } }
		}
		i.post(t, "/api/call", map[string]any{
			"server": id, "profile": "vscode", "tool": call.tool, "arguments": map[string]string{call.argument: call.text}, "caller": "host",
		}, &called)
		if len(called.Result.Content) == 0 || !strings.Contains(called.Result.Content[0].Text, call.want) {
			t.Errorf("%s asks %q, and answers %+v, want %q", call.tool, call.text, called, call.want)
		}
	}
	i.end(t, os.Interrupt)
}

// Whatever ends the workbench ends the programs that it has started, and those
// that they have started.
func TestInspectCommandLeavesNoProcess(t *testing.T) {
	t.Parallel()
	for _, how := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(how.String(), func(t *testing.T) {
			t.Parallel()
			w := newWatch(t)
			args := []string{"--help", "-v", "--", "--port", "1", "${HOME}", "a b"}
			i := inspect(t, t.TempDir(), w.environ("hello"), append([]string{"--verbose", "--", self(t)}, args...)...)
			id := i.session(t).Servers[0].ID
			ready := i.awaitStatus(t, id, "ready")
			if ready.Transport != "stdio" || !strings.Contains(ready.Address, "--port 1") {
				t.Errorf("server: %+v", ready)
			}
			i.greet(t, id, "claude")
			i.greet(t, id, "chatgpt")
			lived := w.await(t, 4) // two hosts at least, each with a program, each with a helper
			if !slices.ContainsFunc(lived, func(got []string) bool { return slices.Equal(got, args) }) {
				t.Errorf("the command's arguments are %q, want %q", lived, args)
			}
			eventually(t, "its standard error is here", func() bool { return strings.Contains(i.stderr.String(), ", chatgpt] hello from the server\n") })
			i.end(t, how)
			w.awaitEnd(t)
		})
	}
}

func TestInspectBrokenCommand(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	i := inspect(t, t.TempDir(), nil, "--env", serverMode+"=broken", "--env", "A=b,c", "--dir", folder, "--", self(t))
	id := i.session(t).Servers[0].ID
	failed := i.awaitStatus(t, id, "failed")
	if !strings.Contains(failed.Reason, "code 3") || !strings.Contains(failed.Reason, "database") {
		t.Errorf("reason %q", failed.Reason)
	}
	eventually(t, "the terminal reports it", func() bool { return strings.Contains(i.stderr.String(), "oriel: The server failed: ") })
	if text := i.stderr.String(); strings.ContainsRune(text, '\x1b') || !strings.Contains(text, "database") {
		t.Errorf("standard error: %q", text)
	}
	if told, err := os.ReadFile(filepath.Join(folder, "told")); err != nil || string(told) != "b,c" {
		t.Errorf("the folder and the variable: %q %v", told, err)
	}
	i.end(t, os.Interrupt)
}

func TestInspectMissingCommand(t *testing.T) {
	t.Parallel()
	i := inspect(t, t.TempDir(), nil, "--", "no-such-program-anywhere")
	failed := i.awaitStatus(t, "no-such-program-anywhere", "failed")
	if !strings.Contains(failed.Reason, "no-such-program-anywhere") {
		t.Errorf("reason %q", failed.Reason)
	}
	i.end(t, os.Interrupt)
}

func TestInspectConfig(t *testing.T) {
	t.Parallel()
	server, w := hello(t), newWatch(t)
	folder := t.TempDir()
	config, err := json.Marshal(map[string]any{"mcpServers": map[string]any{
		"program":  map[string]any{"command": self(t), "env": map[string]string{serverMode: "hello", serverWatch: "${WATCH}"}},
		"endpoint": map[string]any{"type": "http", "url": server.URL, "oauth": true},
		"broken":   map[string]any{"command": self(t), "env": map[string]string{serverMode: "broken"}},
		"off":      map[string]any{"command": "touch", "args": []string{"started"}, "disabled": true},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, ".mcp.json"), config, 0o600); err != nil {
		t.Fatal(err)
	}
	i := inspect(t, folder, []string{"WATCH=" + w.address}, server.URL, "--config", ".mcp.json")
	i.awaitStatus(t, "program", "ready")
	i.awaitStatus(t, "endpoint", "ready")
	i.awaitStatus(t, host(t, server.URL), "ready")
	i.awaitStatus(t, "broken", "failed")
	now := i.session(t)
	if now.Title != "4 servers" || len(now.Servers) != 4 {
		t.Errorf("session: %+v", now)
	}
	i.greet(t, "program", "claude")
	i.greet(t, "endpoint", "claude")
	for _, says := range []string{
		`warning: .mcp.json:1: The server "endpoint": "oauth" is unknown and has no effect.`,
		`warning: .mcp.json:1: The server "off" is disabled and left out.`,
		"The server broken failed: ",
	} {
		eventually(t, says, func() bool { return strings.Contains(i.stderr.String(), says) })
	}
	w.await(t, 2)
	i.end(t, syscall.SIGTERM)
	w.awaitEnd(t)
	if _, err := os.Stat(filepath.Join(folder, "started")); err == nil {
		t.Error("a disabled server was started")
	}
}

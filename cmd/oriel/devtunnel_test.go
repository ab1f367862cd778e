package main

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
)

const tunnelHost = "four-words-of-it.trycloudflare.com"

// scripted returns an environment in which cloudflared is a script.
func scripted(t *testing.T, script string) []string {
	t.Helper()
	dir := t.TempDir()
	programtest.WriteProgram(t, filepath.Join(dir, "cloudflared"), "#!/bin/sh\necho $$ > "+dir+"/pid\n"+script)
	return []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "FOLDER=" + dir}
}

const opensTunnel = "echo 'INF |  https://" + tunnelHost + "  |' >&2\nexec sleep 600\n"

// events are what "oriel dev --json" has printed so far.
func (d *developing) events() []devEvent {
	d.t.Helper()
	var list []devEvent
	for line := range strings.Lines(d.stdout.String()) {
		if !strings.HasSuffix(line, "\n") {
			break // it is still being written
		}
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.DisallowUnknownFields()
		var e devEvent
		if err := decoder.Decode(&e); err != nil {
			d.t.Fatalf("%q: %v", line, err)
		}
		list = append(list, e)
	}
	return list
}

// event waits for one that fits.
func (d *developing) event(what string, fits func(devEvent) bool) (found devEvent) {
	d.t.Helper()
	d.eventually("the event: "+what, func() bool {
		for _, e := range d.events() {
			if fits(e) {
				found = e
				return true
			}
		}
		return false
	})
	return found
}

func (d *developing) ofType(kind string) devEvent {
	d.t.Helper()
	return d.event(kind, func(e devEvent) bool { return string(e.Type) == kind })
}

// through asks the front as a tunnel would, or anybody else.
func through(t *testing.T, app, host, method, path, body string) (int, string) {
	t.Helper()
	u, err := url.Parse(app)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, "http://"+u.Host+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Host = host
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	answer, err := (&http.Client{Timeout: timeout}).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// A tunnel leads to the app, and to nothing else of this machine; what assistants have
// stored is looked after; and when the tunnel ends, the rest goes on.
func TestSystemDevTunnel(t *testing.T) {
	t.Parallel()
	environ := scripted(t, opensTunnel)
	d := devWith(t, devProject(t), environ, "--json", "--tunnel")
	started := d.ofType("started")
	if d.events()[0].Type != devStarted || started.Public != "https://"+tunnelHost+"/mcp" || started.App == "" || !strings.Contains(started.Workbench, "token=") ||
		!filepath.IsAbs(started.Dir) {
		t.Errorf("it begins with %+v", d.events()[0])
	}
	d.ofType("server_ready")
	d.ofType("view_built")
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
	for _, test := range []struct {
		host, method, path string
		status             int
	}{
		{tunnelHost, "POST", "/mcp", 200},
		{strings.ToUpper(tunnelHost), "POST", "/mcp", 200},
		{tunnelHost + ":443", "POST", "/mcp", 200},
		{"127.0.0.1", "POST", "/mcp", 200},
		{tunnelHost, "GET", "/oriel/dev/day/", 404},
		{tunnelHost, "GET", "/oriel/dev", 404},
		{tunnelHost, "GET", "/Oriel/Dev/day", 404},
		{tunnelHost, "GET", "/oriel/%64ev/day", 404},
		{tunnelHost, "GET", "/x/../oriel/dev/day", 404},
		{tunnelHost, "GET", "/healthz", 404},
		{"127.0.0.1", "GET", "/healthz", 200},
		{tunnelHost, "GET", "/", 404},
		{tunnelHost, "GET", "/api/session", 404},
		{tunnelHost, "GET", "/api/events?token=" + tokenOf(t, started.Workbench), 404},
		{tunnelHost, "GET", "/views?since=0", 404},
		{"evil.example", "POST", "/mcp", 403},
		{"evil.example:443", "GET", "/oriel/dev/day", 403},
		{tunnelHost + ".evil.example", "POST", "/mcp", 403},
		{"evil" + tunnelHost, "POST", "/mcp", 403},
		{"localhost.evil.example", "POST", "/mcp", 403},
	} {
		status, body := through(t, started.App, test.host, test.method, test.path, list)
		if status != test.status || strings.Contains(body, "token") {
			t.Errorf("%s %s of %s: %d %.100s, want %d", test.method, test.path, test.host, status, body, test.status)
		}
	}

	// The lists as they are now count as stored.
	asked := func(method, client string) (times int) {
		for _, e := range d.events() {
			if e.Method == method && strings.Contains(e.Client, client) {
				times++
			}
		}
		return times
	}
	d.eventually("both have been asked for", func() bool {
		return asked("prompts/list", "claude") > 0 && asked("prompts/list", "openai") > 0 // the last request of each
	})
	stale := func() (hosts []string) {
		for _, e := range d.events() {
			if e.Type == devAssistantStale {
				hosts = append(hosts, e.Assistant+": "+strings.Join(append(e.Changes, e.Views...), ", "))
			}
		}
		return hosts
	}
	programtest.Write(t, d.dir, "views/day/index.ts", "document.title = 'one';\n")
	d.eventually("ChatGPT has an older view", func() bool { return len(stale()) == 1 })
	before := asked("prompts/list", "openai")
	programtest.Write(t, d.dir, "views/day/index.ts", "document.title = 'two';\n")
	d.eventually("the app is asked again", func() bool { return asked("prompts/list", "openai") > before })
	programtest.Write(t, d.dir, "main.go", strings.Replace(devApp, `Name: "day",`, `Name: "day", Description: "Weather",`, 1))
	d.eventually("both have an older list", func() bool { return len(stale()) == 3 })
	if changes := stale(); changes[0] != "ChatGPT: day" || !strings.HasPrefix(changes[1], "Claude: the tool day: description") || !strings.HasPrefix(changes[2], "ChatGPT: the tool day: description") {
		t.Errorf("reported: %q", changes)
	}

	pid, err := os.ReadFile(filepath.Join(strings.TrimPrefix(environ[1], "FOLDER="), "pid"))
	if err != nil {
		t.Fatal(err)
	}
	number, err := strconv.Atoi(strings.TrimSpace(string(pid)))
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.FindProcess(number)
	if err == nil {
		err = program.Signal(syscall.SIGTERM)
	}
	if err != nil {
		t.Fatal(err)
	}
	d.ofType("tunnel_ended")
	if status, _ := through(t, started.App, "127.0.0.1", "POST", "/mcp", list); status != http.StatusOK {
		t.Errorf("without the tunnel: %d", status)
	}
	d.end(os.Interrupt)
	d.whole()
}

func tokenOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get("token")
}

// What goes wrong with a tunnel leaves nothing; Ctrl-C while it opens is no mistake.
func TestDevTunnelFails(t *testing.T) {
	t.Parallel()
	dir := devProject(t)
	d := devWith(t, dir, scripted(t, "echo 'failed to request quick Tunnel: no such host' >&2\nexit 1\n"), "--tunnel=cloudflared")
	if err := <-d.ended; err == nil || !strings.Contains(d.stderr.String(), "[tunnel_failed]") || !strings.Contains(d.stderr.String(), "no such host") || d.stdout.String() != "" {
		t.Errorf("%v: %s%s", err, d.stdout, d.stderr)
	}
	d.whole()
	d = devWith(t, dir, scripted(t, "exec sleep 600\n"), "--tunnel")
	d.eventually("it waits for the tunnel", func() bool { return len(d.left()) > 1 })
	d.end(os.Interrupt)
	d.whole()
	if d.stderr.String() != "" {
		t.Errorf("it complains: %s", d.stderr)
	}
}

// Without a program that makes tunnels, it says what to install.
func TestDevNoTunnelProgram(t *testing.T) {
	t.Parallel()
	dir := devProject(t)
	for _, flag := range []string{"--tunnel", "--tunnel=ngrok"} {
		d := devWith(t, dir, []string{"PATH=" + t.TempDir()}, flag)
		if err := <-d.ended; err == nil || !strings.Contains(d.stderr.String(), "in PATH. [tunnel_missing]\n    Install cloudflared, which needs no account, or ngrok.") ||
			d.stdout.String() != "" {
			t.Errorf("%s: %v: %s%s", flag, err, d.stdout, d.stderr)
		}
		d.whole()
	}
}

// A port that is asked for is that one or none.
func TestDevPortTaken(t *testing.T) {
	t.Parallel()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	dir := devProject(t)
	for _, flag := range []string{"--port", "--workbench-port"} {
		d := devWith(t, dir, nil, flag, port)
		if err := <-d.ended; err == nil || !strings.Contains(d.stderr.String(), "oriel: Port "+port+" is in use by another program") ||
			!strings.Contains(d.stderr.String(), "[port_taken]") || d.stdout.String() != "" {
			t.Errorf("%s: %v: %s%s", flag, err, d.stdout, d.stderr)
		}
		d.whole()
	}
}

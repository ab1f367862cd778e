package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"time"

	"github.com/orielapps/oriel/test/bench/load"
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/proc"
)

// The servers that are measured.
const (
	ours      = "oriel"
	hello     = "hello" // examples/hello, as its users start it
	gosdk     = "gosdk"
	mcpgo     = "mcpgo"
	floorName = "floor"
)

// programs are the built servers.
type programs struct {
	dir string
	// document is the file with the view.
	document string
}

// buildPrograms builds the servers into a folder, as they would be shipped.
func buildPrograms(ctx context.Context, root, dir string) (*programs, error) {
	absolute, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("finding the checkout: %w", err)
	}
	p := &programs{dir: dir, document: filepath.Join(absolute, "node_modules", "@modelcontextprotocol", "server-basic-react", "dist", "mcp-app.html")}
	for _, of := range []struct{ name, path string }{
		{hello, "./examples/hello"},
		{ours, "./test/bench/cmd/oriel"},
		{gosdk, "./test/bench/cmd/gosdk"},
		{mcpgo, "./test/bench/cmd/mcpgo"},
		{floorName, "./test/bench/cmd/floor"},
	} {
		if err := p.build(ctx, absolute, of.name, of.path); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// build builds a server.
func (p *programs) build(ctx context.Context, root, name, path string) error {
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", p.path(name), path)
	build.Dir = root
	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", path, err, output)
	}
	return nil
}

func (p *programs) path(name string) string { return filepath.Join(p.dir, name) }

// size returns the size of a server's program in bytes.
func (p *programs) size(name string) (int64, error) {
	info, err := os.Stat(p.path(name))
	if err != nil {
		return 0, fmt.Errorf("looking for a program: %w", err)
	}
	return info.Size(), nil
}

// withView returns the flags for a server with views.
func (p *programs) withView(views, tools int) []string {
	return []string{"-document", p.document, "-views", strconv.Itoa(views), "-tools", strconv.Itoa(tools)}
}

// A server is a running program.
type server struct {
	name string
	cmd  *exec.Cmd
	url  *url.URL
}

// start starts a server and waits until it has printed its address.
func (p *programs) start(ctx context.Context, name string, flags ...string) (*server, error) {
	if name == hello {
		flags = []string{"-http", "127.0.0.1:0"}
	}
	s := &server{name: name, cmd: exec.CommandContext(ctx, p.path(name), flags...)}
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(syscall.SIGTERM) }
	const grace = 5 * time.Second
	s.cmd.WaitDelay = grace
	says, err := s.cmd.StdoutPipe()
	if name == hello {
		says, err = s.cmd.StderrPipe()
	}
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", name, err)
	}
	lines := bufio.NewReader(says)
	line, err := lines.ReadString('\n')
	if err == nil {
		s.url, err = addressIn(line)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s has not printed its address: %w", name, err), s.stop())
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }() // its log
	return s, nil
}

var address = regexp.MustCompile(`http://\S+`)

func addressIn(line string) (*url.URL, error) {
	u, err := url.Parse(address.FindString(line))
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("there is no address in %q", line)
	}
	return u, nil
}

// stop ends a server.
func (s *server) stop() error {
	if s == nil || s.cmd.Process == nil {
		return nil
	}
	if err := s.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("ending %s: %w", s.name, err)
	}
	_ = s.cmd.Wait() // the error only says that it was killed
	return nil
}

func (s *server) target() load.Target {
	return load.Target{Address: s.url.Host, Path: s.url.Path, CPU: func() (time.Duration, error) { return proc.CPU(s.cmd.Process.Pid) }}
}

// snapshot requests a server's snapshot of itself.
func (s *server) snapshot(ctx context.Context) (now peer.Snapshot, err error) {
	body, err := s.get(ctx, peer.State)
	if err == nil {
		err = json.Unmarshal(body, &now)
	}
	if err != nil {
		return now, fmt.Errorf("asking %s for its state: %w", s.name, err)
	}
	return now, nil
}

// get requests a path of a server.
func (s *server) get(ctx context.Context, path string) (body []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.url.Host+path, http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("getting %s: %w", path, err)
	}
	request.Close = true // an idle connection would count as an open descriptor
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("getting %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	if body, err = io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("getting %s: status %s, %w", path, response.Status, err)
	}
	return body, nil
}

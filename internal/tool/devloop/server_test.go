package devloop_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/devreport"
)

// asServer has the test's own program be a server, as the file mode.py in its folder
// says.
const asServer = "ORIEL_DEVLOOP_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		os.Exit(beServer())
	}
	os.Exit(m.Run())
}

// beServer is a server with the faults that its mode names.
func beServer() int {
	text, _ := os.ReadFile("mode.py")
	mode := strings.TrimSpace(string(text))
	_, _ = fmt.Fprintln(os.Stderr, "mode", mode)
	address := "127.0.0.1:" + os.Getenv("PORT")
	switch mode {
	case "crash":
		_, _ = fmt.Fprintln(os.Stderr, "no database\x1b[2J here")
		return 3
	case "prints":
		output, _ := os.ReadFile("output.txt")
		_, _ = os.Stderr.Write(output)
		code, _ := strconv.Atoi(os.Getenv("CODE"))
		return code
	case "deaf":
		select {}
	case "late":
		time.Sleep(time.Second)
	case "too late":
		waitFor("listen")
	case "other side":
		address = "[::1]:" + os.Getenv("PORT")
	case "own":
		address = os.Getenv("OWN")
	case "stubborn":
		signal.Ignore(syscall.SIGTERM)
	case "family":
		child := exec.Command(os.Args[0]) //nolint:gosec,noctx // itself; the loop ends it
		child.Env = append(os.Environ(), asServer+"=child")
		child.Dir = filepath.Dir(os.Args[0])
		if err := child.Start(); err != nil {
			return 1
		}
		_, _ = fmt.Fprintln(os.Stderr, "child", child.Process.Pid)
		if os.Getenv(asServer) == "child" {
			select {}
		}
	}
	if os.Getenv(asServer) == "child" {
		select {}
	}
	if mode == "builds" {
		// Renamed into place: half a file has another hash, and is a change.
		if err := errors.Join(os.WriteFile("built.tmp", []byte("the same each time"), 0o600), os.Rename("built.tmp", "built.py")); err != nil {
			return 1
		}
		time.Sleep(200 * time.Millisecond)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /encodings", func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprintf(w, "%q", r.Header.Values("Accept-Encoding"))
	})
	mux.HandleFunc("POST /mcp", func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprintf(w, "%s at %s for %s", mode, r.URL.Path, r.Host)
	})
	mux.HandleFunc("POST /own/mcp", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, mode) })
	mux.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, "data: first\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	if mode == "dies" {
		go func() {
			waitFor("die")
			_, _ = fmt.Fprintln(os.Stderr, "out of memory")
			os.Exit(9)
		}()
	}
	listener, err := net.Listen("tcp", address) //nolint:noctx // a whole program
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		return 1
	}
	_ = http.Serve(listener, mux) //nolint:gosec // a server of a test
	return 0
}

// waitFor waits until there is a file.
func waitFor(name string) {
	for _, err := os.Stat(name); err != nil; _, err = os.Stat(name) {
		time.Sleep(5 * time.Millisecond)
	}
}

// command starts a loop with a command that is the test's own program.
func command(t *testing.T, mode string, o devloop.Options, environ ...string) *dev {
	t.Helper()
	dir := t.TempDir()
	programtest.Write(t, dir, "mode.py", mode)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o.Command = []string{self}
	o.Environ = append(append(os.Environ(), asServer+"=1"), environ...)
	return start(t, dir, o)
}

func TestCommand(t *testing.T) {
	t.Parallel()
	d := command(t, "fine", devloop.Options{})
	d.await(devloop.ServerReady)
	if got := d.ask("ping", "{}"); !strings.HasPrefix(got, "fine at /mcp for 127.0.0.1:") || strings.Contains(got, strings.TrimPrefix(d.url, "http://")) {
		t.Errorf("it answers %q", got)
	}
	d.write("mode.py", "better")
	d.await(devloop.ServerReady)
	if got := d.ask("ping", "{}"); !strings.HasPrefix(got, "better") {
		t.Errorf("it answers %q", got)
	}
	// What it writes itself.
	d.write("data.json", "{}")
	d.write("data.sqlite", "x")
	d.write("server.log", "x")
	time.Sleep(200 * time.Millisecond)
	if starts := d.starts(); starts != 2 {
		t.Errorf("it was started %d times", starts)
	}
}

// A command that compiles what it runs, such as "npm start" often does, is not started
// again for that, and again.
func TestCommandBuildsItself(t *testing.T) {
	t.Parallel()
	d := command(t, "builds", devloop.Options{})
	d.await(devloop.ServerReady)
	if starts := d.starts(); starts > 2 {
		t.Errorf("it was started %d times", starts)
	}
	time.Sleep(500 * time.Millisecond)
	if starts := d.starts(); starts > 2 {
		t.Errorf("it was started %d times later on", starts)
	}
	d.write("mode.py", "fine")
	d.eventually("the last one runs", func() bool { return strings.HasPrefix(d.ask("ping", "{}"), "fine") })
}

// Nothing is compressed on the way from this machine to itself, but for a tunnel.
func TestFrontAsksForPlainText(t *testing.T) {
	t.Parallel()
	d := command(t, "fine", devloop.Options{PublicURL: "https://app.example/mcp", Expose: []string{"/encodings"}})
	d.await(devloop.ServerReady)
	for host, want := range map[string]string{"": "[]", "app.example": `["gzip"]`} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.TrimSuffix(d.url, "/mcp")+"/encodings", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		request.Header.Set("Accept-Encoding", "gzip")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(response.Body)
		if err = errors.Join(err, response.Body.Close()); err != nil || string(got) != want {
			t.Errorf("for %q: the server is told that %s are accepted, want %s: %v", host, got, want, err)
		}
	}
}

func TestServerCrashesAtStart(t *testing.T) {
	t.Parallel()
	d := command(t, "crash", devloop.Options{})
	problem := d.wrong("server_crashed")[0]
	if problem.Message != "The server exited with code 3 before it listened.\n    mode crash\n    no database[2J here" || problem.Fix == "" {
		t.Errorf("%+v", problem)
	}
	if status, text := d.post("ping", "{}"); status != http.StatusServiceUnavailable || !strings.Contains(text, "exited with code 3") {
		t.Errorf("the front says %d %s", status, text)
	}
	// Saved as it is: what was missing may be there now.
	for range 2 {
		before := d.count(devloop.ServerExited)
		d.eventually("it is started again", func() bool {
			d.write("mode.py", "crash") // again and again: while one starts, the same text is no change
			return d.count(devloop.ServerExited) > before
		})
	}
	d.write("mode.py", "fine")
	d.await(devloop.ServerReady)
	d.wrong()

	// One that crashes is no reason to end the one that runs.
	d.write("mode.py", "crash")
	d.wrong("server_crashed")
	if got := d.ask("ping", "{}"); !strings.HasPrefix(got, "fine") {
		t.Errorf("it answers %q", got)
	}
}

func TestSystemServerNeverListens(t *testing.T) {
	t.Parallel()
	d := command(t, "deaf", devloop.Options{Slow: time.Second})
	problem := d.notListening("deaf")
	if !strings.Contains(problem.Message, "does not listen on the port") || !strings.Contains(problem.Fix, "--url") {
		t.Errorf("%+v", problem)
	}
	d.write("mode.py", "too late") // later than that, but it does
	d.notListening("too late")
	d.write("listen", "")
	d.await(devloop.ServerReady)
	d.wrong()
}

// notListening waits for the problem that quotes the server of a mode. A busy machine may
// not have run that far when the problem is reported: then the server is started again.
func (d *dev) notListening(mode string) devreport.Problem {
	d.t.Helper()
	for line := "mode " + mode; ; mode += "\n" {
		e := d.await(devloop.ProblemFound, func(e devloop.Event) bool { return e.Problem.Code == "server_not_listening" })
		if strings.Contains(e.Problem.Message, line) {
			return *e.Problem
		}
		d.write("mode.py", mode+"\n")
	}
}

func TestServerDies(t *testing.T) {
	t.Parallel()
	d := command(t, "dies", devloop.Options{})
	d.await(devloop.ServerReady)
	d.write("die", "")
	if problem := d.wrong("server_exited")[0]; !strings.Contains(problem.Message, "exited with code 9") || !strings.Contains(problem.Message, "out of memory") {
		t.Errorf("%+v", problem)
	}
	d.write("mode.py", "fine")
	d.await(devloop.ServerReady)
	d.wrong()
}

func TestServerOnTheOtherSide(t *testing.T) {
	t.Parallel()
	if listener, err := net.Listen("tcp6", "[::1]:0"); err != nil { //nolint:noctx // it is closed at once
		t.Log("this machine has no IPv6")
		return
	} else if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	d := command(t, "other side", devloop.Options{})
	d.await(devloop.ServerReady)
	if got := d.ask("ping", "{}"); !strings.HasPrefix(got, "other side") {
		t.Errorf("it answers %q", got)
	}
}

// A server on an address of its own has to end before the next can have it.
func TestServerOnItsOwnAddress(t *testing.T) {
	t.Parallel()
	own := programtest.FreeAddress(t)
	d := command(t, "own", devloop.Options{Endpoint: "http://" + own + "/own/mcp"}, "OWN="+own)
	d.await(devloop.ServerReady)
	if got := d.ask("ping", "{}"); got != "own" || !strings.HasSuffix(d.url, "/own/mcp") {
		t.Errorf("%s answers %q", d.url, got)
	}
	for i := range 3 {
		d.write("mode.py", "own"+strings.Repeat("\n", i+1))
		d.await(devloop.ServerReady)
		d.wrong()
	}
	d.write("mode.py", "crash")
	d.wrong("server_crashed")
	if status, _ := d.post("ping", "{}"); status != http.StatusServiceUnavailable {
		t.Errorf("the front says %d", status)
	}
}

// What ignores that it is asked to end, and what a server has started, end all the same.
func TestServersEnd(t *testing.T) {
	t.Parallel()
	d := command(t, "stubborn", devloop.Options{})
	d.await(devloop.ServerReady)
	d.write("mode.py", "family")
	d.await(devloop.ServerReady)
	child := 0
	d.eventually("the child's number", func() bool { // the line may come before the server is ready, or after
		d.mu.Lock()
		defer d.mu.Unlock()
		return slices.ContainsFunc(d.events, func(e devloop.Event) bool {
			_, err := fmt.Sscanf(e.Text, "child %d", &child)
			return err == nil
		})
	})
	if !alive(child) {
		t.Fatalf("no child %d", child)
	}
	d.write("mode.py", "fine")
	d.await(devloop.ServerReady)
	d.eventually("the family has ended", func() bool { return !alive(child) })
	d.end()
}

// Edits come faster than servers start.
func TestManyEdits(t *testing.T) {
	t.Parallel()
	d := command(t, "late", devloop.Options{})
	for i := range 40 {
		d.write("mode.py", fmt.Sprintf("mode %d", i))
		time.Sleep(time.Duration(i) * time.Millisecond)
	}
	d.eventually("the last one runs", func() bool { return strings.HasPrefix(d.ask("ping", "{}"), "mode 39 ") })
	d.wrong()
}

// A stream is passed on as it comes, and ends with the server that has it.
func TestStream(t *testing.T) {
	t.Parallel()
	d := command(t, "fine", devloop.Options{})
	d.await(devloop.ServerReady)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.Replace(d.url, "/mcp", "/events", 1), http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	buffer := make([]byte, 100)
	n, err := response.Body.Read(buffer)
	if err != nil || string(buffer[:n]) != "data: first\n\n" {
		t.Errorf("read %q %v", buffer[:n], err)
	}
	d.write("mode.py", "other")
	d.await(devloop.ServerReady)
	if _, err := response.Body.Read(buffer); err == nil {
		t.Error("the stream goes on without its server")
	}
}

// Nobody is let in who is not this machine, or the tunnel.
func TestFrontRefuses(t *testing.T) {
	t.Parallel()
	d := command(t, "fine", devloop.Options{PublicURL: "https://app.example.com/mcp"})
	d.await(devloop.ServerReady)
	for name, test := range map[string]struct {
		host, path, forwarded string
		status                int
	}{
		"this machine":    {"localhost:1", "/mcp", "", http.StatusOK},
		"the tunnel":      {"app.example.com", "/mcp", "203.0.113.7", http.StatusOK},
		"another path":    {"app.example.com", "/admin", "203.0.113.7", http.StatusNotFound},
		"another name":    {"rebound.example.com", "/mcp", "", http.StatusForbidden},
		"below localhost": {"views.localhost", "/mcp", "", http.StatusForbidden},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, strings.Replace(d.url, "/mcp", test.path, 1), http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = test.host
		if test.forwarded != "" {
			request.Header.Set("X-Forwarded-For", test.forwarded)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != test.status {
			t.Errorf("%s: %s", name, response.Status)
		}
	}
}

// What the server is told.
func TestEnvironment(t *testing.T) {
	t.Parallel()
	d := command(t, "fine", devloop.Options{PublicURL: "https://app.example.com/mcp"}, "ORIEL_TYPES=x", "ORIEL_DEV=http://evil")
	told := map[string]string{}
	for _, pair := range d.environ {
		name, value, _ := strings.Cut(pair, "=")
		if _, twice := told[name]; twice && strings.HasPrefix(name, "ORIEL") {
			t.Errorf("%s stands there twice", name)
		}
		told[name] = value
	}
	if told["ORIEL_PUBLIC_URL"] != "https://app.example.com/mcp" || len(told["ORIEL_KEY"]) < 32 || told["ORIEL_TYPES"] != "" ||
		!strings.HasPrefix(told["ORIEL_DEV"], "http://127.0.0.1:") {
		t.Errorf("the environment: %q", told)
	}
}

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"github.com/orielapps/oriel/examples/hello/app"
)

const (
	// serverMode is the environment variable that makes the test's binary an MCP
	// server, and serverWatch the address at which it says that it lives.
	serverMode  = "ORIEL_TEST_SERVER"
	serverWatch = "ORIEL_TEST_WATCH"
)

// serveAs is the server: "hello" speaks MCP over its standard input and output
// beside a helper that ignores being asked to end, "broken" leaves a file and
// exits at once.
func serveAs(mode string) int {
	switch mode {
	case "broken":
		if os.WriteFile("told", []byte(os.Getenv("A")), 0o600) != nil {
			return 1
		}
		_, _ = fmt.Fprintln(os.Stderr, "there is no \x1b[31mdatabase\x1b[0m")
		return 3
	case "helper":
		signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		if line := live(nil); line != nil {
			_, _ = io.Copy(io.Discard, line)
		}
		return 0
	}
	live(os.Args[1:])
	self, err := os.Executable()
	if err != nil {
		return 1
	}
	helper := exec.Command(self) //nolint:noctx // it is to outlive what started it
	helper.Env = append(os.Environ(), serverMode+"=helper")
	if helper.Start() != nil {
		return 1
	}
	_, _ = fmt.Fprintln(os.Stderr, "hello from the server")
	os.Args = []string{"hello", "-stdio"}
	app.New().Main()
	return 0
}

// live opens a connection that lasts as long as the process, and says over it
// what the arguments are.
func live(args []string) net.Conn {
	line, err := net.Dial("tcp", os.Getenv(serverWatch)) //nolint:noctx // it lasts as long as the process
	if err != nil {
		return nil
	}
	said, err := json.Marshal(args)
	if err != nil {
		return nil
	}
	if _, err := line.Write(append(said, '\n')); err != nil {
		return nil
	}
	return line
}

// watch knows of processes: which have said that they live, and how many of
// those have ended.
type watch struct {
	address string

	mu    sync.Mutex
	lived [][]string // the arguments of each
	ended int
}

func newWatch(t *testing.T) *watch {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	w := &watch{address: listener.Addr().String()}
	go func() {
		for {
			line, err := listener.Accept()
			if err != nil {
				return
			}
			go w.listen(line)
		}
	}()
	return w
}

// listen notes the beginning and the end of a process.
func (w *watch) listen(line net.Conn) {
	decoder := json.NewDecoder(line)
	var args []string
	if decoder.Decode(&args) != nil {
		return
	}
	w.mu.Lock()
	w.lived = append(w.lived, args)
	w.mu.Unlock()
	_ = decoder.Decode(&args) // blocks until the process ends
	w.mu.Lock()
	w.ended++
	w.mu.Unlock()
}

// environ makes a process that is started with it a server that is watched.
func (w *watch) environ(mode string) []string {
	return []string{serverMode + "=" + mode, serverWatch + "=" + w.address}
}

// await waits until at least n processes live or have lived, and returns their
// arguments.
func (w *watch) await(t *testing.T, n int) (lived [][]string) {
	t.Helper()
	eventually(t, strconv.Itoa(n)+" processes live", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		lived = slices.Clone(w.lived)
		return len(lived) >= n
	})
	return lived
}

// awaitEnd waits until all processes have ended.
func (w *watch) awaitEnd(t *testing.T) {
	t.Helper()
	eventually(t, "all processes have ended", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.ended == len(w.lived)
	})
}

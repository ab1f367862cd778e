package otherhosts_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	almanac "github.com/orielapps/oriel/examples/almanac/app"
	hello "github.com/orielapps/oriel/examples/hello/app"
	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// An app, the tool whose view is shown, and what a person does in the view.
type app struct {
	name      string
	tool      string
	title     string // of the tool
	arguments map[string]string
	// serve starts the app, as it is at first, and returns its endpoint.
	serve func(t *testing.T) string
	// use clicks in the view. Each click ends in a tool call, and what it waits for comes
	// with the answer.
	use func(ctx context.Context, view *browsertest.Frame) error
}

func apps(t *testing.T) []app {
	t.Helper()
	board := buildBoard(t)
	return []app{
		{
			name: "hello", tool: "greet", title: "Greet somebody", arguments: map[string]string{"name": "Ada"},
			serve: func(t *testing.T) string {
				t.Helper()
				return serve(t, hello.New().Handler())
			},
			use: useHello,
		},
		{
			name: "almanac", tool: "almanac_day", title: "Sun and moon on a day",
			arguments: map[string]string{"place": "Lisbon", "date": "2026-11-21"},
			serve: func(t *testing.T) string {
				t.Helper()
				noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
				return serve(t, almanac.At(func() time.Time { return noon }).Handler())
			},
			use: useAlmanac,
		},
		{
			name: "board", tool: "show_board", title: "Show the board", arguments: map[string]string{},
			serve: func(t *testing.T) string {
				t.Helper()
				return programtest.Start(t, t.TempDir(), board, "-http", "127.0.0.1:0").URL
			},
			use: useBoard,
		},
	}
}

func serve(t *testing.T, handler http.Handler) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.CloseClientConnections() // some wait for news
		server.Close()
	})
	return server.URL + "/mcp"
}

// buildBoard makes a new app of the template "board", builds it, and returns its program.
func buildBoard(t *testing.T) string {
	t.Helper()
	oriel := programtest.Build(t, root, "./cmd/oriel")
	dir := filepath.Join(t.TempDir(), "board")
	program := filepath.Join(t.TempDir(), "board")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	run(t, "", oriel, "new", dir, "--template", "board")
	run(t, dir, "go", "build", "-ldflags=-w", "-o", program, ".")
	return program
}

func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, said)
	}
}

func useHello(ctx context.Context, view *browsertest.Frame) error {
	const title = `[data-testid="greeting"]`
	return inOrder(
		func() error { return view.WaitForText(ctx, title, "Hello, Ada!") },
		func() error { return view.Fill(ctx, "input", "Grace") },
		func() error { return view.Click(ctx, "button") },
		func() error { return view.WaitForText(ctx, title, "Hello, Grace!") },
		func() error { return view.WaitForText(ctx, `[data-testid="count"]`, "1") },
	)
}

// The list of places is from a tool that is for the view alone.
func useAlmanac(ctx context.Context, view *browsertest.Frame) error {
	const date = `[data-testid="date"]`
	return inOrder(
		func() error { return view.WaitForText(ctx, date, "Sat 21 Nov 2026") },
		func() error { return view.Click(ctx, `[data-testid="next-day"]`) },
		func() error { return view.WaitForText(ctx, date, "Sun 22 Nov 2026") },
		func() error { return view.Select(ctx, "select", "Tokyo") },
		func() error { return view.WaitForText(ctx, `[data-testid="place"]`, "Tokyo") },
	)
}

// A move is shown before the tool answers, and taken back if it refuses. A new card has
// its number from the tool.
func useBoard(ctx context.Context, view *browsertest.Frame) error {
	cards := func(want string) error {
		return view.WaitFor(ctx, `[...document.querySelectorAll("section")].map((column) =>
			[...column.querySelectorAll("[data-card]")].map((card) => card.dataset.card)).join("|") === "`+want+`"`)
	}
	return inOrder(
		func() error { return cards("1,2,3|4,5|6") },
		func() error { return view.Click(ctx, `[data-card="2"] button:last-of-type`) },
		func() error { return cards("1,3|4,2,5|6") },
		func() error { return view.Fill(ctx, "input", "Buy milk") },
		func() error { return view.Click(ctx, "form button") },
		func() error { return cards("1,3,7|4,2,5|6") },
	)
}

// inOrder stops at the first error.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

package apptypes

import (
	"os"
	"path/filepath"
	"testing"
)

// Only a newApp that returns the App of Oriel is called.
func TestWhoseNewApp(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]bool{
		`import "github.com/orielapps/oriel"; func newApp() *oriel.App { return nil }`:                           true,
		`import "github.com/orielapps/oriel"; func newApp() (*oriel.App, error) { return nil, nil }`:             true,
		`import o "github.com/orielapps/oriel"; func newApp() *o.App { return nil }`:                             true,
		`import . "github.com/orielapps/oriel"; func newApp() *App { return nil }`:                               true,
		`import "github.com/orielapps/oriel"; type App = oriel.App; func newApp() *App { return nil }`:           true,
		`import "github.com/gofiber/fiber"; func newApp() *fiber.App { return nil }`:                             false,
		`import oriel "example.com/other"; func newApp() *oriel.App { return nil }`:                              false,
		`import "github.com/orielapps/oriel"; type App struct{ *oriel.App }; func newApp() *App { return nil }`:  false,
		`import "github.com/orielapps/oriel"; func newApp() oriel.App { return oriel.App{} }`:                    false,
		`import "github.com/orielapps/oriel"; type T int; func (T) newApp() *oriel.App { return nil }`:           false,
		`import "github.com/orielapps/oriel"; func newApp() (a, b *oriel.App) { return nil, nil }`:               false,
		`import "github.com/orielapps/oriel"; func newApp() (*oriel.App, error, int) { panic("never called") }`:  false,
		`import "github.com/orielapps/oriel"; func newApp[T any]() *oriel.App { return nil }; func main() { _ =`: false,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main; "+source+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := hasNewApp(dir); got != want {
			t.Errorf("%s: %v, want %v", source, got, want)
		}
	}
}

// Command screenshots takes the pictures of the workbench in docs/screenshots.
// Run it from the checkout's root, through "make screenshots".
package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// scale is how many pixels of a picture make a CSS pixel.
const scale = "2"

// aDay asks for the same day at whatever time the pictures are taken.
const aDay = `&tool=almanac_day&args=%7B%22place%22%3A%22Lisbon%22%2C%22date%22%3A%222026-06-26%22%7D&run=1&layout=fit`

// picture is one screenshot.
type picture struct {
	name          string
	scheme        string // what the page takes its theme from
	width, height int64  // CSS pixels
}

func pictures() []picture {
	return []picture{
		{name: "workbench-light", scheme: "light", width: 1440, height: 900},
		{name: "workbench-dark", scheme: "dark", width: 1440, height: 900},
		{name: "workbench-narrow", scheme: "light", width: 390, height: 844},
	}
}

// ready holds when every view has the result and has stopped loading.
const ready = `(() => {
	const views = [...document.querySelectorAll('[data-testid="view"]')];
	return views.length > 2 && views.every((v) => v.dataset.status === "ready") && document.fonts.status === "loaded";
})()`

// settleTimeout is how long a page may go on moving.
const settleTimeout = 20 * time.Second

// largest is how large a picture may be at most, in bytes.
const largest = 500_000

// exitFault is the exit code of a fault.
const exitFault = 1

// fontsConfig makes the pictures look the same wherever they are taken.
//
//go:embed fonts.conf
var fontsConfig []byte

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	out := flag.String("out", filepath.Join("docs", "screenshots"), "the folder for the pictures")
	oriel := flag.String("oriel", "", "the program to run (default: built from the checkout)")
	flag.Parse()
	err := run(ctx, *oriel, *out, os.Stdout)
	stop()
	if err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "screenshots: %v\n", err)
		os.Exit(exitFault)
	}
}

func run(ctx context.Context, oriel, out string, stdout io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "oriel-screenshots-")
	if err != nil {
		return fmt.Errorf("making a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	fonts := filepath.Join(dir, "fonts.conf")
	if err = os.WriteFile(fonts, fontsConfig, 0o644); err != nil {
		return fmt.Errorf("writing down the fonts: %w", err)
	}
	if oriel == "" {
		if oriel, err = build(ctx, dir); err != nil {
			return err
		}
	}
	demo, err := programtest.Launch(ctx, dir, oriel, "demo", "--no-open", "--port", "0")
	if err != nil {
		return fmt.Errorf("starting the demo: %w", err)
	}
	defer func() { err = errors.Join(err, demo.Stop()) }()
	browser, err := browsertest.Launch(ctx, browsertest.Options{
		Env:   []string{"FONTCONFIG_FILE=" + fonts},
		Flags: []string{"--font-render-hinting=none", "--hide-scrollbars", "--force-device-scale-factor=" + scale},
	})
	if err != nil {
		return fmt.Errorf("starting the browser: %w", err)
	}
	defer func() { err = errors.Join(err, browser.Close()) }()
	if err = os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("making the folder for the pictures: %w", err)
	}
	for _, p := range pictures() {
		file := filepath.Join(out, p.name+".png")
		size, err := p.take(ctx, browser, demo.URL+aDay, file)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if size > largest {
			return fmt.Errorf("%s has %d bytes, more than %d", file, size, largest)
		}
		_, _ = fmt.Fprintf(stdout, "%s: %d bytes\n", file, size)
	}
	return nil
}

// build compiles the program from the checkout into dir.
func build(ctx context.Context, dir string) (string, error) {
	path := filepath.Join(dir, "oriel")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	said, err := exec.CommandContext(ctx, "go", "build", "-o", path, "./cmd/oriel").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building oriel: %w\n%s", err, said)
	}
	return path, nil
}

// take opens the workbench, waits until nothing moves any more and writes the
// picture. It returns the picture's size in bytes.
func (p picture) take(ctx context.Context, browser *browsertest.Browser, url, file string) (int, error) {
	page, err := browser.NewPage(ctx)
	if err != nil {
		return 0, fmt.Errorf("opening a page: %w", err)
	}
	defer page.Close()
	if err = page.Viewport(ctx, p.width, p.height, 0); err != nil {
		return 0, fmt.Errorf("preparing the page: %w", err)
	}
	if err = page.Media(ctx, map[string]string{"prefers-color-scheme": p.scheme, "prefers-reduced-motion": "reduce"}); err != nil {
		return 0, fmt.Errorf("preparing the page: %w", err)
	}
	if err = page.Navigate(ctx, url); err != nil {
		return 0, fmt.Errorf("loading the workbench: %w", err)
	}
	if err = page.Main().WaitFor(ctx, ready); err != nil {
		return 0, fmt.Errorf("the views are not ready: %w", err)
	}
	shot, err := settled(ctx, page)
	if err != nil {
		return 0, err
	}
	packed, err := pack(ctx, shot)
	if err != nil {
		return 0, err
	}
	if err = os.WriteFile(file, packed, 0o644); err != nil {
		return 0, fmt.Errorf("writing the picture: %w", err)
	}
	return len(packed), nil
}

// settled takes screenshots until three in a row are the same.
func settled(ctx context.Context, page *browsertest.Page) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	const enough = 3
	var last []byte
	for same := 1; same < enough; {
		shot, err := page.Screenshot(ctx)
		if err != nil {
			return nil, fmt.Errorf("waiting for the page to settle: %w", err)
		}
		if bytes.Equal(shot, last) {
			same++
		} else {
			same = 1
		}
		last = shot
	}
	return last, nil
}

// pack reduces a picture to the 256 colours that it is hardly different in.
func pack(ctx context.Context, shot []byte) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "pngquant", "--quality", "70-95", "--speed", "1", "--strip", "-")
	cmd.Stdin = bytes.NewReader(shot)
	packed, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("compressing the picture with pngquant, which \"make screenshots\" installs: %w", err)
	}
	return packed, nil
}

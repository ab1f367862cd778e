package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"

	"github.com/orielapps/oriel/internal/tool/procgroup"
)

// PathVariable is the environment variable with the path of the browser.
const PathVariable = "ORIEL_CHROMIUM"

const (
	// startTimeout limits the time until a new browser answers.
	startTimeout = 3 * time.Minute
	// closeTimeout limits closing a page, and the report of a failed test.
	closeTimeout = 10 * time.Second
	// maxOutput is how much of a browser's output an error shows, in bytes.
	maxOutput = 2000
)

// flags are Chromium's flags, in addition to the caller's. Only the last disable-features counts. WebUIOmnibox features are
// pages behind the address field, which each window would load; without them, the browser starts in a quarter of the
// time.
var flags = []string{
	"--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-startup-window",
	"--no-first-run", "--no-default-browser-check", "--enable-automation",
	"--disable-background-networking", "--disable-breakpad", "--disable-client-side-phishing-detection",
	"--disable-component-update", "--disable-back-forward-cache", "--disable-default-apps", "--disable-extensions", "--disable-quic", "--disable-sync",
	"--disable-features=Translate,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
	"--metrics-recording-only", "--password-store=basic", "--use-mock-keychain",
	// Invisible pages run as fast as visible ones.
	"--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
	"--disable-hang-monitor", "--disable-ipc-flooding-protection", "--disable-popup-blocking", "--disable-prompt-on-repost",
	// A container's /dev/shm may be small.
	"--disable-dev-shm-usage", "--force-color-profile=srgb",
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.*",
}

// process is a running browser, and the folder of its profile.
type process struct {
	running  *procgroup.Running
	profile  string
	to, from *os.File
	stop     func() bool // keeps the launch's context from ending the browser
}

// launch starts a browser that is controlled over pipes, and returns its session.
func launch(ctx context.Context, options Options) (*process, *session, error) {
	path, err := executable(options.Path)
	if err != nil {
		return nil, nil, err
	}
	p := &process{}
	session, err := p.start(ctx, path, options)
	if err == nil {
		return p, session, nil
	}
	err = fmt.Errorf("starting %s: %w", path, err)
	if said := p.outputEnd(); said != "" {
		err = fmt.Errorf("%w. It has printed: %s", err, said)
	}
	return nil, nil, errors.Join(err, p.close())
}

func (p *process) start(ctx context.Context, path string, options Options) (*session, error) {
	var err error
	if p.profile, err = os.MkdirTemp("", "oriel-browser-*"); err != nil {
		return nil, err //nolint:wrapcheck // launch says what was tried
	}
	theirs, err := p.pipes()
	if err != nil {
		return nil, err
	}
	all := slices.Concat(flags, options.Flags, []string{"--user-data-dir=" + p.profile})
	command := exec.Command(path, all...) //nolint:gosec,noctx // the tests' own browser, which the AfterFunc below ends
	command.Env = append(os.Environ(), options.Env...)
	command.ExtraFiles = theirs[:2] // the file descriptors 3 and 4, which Chromium uses
	command.Stderr = theirs[2]
	p.running, err = procgroup.Start(command)
	for _, file := range theirs {
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		return nil, err
	}
	p.stop = context.AfterFunc(ctx, func() { p.running.End(0) })
	session := newSession(p.from, p.to)
	limited, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	_, err = call(limited, session, browser.GetVersion, cdp.Empty{})
	return session, err
}

// pipes makes both pipes and a file for the output, and returns the browser's ends.
func (p *process) pipes() ([]*os.File, error) {
	in, to, err := os.Pipe()
	if err != nil {
		return nil, err //nolint:wrapcheck // launch says what was tried
	}
	p.to = to
	from, out, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	p.from = from
	printed, err := os.Create(p.outputFile())
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	return []*os.File{in, out, printed}, nil
}

func (p *process) outputFile() string { return filepath.Join(p.profile, "printed.log") }

// outputEnd returns the end of the browser's output.
func (p *process) outputEnd() string {
	text, err := os.ReadFile(p.outputFile())
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text[max(0, len(text)-maxOutput):]))
}

// close kills the browser, because ending normally takes a second, and removes its profile.
func (p *process) close() error {
	if p.stop != nil {
		p.stop()
	}
	if p.running != nil {
		p.running.End(0)
	}
	for _, end := range []*os.File{p.to, p.from} {
		if end != nil {
			_ = end.Close()
		}
	}
	return removeProfile(p.profile)
}

// removeProfile removes a profile, with retries: remaining processes of the browser may still write.
func removeProfile(folder string) error {
	const (
		tries = 600
		pause = 50 * time.Millisecond
	)
	var err error
	for range tries {
		if err = os.RemoveAll(folder); err == nil {
			return nil
		}
		time.Sleep(pause)
	}
	return fmt.Errorf("removing a browser's profile: %w", err)
}

// executable finds the browser to run.
func executable(path string) (string, error) {
	which := "the browser"
	if path == "" {
		path, which = os.Getenv(PathVariable), "the browser named by "+PathVariable
	}
	if path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("%s can't be run: %w", which, err)
		}
		return found, nil
	}
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	for _, name := range names {
		found, err := exec.LookPath(name)
		if err == nil {
			return found, nil
		}
		if !errors.Is(err, exec.ErrNotFound) {
			return "", fmt.Errorf("looking for a browser: %w", err)
		}
	}
	return "", fmt.Errorf("no browser: none of %s is on PATH. Run \"make test\", which installs Chromium, "+
		"or \"apt-get install chromium\", or set %s to a Chromium or Chrome", strings.Join(names, ", "), PathVariable)
}

package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"

	"github.com/orielapps/oriel/internal/procgroup"
)

// PathVariable names the environment variable that says which browser to run.
const PathVariable = "ORIEL_CHROMIUM"

const (
	// startTimeout is how long a browser may take until it answers.
	startTimeout = time.Minute
	// closeTimeout is how long a browser may take to end by itself.
	closeTimeout = 10 * time.Second
)

// flags are Chromium's, without what the caller adds. Two of the features that are
// turned off are pages behind the address field, which each window would load at once:
// three quarters of what a browser takes to start.
var flags = []string{
	"--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-startup-window",
	"--no-first-run", "--no-default-browser-check", "--enable-automation",
	"--disable-background-networking", "--disable-breakpad", "--disable-client-side-phishing-detection",
	"--disable-component-update", "--disable-default-apps", "--disable-extensions", "--disable-quic", "--disable-sync",
	"--disable-features=Translate,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
	"--metrics-recording-only", "--password-store=basic", "--use-mock-keychain",
	// Pages that nobody sees run as fast as the others.
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
	stop     func() bool // from ending the browser when the context of its launch ends
}

// launch starts a browser that speaks over pipes, and returns its own session.
func launch(ctx context.Context, options Options) (p *process, session *session, err error) {
	path, err := executable(options.Path)
	if err != nil {
		return nil, nil, err
	}
	p = &process{}
	if p.profile, err = os.MkdirTemp("", "oriel-browser-*"); err != nil {
		return nil, nil, fmt.Errorf("making a browser's profile: %w", err)
	}
	theirs, err := p.pipes()
	if err == nil {
		all := slices.Concat(flags, options.Flags, []string{"--user-data-dir=" + p.profile})
		command := exec.Command(path, all...) //nolint:gosec,noctx // the tests' own browser, which AfterFunc ends
		command.Env = append(os.Environ(), options.Env...)
		command.ExtraFiles = theirs // 3 and 4, where Chromium looks for them
		p.running, err = procgroup.Start(command)
		for _, file := range theirs {
			err = errors.Join(err, file.Close())
		}
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("starting %s: %w", path, err), p.close())
	}
	p.stop = context.AfterFunc(ctx, func() { p.running.End(0) })
	session = open(p.from, p.to)
	limited, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if _, err := call(limited, session, browser.GetVersion, cdp.Empty{}); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("starting %s: %w", path, err), p.close())
	}
	return p, session, nil
}

// pipes makes both pipes, and returns the browser's ends.
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
	return []*os.File{in, out}, nil
}

// close ends the browser and removes its profile. It has nothing to save, and would take
// a second to end by itself.
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

// removeProfile tries for a while: what the browser leaves behind may still write.
func removeProfile(folder string) error {
	const (
		tries = 20
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
	if path == "" {
		path = os.Getenv(PathVariable)
	}
	if path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("the browser named by %s can't be run: %w", PathVariable, err)
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

package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// uiProfiles are the hosts that the demo shows views in.
var uiProfiles = []string{"claude", "chatgpt", "mcp-ui"}

// demo builds the command, as "go install" does, and runs its demo in an empty
// folder: nothing of the checkout may be needed.
func demo(t *testing.T, args ...string) *programtest.Program {
	t.Helper()
	return programtest.Start(t, t.TempDir(), oriel(t), append([]string{"demo", "--no-open", "--port", "0"}, args...)...)
}

func TestSmokeDemo(t *testing.T) {
	t.Parallel()
	program := demo(t)
	page := browsertest.Start(t).Open(t, program.URL)
	if location, err := browsertest.Eval[string](t.Context(), page.Main(), "location.href"); err != nil || strings.Contains(location, "token") {
		t.Errorf("the token stays in the address bar: %s %v", location, err)
	}
	views := map[string]*browsertest.Frame{}
	for _, profile := range uiProfiles {
		views[profile] = ready(t, page, profile)
	}
	if err := page.Main().WaitForText(t.Context(), `[data-testid="text-answer"]`, "Lisbon"); err != nil {
		t.Errorf("the text answer: %v", err)
	}
	for profile, view := range views {
		nextDay(t, profile, view)
	}
	for _, theme := range []string{"dark", "light"} {
		switchTheme(t, page, theme)
		for profile, view := range views {
			if err := view.WaitFor(t.Context(), `document.documentElement.dataset.theme === "`+theme+`"`); err != nil {
				t.Errorf("%s: the %s theme does not reach the view: %v", profile, theme, err)
			}
		}
	}
	for _, method := range []string{
		"initialize", "server/discover", "tools/call", "ui/initialize", "ui/notifications/tool-result",
		"openai/setGlobals", "ui-lifecycle-iframe-render-data",
	} {
		if err := page.Main().WaitFor(t.Context(), `!!document.querySelector('[data-testid="event"][data-method="`+method+`"]')`); err != nil {
			t.Errorf("the timeline has no %s: %v", method, err)
		}
	}
	for _, violation := range page.Violations() {
		t.Errorf("a policy is in the way: %v", violation)
	}
}

func nextDay(t *testing.T, profile string, view *browsertest.Frame) {
	t.Helper()
	before, err := view.Text(t.Context(), `[data-testid="date"]`)
	if err != nil {
		t.Fatalf("%s: %v", profile, err)
	}
	if err := view.Click(t.Context(), `[data-testid="next-day"]`); err != nil {
		t.Fatalf("%s: %v", profile, err)
	}
	quoted := strconv.Quote(before)
	changed := `document.querySelector('[data-testid="date"]').innerText.trim() !== ` + quoted
	if err := view.WaitFor(t.Context(), changed); err != nil {
		t.Errorf("%s: next day leaves it at %s: %v", profile, before, err)
	}
}

func switchTheme(t *testing.T, page *browsertest.Page, theme string) {
	t.Helper()
	label := map[string]string{"dark": "Dark theme", "light": "Light theme"}[theme]
	if err := page.Main().Click(t.Context(), `button[aria-label="`+label+`"]`); err != nil {
		t.Fatalf("the switch to %s: %v", theme, err)
	}
}

// The contract for scripts and agents: what the address asks for is done, with
// the token and not without.
func TestAddressRunsATool(t *testing.T) {
	t.Parallel()
	program := demo(t)
	address := program.URL + `&tool=almanac_day&args=` + `%7B%22place%22%3A%22Tokyo%22%2C%22date%22%3A%222026-01-26%22%7D` + `&profiles=claude,text&run=1`
	browser := browsertest.Start(t)
	page := browser.Open(t, address)
	view := ready(t, page, "claude")
	if err := view.WaitForText(t.Context(), "body", "Tokyo"); err != nil {
		t.Error(err)
	}
	if err := page.Main().WaitForText(t.Context(), `[data-testid="text-answer"]`, "Tokyo"); err != nil {
		t.Error(err)
	}
	frames, err := browsertest.Eval[int](t.Context(), page.Main(), `document.querySelectorAll('[data-testid="view"]').length`)
	if err != nil || frames != 1 {
		t.Errorf("%d views for one profile with UI: %v", frames, err)
	}
	stranger := browser.Open(t, regexp.MustCompile(`token=[^&]*`).ReplaceAllString(address, "token=wrong"))
	if err = stranger.Main().WaitFor(t.Context(), `!!document.querySelector('[data-testid="door"]')`); err != nil {
		t.Errorf("a wrong token: %v", err)
	}
	acted, err := browsertest.Eval[int](t.Context(), stranger.Main(), `document.querySelectorAll('[data-testid="view"], [data-testid="event"]').length`)
	if err != nil || acted != 0 {
		t.Errorf("without the token the page acted: %d %v", acted, err)
	}
}

// "go install" gives a complete tool: it runs without the checkout.
// scripts/fresh.sh runs it without a network, too.
func TestInstalledBinaryNeedsNothingElse(t *testing.T) {
	t.Parallel()
	root := checkout(t)
	bin := t.TempDir()
	install := exec.CommandContext(t.Context(), "go", "install", "./cmd/oriel")
	install.Dir = root
	install.Env = append(os.Environ(), "GOBIN="+bin)
	if said, err := install.CombinedOutput(); err != nil {
		t.Fatalf("go install: %v\n%s", err, said)
	}
	entries, err := os.ReadDir(bin)
	if err != nil || len(entries) != 1 {
		t.Fatalf("go install left %v, %v", entries, err)
	}
	program := programtest.Start(t, t.TempDir(), filepath.Join(bin, entries[0].Name()), "demo", "--no-open", "--port", "0")
	page := browsertest.Start(t).Open(t, program.URL)
	for _, profile := range uiProfiles {
		ready(t, page, profile)
	}
	if strings.Contains(program.Output(), root) {
		t.Errorf("it speaks of the checkout: %s", program.Output())
	}
}

package providers_test

import (
	"context"
	"net/url"
	"slices"
	"testing"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// inWorkbench signs a user in on the workbench's page, for both scopes, or for one, and then for
// the one that another tool needs.
func inWorkbench(t *testing.T, app *trips, version string, ada *user, both bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	known, ok := hosts.Get("claude")
	if !ok {
		t.Fatal("no profile")
	}
	profile := *known
	profile.Protocols.Value = []string{version}
	address := workbenchtest.StartWith(t, workbench.Options{
		Servers: []mcpclient.Server{{ID: "trips", Endpoint: app.endpoint}}, Profiles: []*hosts.Profile{&profile},
	})
	page := browsertest.Start(t).Open(t, address)
	main := page.Main()
	do := func(steps ...func() error) {
		t.Helper()
		for i, step := range steps {
			if err := step(); err != nil {
				t.Fatalf("step %d: %v; %s", i+1, err, ada.seen(ctx))
			}
		}
	}
	click := func(selector string) func() error { return func() error { return main.Click(ctx, selector) } }
	sees := func(selector, text string) func() error {
		return func() error { return main.WaitForText(ctx, selector, text) }
	}
	waits := func(condition string) func() error { return func() error { return main.WaitFor(ctx, condition) } }
	// The provider's page is in another window: the user's own.
	catchWindow := waits(`(window.openedAt = "", window.open = () => ({ location: { replace(at) { window.openedAt = at } }, close() {} }), true)`)
	granted := func() error {
		if err := main.WaitFor(ctx, `window.openedAt !== ""`); err != nil {
			return err
		}
		at, err := browsertest.Eval[string](ctx, main, "window.openedAt")
		if err != nil {
			return err
		}
		if err := ada.page.Navigate(ctx, at); err != nil {
			return err
		}
		if err := ada.signIn(ctx, ada.page.Main(), int(ada.asked.Add(1))); err != nil {
			return err
		}
		return ada.page.Main().WaitForText(ctx, "h1", "You are signed in")
	}
	runs := func(tool string) func() error {
		return func() error {
			return page.Navigate(ctx, address+"&"+url.Values{"tool": {tool}, "profiles": {"claude"}, "run": {"1"}}.Encode())
		}
	}
	first := "trips.read"
	if both {
		first = "trips.read trips.write"
	}
	const scopes = ".signin-form label:last-of-type input"
	do(
		sees(`[data-testid="signin"]`, "Needs a sign-in"), click(`[data-fold="signin"]`), click(`.signin-own:has(.signin-form) > summary`),
		func() error { return main.Fill(ctx, scopes, first) },
		catchWindow, click(`.signin-form button`), granted,
		sees(`[data-testid="signin"]`, "Signed in as"), sees(`[data-testid="server-status"]`, "Ready"),
		runs("list"), sees(".reply", "ada has no trips"),
	)
	if !both {
		do(
			runs("save"), sees(`[data-testid="card-signin"]`, "asks for a sign-in"), sees(`[data-testid="signin"]`, "Needs trips.write"),
			catchWindow, click(`[data-testid="card-signin"] button`), granted,
			waits(`!document.querySelector('[data-testid="signin"]').textContent.includes("Needs")`), sees(`[data-testid="server-status"]`, "Ready"),
		)
	}
	do(
		runs("save"), sees(".reply", "saved for ada"),
		click(`[data-fold="signin"]`), click(`[data-testid="signin-hosts"] > summary`), sees(`[data-testid="signin-hosts"]`, "claude.ai/api/mcp/auth_callback"),
	)
	if failed, err := browsertest.Eval[[]string](ctx, main, `[...document.querySelectorAll('.signin-step[data-verdict="failed"]')].map((step) => step.innerText)`); err != nil || len(failed) > 0 {
		t.Errorf("failed steps: %q, %v", slices.Compact(failed), err)
	}
}

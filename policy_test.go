package oriel_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

// What a view may not ask for is refused where it is declared, with the place.
func TestHostileViewsAreRefused(t *testing.T) {
	t.Parallel()
	for code, declare := range map[string]func(*oriel.App) *ui.View{
		"csp_source_invalid": func(app *oriel.App) *ui.View {
			return oriel.AddViewWith(app, "v", ui.HTML("<p>"), ui.Metadata{CSP: &ui.CSP{ConnectDomains: []string{"https://xn--pple-43d.com"}}})
		},
		"csp_sources_too_many": func(app *oriel.App) *ui.View {
			return oriel.AddViewWith(app, "v", ui.HTML("<p>"), ui.Metadata{CSP: &ui.CSP{FrameDomains: make([]string, 201)}})
		},
		"view_url_invalid": func(app *oriel.App) *ui.View { return oriel.AddView(app, "v", ui.URL("javascript:alert(1)")) },
		"domain_invalid": func(app *oriel.App) *ui.View {
			return oriel.AddViewWith(app, "v", ui.HTML("<p>"), ui.Metadata{Domain: "https://*.example.com"})
		},
	} {
		app := oriel.New("app", "1.0.0")
		if declare(app) == nil {
			t.Errorf("%s: declaring can't go on", code)
		}
		err := app.Err()
		public, ok := errors.AsType[*ui.Error](err)
		if !ok || public.Code != code || public.Fix == "" || !strings.Contains(err.Error(), "policy_test.go:") {
			t.Errorf("got %v, want the code %s, a mend and the place", err, code)
		}
	}
}

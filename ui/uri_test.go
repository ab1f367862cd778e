package ui_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel/ui"
)

func uri(t *testing.T, content ui.Content, m ui.Metadata) string {
	t.Helper()
	v, err := ui.NewView("app", "v", content, m)
	if err != nil {
		t.Fatal(err)
	}
	return v.URI()
}

func TestURIChangesWithTheDocumentAlone(t *testing.T) {
	t.Parallel()
	if uri(t, ui.HTML("a"), ui.Metadata{}) == uri(t, ui.HTML("b"), ui.Metadata{}) {
		t.Error("another content has the same URI")
	}
	if uri(t, ui.HTML("a"), ui.Metadata{}) != uri(t, ui.HTML("a"), ui.Metadata{Description: "x"}) {
		t.Error("another description has another URI")
	}
}

// Hosts have kept these URIs: they must not change with a version of Oriel. The
// hashes are those of sha256sum.
func TestURI(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		content ui.Content
		want    string
	}{
		"short":      {ui.HTML("a"), "ca978112ca1b"},
		"built":      {ui.Built{Name: "x", HTML: "a"}, "ca978112ca1b"},
		"a megabyte": {ui.HTML(strings.Repeat("a", 1e6)), "cdc76e5c9914"},
		"a page":     {ui.URL("https://example.com"), "100680ad546c"},
		"remote DOM": {ui.RemoteDOM{Script: "a", Framework: ui.React}, "46abd2637843"},
	} {
		if got := uri(t, test.content, ui.Metadata{}); got != "ui://app/v/"+test.want {
			t.Errorf("%s: %s, want the hash %s", name, got, test.want)
		}
	}
}

// A view stands for the content that it was declared with.
func TestURIOfACopy(t *testing.T) {
	t.Parallel()
	v, err := ui.NewView("app", "v", ui.HTML("a"), ui.Metadata{})
	if err != nil {
		t.Fatal(err)
	}
	other := *v
	other.Content = ui.HTML("b")
	if got := other.URI(); got != "ui://app/v/ca978112ca1b" || got != v.URI() {
		t.Errorf("%s and %s", got, v.URI())
	}
}

func TestURIOfOtherViews(t *testing.T) {
	t.Parallel()
	if got := ui.ViewAt("ui://theirs/x").URI(); got != "ui://theirs/x" {
		t.Errorf("a view at a URI has the URI %q", got)
	}
	if got := new(ui.View).URI(); got != "" {
		t.Errorf("a view of nothing has the URI %q", got)
	}
}

func TestURIIsAskedForConcurrently(t *testing.T) {
	t.Parallel()
	v, err := ui.NewView("app", "v", ui.HTML("a"), ui.Metadata{})
	if err != nil {
		t.Fatal(err)
	}
	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			if got := v.URI(); got != "ui://app/v/ca978112ca1b" {
				t.Errorf("it is %q", got)
			}
		})
	}
	asking.Wait()
}

func TestViewPrefix(t *testing.T) {
	t.Parallel()
	for app, want := range map[string]string{
		"weather": "weather", "My App": "my-app", "My  (old) App!": "my-old-app", "a--b": "a--b", "a - b": "a---b", "-a-": "a",
		"!-a-!": "a", "Ünï": "n", "\xffx\xff\xfey": "x-y", "": "", "…": "", "--": "", "a\nb/c": "a-b-c",
	} {
		if got := ui.ViewPrefix(app); got != "ui://"+want+"/" {
			t.Errorf("%q: %q, want %q", app, got, want)
		}
	}
}

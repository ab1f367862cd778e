package view_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/view"
)

func TestCutPackages(t *testing.T) {
	t.Parallel()
	const tricky = "globalThis." + view.DevPackages + " = {a: () => '</script>'}"
	element := view.PackagesScript(tricky)
	if strings.Count(element, "</script>") != 1 || element == view.PackagesScript(tricky+" ") {
		t.Fatalf("the element is %s", element)
	}
	document := "<!doctype html><script>first</script>" + element + "<body><script>last</script>"
	cut, rest := view.CutPackages(document)
	if cut != element || rest != "<!doctype html><script>first</script><body><script>last</script>" {
		t.Errorf("cut %s, and left %s", cut, rest)
	}
	for _, other := range []string{"", rest, element[:len(element)-2]} {
		if cut, rest := view.CutPackages(other); cut != "" || rest != other {
			t.Errorf("of %q, %q was cut", other, cut)
		}
	}
}

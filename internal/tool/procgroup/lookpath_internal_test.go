package procgroup

import "testing"

func TestPathOf(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		environ       []string
		unix, windows string
	}{
		"one":                  {[]string{"A=b", "PATH=first=1"}, "first=1", "first=1"},
		"the last":             {[]string{"PATH=first", "PATH=second"}, "second", "second"},
		"the last, and empty":  {[]string{"PATH=first", "PATH="}, "", ""},
		"spelled as Windows":   {[]string{"PATH=first", "Path=second"}, "first", "second"},
		"spelled as it is not": {[]string{"XPATH=first", "PATHEXT=second", "PATHS"}, "", ""},
		"none":                 {nil, "", ""},
	} {
		for system, want := range map[string]string{"linux": test.unix, "darwin": test.unix, "windows": test.windows} {
			if got := pathOf(test.environ, system); got != want {
				t.Errorf("%s, on %s: %q, want %q", name, system, got, want)
			}
		}
	}
}

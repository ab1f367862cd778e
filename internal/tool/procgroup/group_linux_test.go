package procgroup

import "testing"

func TestRunsIn(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]bool{
		"12 (sleep) S 1 40 40 0 -1":         true,
		"12 (a) R 7 99) S 1 40 40 0 -1":     true,
		"12 (sleep) S 1 41 41 0 -1":         false,
		"12 (sleep) S 40 41 41 0 -1":        false,
		"12 (chromium) Z 1 40 40 0 -1":      false,
		"12 (chromium) X 1 40 40 0 -1":      false,
		"12 (40 Z 1 40) D 1 40 40 0 -1 0 0": true,
		"":                                  false,
		"12 (sleep)":                        false,
	} {
		if got := runsIn(40, []byte(status)); got != want {
			t.Errorf("%q: %t", status, got)
		}
	}
}

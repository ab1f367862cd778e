package naming_test

import (
	"testing"

	"github.com/orielapps/oriel/internal/tool/naming"
)

func TestIdentifier(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"forecast":     "Forecast",
		"day-chart":    "DayChart",
		"a-1-b":        "A1B",
		"day_chart":    "DayChart",
		"day2":         "Day2",
		"type":         "Type",
		"a--b":         "AB",
		"x":            "X",
		"html-preview": "HtmlPreview",
	} {
		if got := naming.Identifier(name); got != want {
			t.Errorf("Identifier(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestReservedOnWindows(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"con": true, "com1": true, "lpt9": true, "nul": true, "com10": false, "icon": false, "console": false, "": false} {
		if got := naming.ReservedOnWindows(name); got != want {
			t.Errorf("ReservedOnWindows(%q) = %v", name, got)
		}
	}
}

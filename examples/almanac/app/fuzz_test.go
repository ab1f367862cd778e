package app_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/orielapps/oriel/examples/almanac/app"
	"github.com/orielapps/oriel/hosts"
)

// Whatever somebody writes as a place and a date, the answer is a day with
// numbers in it, or a sentence that says what to write instead; never a masked
// error.
func FuzzDay(f *testing.F) {
	for _, seed := range [][2]string{
		{"Lisbon", "2026-11-21"},
		{"45.92,6.87 Europe/Paris", ""},
		{"-90,180", "1900-01-01"},
		{"90,-180 Pacific/Apia", "2011-12-30"},
		{"+.5e1,0x1p-2", "2100-12-31"},
		{"1,NaN", "0000-00-00"},
		{"0,0 posixrules", "1945-08-15"},
		{"\x00,\xff", "2026-11-21T00:00:00Z"},
	} {
		f.Add(seed[0], seed[1])
	}
	almanac := app.At(lunchtime)
	f.Fuzz(func(t *testing.T, place, date string) {
		arguments, err := json.Marshal(map[string]string{"place": place, "date": date})
		if err != nil {
			t.Fatal(err)
		}
		result, err := almanac.Methods().CallTool(t.Context(), hosts.Peer{}, "almanac_day", arguments)
		if err != nil {
			t.Fatal(err)
		}
		encoded, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		if result.IsError == (result.StructuredContent != nil) || strings.Contains(string(encoded), `"code":"internal"`) {
			t.Errorf("%q on %q: %s", place, date, encoded)
		}
	})
}

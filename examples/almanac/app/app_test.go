package app_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/examples/almanac/app"
	"github.com/orielapps/oriel/orieltest"
)

// lunchtime is the clock of the tests: half past eleven UTC, 21 November 2026.
func lunchtime() time.Time { return time.Date(2026, 11, 21, 11, 30, 0, 0, time.UTC) }

func connect(t *testing.T) *orieltest.Host {
	t.Helper()
	return orieltest.Connect(t, app.At(lunchtime), "claude")
}

func TestDay(t *testing.T) {
	t.Parallel()
	result := connect(t).Call("almanac_day", map[string]any{"place": "Lisbon", "date": "2026-11-21"})
	if result.IsError {
		t.Fatal(result.Text())
	}

	const wantText = "Lisbon (Portugal), Saturday 21 November 2026. " +
		"The sun rises at 07:25, is highest at 12:22 (31° above the horizon) and sets at 17:19: " +
		"9 h 54 min of daylight, 2 min less than the day before. " +
		"The moon is a waxing gibbous, 87 % lit; it sets at 03:41 and rises at 15:02. " +
		"Times are local (Europe/Lisbon, UTC+00:00)."
	if got := result.Text(); got != wantText {
		t.Errorf("text\n%s\nwant\n%s", got, wantText)
	}

	var data map[string]any
	result.Data(&data)
	want := map[string]any{
		"place": "Lisbon", "country": "Portugal", "latitude": 38.72, "longitude": -9.14,
		"zone": "Europe/Lisbon", "utcOffset": "+00:00",
		"date": "2026-11-21", "weekday": "Saturday", "previousDate": "2026-11-20", "nextDate": "2026-11-22",
		"sun": map[string]any{
			"course": "rises or sets", "dawn": "06:56", "rise": "07:25", "noon": "12:22", "noonAltitude": 31.3,
			"set": "17:19", "dusk": "17:48", "daylightMinutes": 594.0, "changeMinutes": -2.0,
		},
		"moon": map[string]any{
			"course": "rises or sets", "rise": "15:02", "highest": "21:51", "set": "03:41",
			"phase": "waxing gibbous", "illuminatedPercent": 87.0,
		},
	}
	if diff := cmp.Diff(want, data); diff != "" {
		t.Errorf("data (-want +got)\n%s", diff)
	}
}

// curve is what the chart reads of the view-only part.
type curve struct {
	Start   int64
	Minutes int
	Step    int
	Sun     struct{ Altitude, Azimuth []float64 }
	Moon    struct{ Altitude, Azimuth []float64 }
	Light   []struct {
		From, To int
		Light    string
	}
	Marks []struct {
		Minute      int
		Kind, Clock string
	}
	Clock []struct{ Minute, Shows int }
}

func curveOf(t *testing.T, result *orieltest.Result) curve {
	t.Helper()
	if result.IsError {
		t.Fatal(result.Text())
	}
	var c curve
	result.ViewData(&c)
	if c.Minutes == 0 {
		t.Fatalf("no curve in _meta: %v", result.Meta)
	}
	return c
}

func TestCurve(t *testing.T) {
	t.Parallel()
	c := curveOf(t, connect(t).Call("almanac_day", map[string]any{"place": "Lisbon", "date": "2026-11-21"}))

	for name, values := range map[string][]float64{
		"the sun's altitude": c.Sun.Altitude, "the sun's azimuth": c.Sun.Azimuth,
		"the moon's altitude": c.Moon.Altitude, "the moon's azimuth": c.Moon.Azimuth,
	} {
		if len(values) != 145 {
			t.Errorf("%s has %d samples, want one for every ten minutes and both ends", name, len(values))
		}
	}
	if c.Start != time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC).UnixMilli() || c.Minutes != 1440 || c.Step != 10 {
		t.Errorf("start %d, %d minutes in steps of %d", c.Start, c.Minutes, c.Step)
	}

	var kinds, lights []string
	for _, m := range c.Marks {
		kinds = append(kinds, m.Kind+" "+m.Clock)
	}
	end := 0
	for _, b := range c.Light {
		if b.From != end {
			t.Errorf("the light has a gap: %d is followed by %d", end, b.From)
		}
		end = b.To
		lights = append(lights, b.Light)
	}
	if end != c.Minutes {
		t.Errorf("the light ends at %d", end)
	}
	if diff := cmp.Diff([]string{"sunrise 07:25", "sunset 17:19", "moonset 03:41", "moonrise 15:02"}, kinds); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"night", "astronomical", "nautical", "civil", "day", "civil", "nautical", "astronomical", "night"}, lights); diff != "" {
		t.Error(diff)
	}
}

// The words for days that are not like others.
func TestUnusualDays(t *testing.T) {
	t.Parallel()
	session := connect(t)
	for name, c := range map[string]struct{ place, date, want string }{
		"polar day":               {"Tromsø", "2026-06-21", "The sun does not set; it is highest at 12:46 (44° above the horizon)."},
		"polar night":             {"tromso", "2026-12-21", "The sun does not rise; there is civil twilight from 09:31 to 13:53."},
		"no civil twilight":       {"Longyearbyen", "2026-12-21", "there is nautical twilight from 10:58 to 12:53."},
		"moon up all day":         {"Longyearbyen", "2026-12-21", "it stays above the horizon all day."},
		"moon down all day":       {"Longyearbyen", "2026-12-08", "it stays below the horizon all day."},
		"twilight all day":        {"-90,0", "2026-03-24", "The sun does not rise; there is civil twilight all day."},
		"night all day":           {"-90,0", "2026-06-21", "The sun does not rise; it is night all day."},
		"no moonrise":             {"Lisbon", "2026-12-01", "it sets at 13:05 and does not rise on this day."},
		"no moonset":              {"Lisbon", "2026-11-17", "it rises at 13:25 and does not set on this day."},
		"full moon":               {"Lisbon", "2026-11-24", "The moon is full, 100 % lit"},
		"quarter":                 {"Lisbon", "2026-12-17", "The moon is in its first quarter"},
		"sunset after midnight":   {"REYKJAVIK", "2026-06-20", "The sun sets at 00:03, rises at 02:55 and is highest at 13:29"},
		"half an hour of sun":     {"Tromsø", "2026-11-27", "21 min of daylight, 47 min less than the day before."},
		"days that do not change": {"Lisbon", "2026-06-21", "14 h 53 min of daylight, as much as the day before."},
		"days that grow":          {"Lisbon", "2026-03-20", "3 min more than the day before."},
		"no zone":                 {"45.92, 6.87", "2026-07-01", "45.92° N 6.87° E, Wednesday 1 July 2026. The sun rises at 03:46"},
		"no zone, said":           {"45.92,186.87", "2026-07-01", "longitude"},
		"zone of the longitude":   {"45.92,-66", "2026-07-01", "Times are in UTC-4, after the longitude."},
		"zone":                    {"45.92,6.87 Europe/Paris", "2026-07-01", "The sun rises at 05:46"},
		"summer time":             {"Lisbon", "2026-07-01", "Times are local (Europe/Lisbon, UTC+01:00)."},
		"long ago":                {"London", "1905-08-30", "The moon is new, 0 % lit"},
		"far ahead":               {"Singapore, Singapore", "2100-12-31", "Singapore, Friday 31 December 2100."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := session.Call("almanac_day", map[string]any{"place": c.place, "date": c.date}).Text()
			if !strings.Contains(got, c.want) {
				t.Errorf("%q is not in\n%s", c.want, got)
			}
		})
	}
}

func TestTodayIsThePlacesOwn(t *testing.T) {
	t.Parallel()
	session := connect(t)
	for place, want := range map[string]string{
		"Lisbon":     "2026-11-21",
		"Auckland":   "2026-11-22", // half past midnight
		"Kiritimati": "2026-11-22",
		"Honolulu":   "2026-11-21", // half past one
		"0,-179":     "2026-11-20", // UTC-12, half past eleven at night
	} {
		var data struct{ Date string }
		session.Call("almanac_day", map[string]any{"place": place}).Data(&data)
		if data.Date != want {
			t.Errorf("%s: today is %s, want %s", place, data.Date, want)
		}
	}
}

func TestDaysWhenClocksChange(t *testing.T) {
	t.Parallel()
	session := connect(t)
	type clock = struct{ Minute, Shows int }
	for name, c := range map[string]struct {
		place, date string
		minutes     int
		clock       []clock
	}{
		"forward":             {"Lisbon", "2026-03-29", 1380, []clock{{0, 0}, {60, 120}}},
		"back":                {"Lisbon", "2026-10-25", 1500, []clock{{0, 0}, {120, 60}}},
		"midnight left out":   {"-33.45,-70.67 America/Santiago", "2026-09-06", 1380, []clock{{0, 60}}},
		"midnight twice":      {"23.1,-82.4 America/Havana", "2026-11-01", 1500, []clock{{0, 0}, {60, 0}}},
		"half an hour":        {"-31.55,159.08 Australia/Lord_Howe", "2026-10-04", 1410, []clock{{0, 0}, {120, 150}}},
		"an ordinary day":     {"Lisbon", "2026-11-21", 1440, []clock{{0, 0}}},
		"before a lost day":   {"Apia", "2011-12-29", 1440, []clock{{0, 0}}},
		"no changes at all":   {"10,20", "2026-11-21", 1440, []clock{{0, 0}}},
		"minutes and seconds": {"6.3,-10.8 Africa/Monrovia", "1972-01-07", 1396, []clock{{0, 44}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := curveOf(t, session.Call("almanac_day", map[string]any{"place": c.place, "date": c.date}))
			if got.Minutes != c.minutes {
				t.Errorf("%d minutes, want %d", got.Minutes, c.minutes)
			}
			if diff := cmp.Diff(c.clock, got.Clock); diff != "" {
				t.Error(diff)
			}
			if samples := len(got.Sun.Altitude); samples != (c.minutes+9)/10+1 {
				t.Errorf("%d samples", samples)
			}
		})
	}
}

// The chart steps over a day that does not exist, and not out of the almanac.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	session := connect(t)
	for _, c := range []struct{ place, date, previous, next string }{
		{"Lisbon", "2026-12-31", "2026-12-30", "2027-01-01"},
		{"Apia", "2011-12-29", "2011-12-28", "2011-12-31"},
		{"Apia", "2011-12-31", "2011-12-29", "2012-01-01"},
		{"Lisbon", "1900-01-01", "", "1900-01-02"},
		{"Lisbon", "2100-12-31", "2100-12-30", ""},
	} {
		var data struct{ PreviousDate, NextDate string }
		session.Call("almanac_day", map[string]any{"place": c.place, "date": c.date}).Data(&data)
		if data.PreviousDate != c.previous || data.NextDate != c.next {
			t.Errorf("%s %s lies between %q and %q, want %q and %q", c.place, c.date, data.PreviousDate, data.NextDate, c.previous, c.next)
		}
	}
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	session := connect(t)
	for name, c := range map[string]struct {
		arguments map[string]any
		want      string
	}{
		"unknown place":          {map[string]any{"place": "Atlantis"}, `The almanac does not know "Atlantis". Give a large city`},
		"typing error":           {map[string]any{"place": "Lisbn"}, `Did you mean "Lisbon"?`},
		"two typing errors":      {map[string]any{"place": "san fransico"}, `Did you mean "San Francisco"?`},
		"no place":               {map[string]any{}, "place"},
		"empty place":            {map[string]any{"place": "  "}, "0 characters"},
		"huge place":             {map[string]any{"place": strings.Repeat("x", 1<<20)}, "1048576 characters"},
		"number for a place":     {map[string]any{"place": 5}, "place"},
		"latitude":               {map[string]any{"place": "999,0"}, `"999" is no latitude`},
		"longitude":              {map[string]any{"place": "0,-180.1"}, `"-180.1" is no longitude`},
		"not a number":           {map[string]any{"place": "0,NaN"}, `"NaN" is no longitude`},
		"infinite":               {map[string]any{"place": "1e999,0"}, `"1e999" is no latitude`},
		"half":                   {map[string]any{"place": "45.92,"}, "coordinates can't be read"},
		"too many":               {map[string]any{"place": "45.92,6.87 Europe/Paris now"}, "coordinates can't be read"},
		"unknown zone":           {map[string]any{"place": "45.92,6.87 Mars/Olympus"}, `"Mars/Olympus" is not a time zone`},
		"zone out of its folder": {map[string]any{"place": "45.92,6.87 ../../etc/passwd"}, "is not a time zone"},
		"zone of the server":     {map[string]any{"place": "45.92,6.87 Local"}, "is not a time zone"},
		"no date":                {map[string]any{"place": "Lisbon", "date": "tomorrow"}, `"tomorrow" is not a day of the calendar`},
		"no such date":           {map[string]any{"place": "Lisbon", "date": "2026-02-29"}, "is not a day of the calendar"},
		"huge date":              {map[string]any{"place": "Lisbon", "date": strings.Repeat("9", 1<<20)}, `"9999999999…" is not a day`},
		"year 1":                 {map[string]any{"place": "Lisbon", "date": "0001-01-01"}, "does not go to the year 1. Give a date from 1900 to 2100"},
		"year 2101":              {map[string]any{"place": "Lisbon", "date": "2101-01-01"}, "does not go to the year 2101"},
		"a day left out":         {map[string]any{"place": "Apia", "date": "2011-12-30"}, "There was no 2011-12-30"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := session.Call("almanac_day", c.arguments)
			got := result.Text()
			if !result.IsError || !strings.Contains(got, c.want) {
				t.Errorf("error %v, %q is not in\n%.500s", result.IsError, c.want, got)
			}
			if len(got) > 1000 {
				t.Errorf("the message has %d bytes", len(got))
			}
		})
	}
}

func TestEveryPlaceWorks(t *testing.T) {
	t.Parallel()
	session := connect(t)
	var list struct {
		Places []struct{ Name, Country string }
	}
	session.Call("almanac_places", nil).Data(&list)
	if len(list.Places) < 40 {
		t.Errorf("%d places", len(list.Places))
	}
	for i, p := range list.Places {
		if i > 0 && p.Name == list.Places[i-1].Name {
			t.Errorf("%s is there twice", p.Name)
		}
		var data struct{ Place, Country string }
		result := session.Call("almanac_day", map[string]any{"place": p.Name})
		result.Data(&data)
		if result.IsError || data.Place != p.Name || data.Country != p.Country {
			t.Errorf("%s: %s", p.Name, result.Text())
		}
	}
}

func TestTools(t *testing.T) {
	t.Parallel()
	found := map[string]any{}
	for _, tool := range connect(t).Tools() {
		meta, _ := tool.Meta["ui"].(map[string]any)
		_, hasView := meta["resourceUri"]
		found[tool.Name] = []any{hasView, meta["visibility"], tool.Annotations.ReadOnlyHint}
	}
	want := map[string]any{
		"almanac_day":    []any{true, []any{"model", "app"}, true},
		"almanac_moon":   []any{false, nil, true}, // for both, which goes without saying
		"almanac_places": []any{false, []any{"app"}, true},
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("tools: view, audience, read only (-want +got)\n%s", diff)
	}
}

// Hosts that give each view an origin of its own name it after the app's domain.
func TestDomain(t *testing.T) {
	t.Parallel()
	view := orieltest.Connect(t, app.At(lunchtime), "chatgpt").View("almanac_day")
	if got := view.Meta["openai/widgetDomain"]; got != "almanac.example.com" {
		t.Errorf("ChatGPT gets the domain %v", got)
	}
}

func TestMoon(t *testing.T) {
	t.Parallel()
	session := connect(t)
	got := session.Call("almanac_moon", nil).Text()
	const want = "On Saturday 21 November 2026 the moon is a waxing gibbous, 87 % lit. " +
		"Then: full moon on 24 November at 14:54, last quarter on 1 December at 06:09, " +
		"new moon on 9 December at 00:52 and first quarter on 17 December at 05:43 (UTC)."
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, c := range []struct{ date, want string }{
		{"2026-11-24", "the moon is full, 100 % lit"},
		{"2026-12-09", "the moon is new, 0 % lit"},
		{"2026-12-10", "the moon is a waxing crescent, "},
		{"2026-12-01", "the moon is in its last quarter, "},
		{"2026-11-26", "the moon is a waning gibbous, "},
		{"2026-12-05", "the moon is a waning crescent, "},
		{"x", `"x" is not a day of the calendar`},
		{"1899-12-31", "does not go to the year 1899"},
	} {
		if got := session.Call("almanac_moon", map[string]any{"date": c.date}).Text(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q is not in\n%s", c.date, c.want, got)
		}
	}
}

package sky_test

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/examples/almanac/sky"
)

const (
	minutesOff = 0.5 // a grazing sun moves a degree in an hour and a half
	degreesOff = 0.02
)

func TestDayAgreesWithReference(t *testing.T) {
	t.Parallel()
	for _, r := range references() {
		t.Run(r.name+" "+r.start, func(t *testing.T) {
			t.Parallel()
			from := moment(t, r.start)
			to := from.Add(24 * time.Hour)

			compare(t, "sun", from, r.place.Horizon(sky.Sun, from, to), r.sun)
			compare(t, "moon", from, r.place.Horizon(sky.Moon, from, to), r.moon)
			compare(t, "civil twilight", from, r.place.Dusk(sky.Civil, from, to), r.civil)
			compare(t, "nautical twilight", from, r.place.Dusk(sky.Nautical, from, to), r.nautical)
			compare(t, "astronomical twilight", from, r.place.Dusk(sky.Astronomical, from, to), r.astronomical)
			culminates(t, "sun", from, r.place.Culminations(sky.Sun, from, to), r.noon)
			culminates(t, "moon", from, r.place.Culminations(sky.Moon, from, to), r.moonHighest)
		})
	}
}

func TestPositionAgreesWithReference(t *testing.T) {
	t.Parallel()
	for _, r := range references() {
		t.Run(r.name+" "+r.start, func(t *testing.T) {
			t.Parallel()
			at := moment(t, r.start).Add(12 * time.Hour)
			for _, b := range []struct {
				name string
				got  sky.Position
				want [2]float64
			}{
				{"sun", r.place.Look(sky.Sun, at), r.sunAt},
				{"moon", r.place.Look(sky.Moon, at), r.moonAt},
			} {
				if math.Abs(b.got.Altitude-b.want[0]) > degreesOff {
					t.Errorf("%s: altitude %.3f, want %.3f", b.name, b.got.Altitude, b.want[0])
				}
				// A degree of azimuth is little near the zenith.
				off := math.Remainder(b.got.Azimuth-b.want[1], 360) * math.Cos(b.want[0]*math.Pi/180)
				if math.Abs(off) > degreesOff {
					t.Errorf("%s: azimuth %.3f, want %.3f", b.name, b.got.Azimuth, b.want[1])
				}
			}
			phase := sky.PhaseAt(at)
			if math.Abs(phase.Elongation-r.elongation) > degreesOff || math.Abs(phase.Illuminated-r.lit) > 0.001 {
				t.Errorf("phase %+v, want %v, %v", phase, r.elongation, r.lit)
			}
		})
	}
}

func TestQuartersAgreeWithReference(t *testing.T) {
	t.Parallel()
	from := moment(t, "2026-11-21T00:00:00Z")
	// From the same package as the other references.
	for quarter, want := range map[sky.Quarter]string{
		sky.FullMoon:     "2026-11-24T14:54:04Z",
		sky.LastQuarter:  "2026-12-01T06:09:15Z",
		sky.NewMoon:      "2026-12-09T00:52:31Z",
		sky.FirstQuarter: "2026-12-17T05:43:15Z",
	} {
		got := quarter.Next(from)
		if off := got.Sub(moment(t, want)).Abs(); off > 2*time.Minute {
			t.Errorf("quarter %d at %s, want %s", quarter, got, want)
		}
		// Just after it, the next one is a month away; just before it, it is
		// still to come.
		if again := quarter.Next(got.Add(time.Hour)).Sub(got).Hours() / 24; again < 29 || again > 30 {
			t.Errorf("quarter %d comes again after %.2f days", quarter, again)
		}
		if off := quarter.Next(got.Add(-time.Hour)).Sub(got).Abs(); off > time.Minute {
			t.Errorf("quarter %d an hour ahead is off by %s", quarter, off)
		}
	}
}

func TestAboveAllDay(t *testing.T) {
	t.Parallel()
	tromso := sky.Place{Latitude: 69.65, Longitude: 18.96}
	for day, want := range map[string]bool{"2026-06-20T22:00:00Z": true, "2026-12-20T23:00:00Z": false} {
		from := moment(t, day)
		for hour := range 24 {
			if got := tromso.Above(sky.Sun, from.Add(time.Duration(hour)*time.Hour)); got != want {
				t.Errorf("%s, hour %d: above %v, want %v", day, hour, got, want)
			}
		}
	}
}

// A sun that shows its edge for some minutes only rises and sets between two
// steps of the search.
func TestGrazingSun(t *testing.T) {
	t.Parallel()
	from := moment(t, "2026-11-26T23:00:00Z")
	shortest := time.Hour
	for latitude := 69.0; latitude < 70.5; latitude += 0.005 {
		place := sky.Place{Latitude: latitude, Longitude: 18.96}
		passed := place.Horizon(sky.Sun, from, from.Add(24*time.Hour))
		noon := place.Culminations(sky.Sun, from, from.Add(24*time.Hour))
		if len(noon) != 1 {
			t.Fatalf("latitude %.3f: %d noons", latitude, len(noon))
		}
		if place.Above(sky.Sun, noon[0]) != (len(passed) == 2) {
			t.Errorf("latitude %.3f: %d crossings, above at noon: %v", latitude, len(passed), place.Above(sky.Sun, noon[0]))
		}
		if len(passed) == 2 {
			shortest = min(shortest, passed[1].Time.Sub(passed[0].Time))
		}
	}
	if shortest > 10*time.Minute {
		t.Errorf("the shortest day of the sweep has %s; the sweep is too coarse to test anything", shortest)
	}
}

func TestRefraction(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ altitude, lift, off float64 }{
		{90, 0, 0.001},
		{45, 0.0166, 0.001}, // one minute of arc
		{10, 0.0893, 0.003},
		{0, 0.48, 0.02}, // 29 minutes; what stands at -34 minutes is lifted to 0
		{-0.567, 0.567, 0.03},
		{-10, 0, 1e-9},
	} {
		lift := sky.Position{Altitude: c.altitude}.Apparent() - c.altitude
		if math.Abs(lift-c.lift) > c.off {
			t.Errorf("at %v degrees air lifts by %.4f, want %.4f", c.altitude, lift, c.lift)
		}
	}
	for a := -20.0; a < 90; a += 0.05 {
		low, high := sky.Position{Altitude: a}, sky.Position{Altitude: a + 0.05}
		if low.Apparent() >= high.Apparent() {
			t.Fatalf("the apparent altitude falls at %.2f degrees", a)
		}
	}
}

func TestNumbersWithoutMeaning(t *testing.T) {
	t.Parallel()
	from := moment(t, "2026-11-21T00:00:00Z")
	for _, place := range []sky.Place{
		{Latitude: math.NaN(), Longitude: 0},
		{Latitude: math.Inf(1), Longitude: math.Inf(-1)},
		{Latitude: 999, Longitude: -9999},
	} {
		if n := len(place.Horizon(sky.Sun, from, from.Add(24*time.Hour))); n > 4 {
			t.Errorf("%+v: %d crossings", place, n)
		}
	}
	lisbon := sky.Place{Latitude: 38.72, Longitude: -9.14}
	if passed := lisbon.Horizon(sky.Moon, from, from.Add(-time.Hour)); len(passed) != 0 {
		t.Errorf("%d crossings in a span that ends before it begins", len(passed))
	}
	for _, year := range []int{-100000, 1, 9999, 200000} {
		at := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		if a := lisbon.Look(sky.Moon, at).Altitude; math.IsNaN(a) || a < -91 || a > 91 {
			t.Errorf("year %d: the moon stands at %v", year, a)
		}
		_ = sky.NewMoon.Next(at)
	}
}

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func compare(t *testing.T, what string, from time.Time, got []sky.Crossing, want string) {
	t.Helper()
	moments := strings.Fields(want)
	if len(got) != len(moments) {
		t.Errorf("%s: %d crossings %v, want %s", what, len(got), got, want)
		return
	}
	for i, w := range moments {
		signed, err := strconv.ParseFloat(w, 64)
		if err != nil {
			t.Fatal(err)
		}
		minute := got[i].Time.Sub(from).Minutes()
		if got[i].Up == strings.HasPrefix(w, "-") || math.Abs(minute-math.Abs(signed)) > minutesOff {
			t.Errorf("%s: crossing %d at %.1f, up %v; want %s", what, i, minute, got[i].Up, w)
		}
	}
}

func culminates(t *testing.T, what string, from time.Time, got []time.Time, want float64) {
	t.Helper()
	if want == 0 && len(got) == 0 {
		return
	}
	if want == 0 || len(got) != 1 {
		t.Errorf("%s: highest at %v, want %v", what, got, want)
		return
	}
	if minute := got[0].Sub(from).Minutes(); math.Abs(minute-want) > minutesOff {
		t.Errorf("%s: highest at %.1f, want %.1f", what, minute, want)
	}
}

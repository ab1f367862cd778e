package sky

import "time"

// Crossing is the moment at which a body passes an altitude.
type Crossing struct {
	Time time.Time
	// Up is true on the way up: a rise, or a dawn.
	Up bool
}

// Twilight is how far the sun's centre may be below the horizon for there to
// be some light, without air.
type Twilight float64

// The twilights, from the brightest. In civil twilight one can read outdoors,
// in nautical twilight the horizon at sea is seen, and after the astronomical
// one the sky is as dark as it gets.
const (
	Civil        Twilight = 6
	Nautical     Twilight = 12
	Astronomical Twilight = 18
)

// refractionAtHorizon lifts what stands on the horizon of the sea by 34
// minutes of arc, the value that almanacs use.
const refractionAtHorizon = 34.0 / 60

// Horizon returns the rises and sets of a body between two times, in order: its
// upper limb on the horizon of the sea. There may be none, and near the poles
// there may be two of a kind in a day.
func (p Place) Horizon(b Body, from, to time.Time) []Crossing {
	return crossings(from, to, func(t time.Time) float64 { return p.limb(b, t) })
}

// Above reports whether any of the body is above the horizon of the sea.
func (p Place) Above(b Body, t time.Time) bool { return p.limb(b, t) > 0 }

// limb is the altitude of the body's upper edge as one sees it on the horizon.
func (p Place) limb(b Body, t time.Time) float64 {
	position := p.Look(b, t)
	return position.Altitude + position.Radius + refractionAtHorizon
}

// Dusk returns when the sun passes the end of a twilight between two times, in
// order: up at dawn, down at dusk.
func (p Place) Dusk(w Twilight, from, to time.Time) []Crossing {
	return crossings(from, to, func(t time.Time) float64 { return p.Look(Sun, t).Altitude + float64(w) })
}

// Culminations returns when the body crosses the meridian at its highest,
// between two times. The moon leaves out about one day in the month.
func (p Place) Culminations(b Body, from, to time.Time) []time.Time {
	// The sine of half the hour angle is zero at the upper culmination only,
	// and does not jump there.
	passed := crossings(from, to, func(t time.Time) float64 { return sin(p.hourAngle(b.equatorial(t), t) / 2) })
	var times []time.Time
	for _, c := range passed {
		// It does jump at the lower one, downwards.
		if c.Up {
			times = append(times, c.Time)
		}
	}
	return times
}

// step is how finely a curve is walked; between two points of it the bodies'
// curves have one extremum at most.
const step = 10 * time.Minute

// crossings returns the zeros of f between from (included) and to (not
// included), in order. A curve that only dips through zero between two steps is
// found by its extremum.
func crossings(from, to time.Time, f func(time.Time) float64) []Crossing {
	var found []Crossing
	add := func(a, b point) {
		if a.below() != b.below() {
			at := zero(a, b, f)
			if !at.Before(from) && at.Before(to) {
				found = append(found, Crossing{Time: at, Up: a.below()})
			}
		}
	}
	at := func(t time.Time) point { return point{t, f(t)} }

	// One step more on either side, so that an extremum at the edge is seen.
	first, middle := at(from.Add(-2*step)), at(from.Add(-step))
	for middle.time.Before(to.Add(step)) {
		last := at(middle.time.Add(step))
		turns := (middle.value-first.value)*(last.value-middle.value) < 0
		if turns && first.below() == middle.below() && middle.below() == last.below() {
			peak := at(extremum(first.time, last.time, middle.value > first.value, f))
			add(first, peak)
			add(peak, last)
		}
		add(middle, last)
		first, middle = middle, last
	}
	return found
}

// point is a point on a curve over time.
type point struct {
	time  time.Time
	value float64
}

func (p point) below() bool { return p.value < 0 }

// precision is where the search for a moment ends.
const precision = time.Second / 4

// zero returns where f passes zero between a and b, which lie on either side of
// it.
func zero(a, b point, f func(time.Time) float64) time.Time {
	from, to := a.time, b.time
	for to.Sub(from) > precision {
		half := from.Add(to.Sub(from) / 2)
		if (f(half) < 0) == a.below() {
			from = half
		} else {
			to = half
		}
	}
	return to
}

// extremum returns where f is highest or lowest between two times, between
// which it turns once.
func extremum(from, to time.Time, highest bool, f func(time.Time) float64) time.Time {
	for to.Sub(from) > precision {
		third := to.Sub(from) / 3
		a, b := from.Add(third), to.Add(-third)
		if (f(a) < f(b)) == highest {
			from = a
		} else {
			to = b
		}
	}
	return from
}

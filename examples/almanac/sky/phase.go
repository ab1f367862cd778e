package sky

import "time"

// Phase is how much of the moon is lit.
type Phase struct {
	// Elongation is how far the moon is ahead of the sun, 0 to 360: 0 is new,
	// 90 the first quarter, 180 full, 270 the last quarter.
	Elongation float64
	// Illuminated is the lit part of the disc, 0 to 1.
	Illuminated float64
}

// PhaseAt returns the moon's phase at a time; it is the same for all places.
func PhaseAt(t time.Time) Phase {
	c := centuries(t)
	s, m := sun(c), moon(c)
	// The angle at the Earth between sun and moon, and from it the angle at
	// the moon between sun and Earth (Meeus, chapter 48).
	apart := cos(m.latitude) * cos(m.longitude-s.longitude)
	atMoon := arctan2(s.distance*sin(arccos(apart)), m.distance-s.distance*apart)
	return Phase{
		Elongation:  turn(m.longitude - s.longitude),
		Illuminated: (1 + cos(atMoon)) / 2,
	}
}

// Quarter is one of the four phases that happen at a moment.
type Quarter uint8

// The quarters, in order.
const (
	NewMoon Quarter = iota
	FirstQuarter
	FullMoon
	LastQuarter
)

// Next returns the first moment at or after a time at which the moon is in a
// quarter. It is at most a month away.
func (q Quarter) Next(t time.Time) time.Time {
	target := float64(q) * 90
	found := q.near(after(t, turn(target-PhaseAt(t).Elongation)))
	if found.Before(t) {
		// The moon is in the quarter right now, a rounding ago.
		found = q.near(after(found, 360))
	}
	return found
}

// near returns the moment of the quarter closest to a time.
func (q Quarter) near(t time.Time) time.Time {
	// The moon gains on the sun by its mean rate to within a quarter, so each
	// turn leaves a quarter of the error at most.
	const turns = 12
	for range turns {
		t = after(t, halfTurn(float64(q)*90-PhaseAt(t).Elongation))
	}
	return t
}

// after returns when the moon has gained an angle on the sun, at its mean rate.
func after(t time.Time, angle float64) time.Time {
	const rate = 12.190749 // degrees per day
	return t.Add(time.Duration(angle / rate * float64(24*time.Hour)))
}

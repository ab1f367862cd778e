package app

import (
	"math"
	"slices"
	"time"

	"github.com/orielapps/oriel/examples/almanac/sky"
)

// curve is what only the chart needs; the model never sees it. Minutes count
// from the first moment of the day.
type curve struct {
	// Start is that moment, in milliseconds of Unix time.
	Start int64 `json:"start" doc:"The day's first moment, in milliseconds of Unix time; minutes count from it"`
	// Minutes is how long the day is: 1440, but for days when clocks change.
	Minutes int    `json:"minutes"`
	Step    int    `json:"step"`
	Sun     track  `json:"sun"`
	Moon    track  `json:"moon"`
	Light   []band `json:"light"`
	Marks   []mark `json:"marks"`
	Clock   []tick `json:"clock"`
	// Elongation is how far the moon is ahead of the sun, in degrees.
	Elongation float64 `json:"elongation" doc:"How far the moon is ahead of the sun, in degrees"`
}

// track is where a body stands, every Step minutes, in degrees.
type track struct {
	Altitude []float64 `json:"altitude" doc:"Degrees, every step minutes"`
	Azimuth  []float64 `json:"azimuth" doc:"Degrees, every step minutes"`
}

// band is a part of the day with one kind of light.
type band struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Light string `json:"light" enum:"night,astronomical,nautical,civil,day"`
}

// mark is a rise or a set.
type mark struct {
	Minute int    `json:"minute"`
	Kind   string `json:"kind" enum:"sunrise,sunset,moonrise,moonset"`
	Clock  string `json:"clock"`
}

// tick says what the clock shows at a minute: at the start of the day, and
// where the clock changes.
type tick struct {
	Minute int `json:"minute"`
	// Shows is minutes on the clock.
	Shows int `json:"shows" doc:"Minutes on the clock"`
}

const curveStep = 10 * time.Minute

func (o *observation) curve() curve {
	return curve{
		Start:      o.date.from.UnixMilli(),
		Minutes:    o.date.minute(o.date.to),
		Step:       int(curveStep / time.Minute),
		Sun:        o.track(sky.Sun),
		Moon:       o.track(sky.Moon),
		Light:      o.light(),
		Marks:      o.marks(),
		Clock:      o.date.ticks(),
		Elongation: tenths(o.phase.Elongation),
	}
}

func (o *observation) track(body sky.Body) track {
	var t track
	for at := o.date.from; at.Before(o.date.to.Add(curveStep)); at = at.Add(curveStep) {
		p := o.place.Look(body, at)
		t.Altitude = append(t.Altitude, tenths(p.Apparent()))
		t.Azimuth = append(t.Azimuth, math.Round(p.Azimuth))
	}
	return t
}

// light divides the day into bands of night, the twilights and day.
func (o *observation) light() []band {
	var edges []time.Time
	for _, crossings := range [][]sky.Crossing{o.sun.crossings, o.civil, o.nautical, o.dark} {
		for _, c := range crossings {
			edges = append(edges, c.Time)
		}
	}
	edges = append(edges, o.date.to)
	slices.SortFunc(edges, time.Time.Compare)

	var bands []band
	from := o.date.from
	for _, to := range edges {
		// The middle of a band tells what light it has.
		b := band{o.date.minute(from), o.date.minute(to), o.place.light(from.Add(to.Sub(from) / 2))}
		if b.To > b.From {
			bands = append(bands, b)
		}
		from = to
	}
	return bands
}

func (p place) light(t time.Time) string {
	if p.Above(sky.Sun, t) {
		return "day"
	}
	below := -p.Look(sky.Sun, t).Altitude
	switch {
	case below < float64(sky.Civil):
		return "civil"
	case below < float64(sky.Nautical):
		return "nautical"
	case below < float64(sky.Astronomical):
		return "astronomical"
	default:
		return "night"
	}
}

func (o *observation) marks() []mark {
	marks := []mark{}
	for _, body := range []struct {
		crossings []sky.Crossing
		rise, set string
	}{{o.sun.crossings, "sunrise", "sunset"}, {o.moon.crossings, "moonrise", "moonset"}} {
		for _, c := range body.crossings {
			kind := body.set
			if c.Up {
				kind = body.rise
			}
			marks = append(marks, mark{o.date.minute(c.Time), kind, o.date.clock(c.Time)})
		}
	}
	return marks
}

func (d date) ticks() []tick {
	var ticks []tick
	for at := d.from; at.Before(d.to); {
		hour, minute, _ := at.In(d.zone).Clock()
		ticks = append(ticks, tick{d.minute(at), hour*60 + minute})
		_, end := at.In(d.zone).ZoneBounds()
		if end.IsZero() {
			break
		}
		at = end
	}
	return ticks
}

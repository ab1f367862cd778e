package app

import (
	"context"
	"math"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/examples/almanac/sky"
)

type dayQuery struct {
	Place string `json:"place" doc:"A large city, or coordinates with their time zone: \"45.92,6.87 Europe/Paris\"" example:"Lisbon"`
	Date  string `json:"date,omitempty" doc:"The day as YYYY-MM-DD, from 1900 to 2100; today at the place if left out"`
}

// day is what the model needs to know. Times are HH:MM on the clock of the
// place; one that is missing does not happen on that day.
type day struct {
	Place     string  `json:"place"`
	Country   string  `json:"country,omitempty"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
	Zone      string  `json:"zone" doc:"IANA time zone, or UTC with whole hours"`
	Offset    string  `json:"utcOffset" doc:"Of the clock at noon"`
	Date      string  `json:"date"`
	Weekday   string  `json:"weekday"`
	Previous  string  `json:"previousDate,omitempty"`
	Next      string  `json:"nextDate,omitempty"`
	Sun       sunDay  `json:"sun"`
	Moon      moonDay `json:"moon"`
}

// course is what a body does over the day.
type course string

const (
	courseCrosses course = "rises or sets"
	courseUp      course = "above the horizon all day"
	courseDown    course = "below the horizon all day"
)

type sunDay struct {
	Course       course  `json:"course" enum:"rises or sets,above the horizon all day,below the horizon all day"`
	Dawn         string  `json:"dawn,omitempty" doc:"Civil twilight begins"`
	Rise         string  `json:"rise,omitempty"`
	Noon         string  `json:"noon,omitempty" doc:"The sun is highest"`
	NoonAltitude float64 `json:"noonAltitude" doc:"Degrees above the horizon at noon"`
	Set          string  `json:"set,omitempty"`
	Dusk         string  `json:"dusk,omitempty" doc:"Civil twilight ends"`
	Daylight     int     `json:"daylightMinutes"`
	Change       int     `json:"changeMinutes" doc:"Of the daylight since the day before"`
}

type moonDay struct {
	Course      course `json:"course" enum:"rises or sets,above the horizon all day,below the horizon all day"`
	Rise        string `json:"rise,omitempty"`
	Highest     string `json:"highest,omitempty"`
	Set         string `json:"set,omitempty"`
	Phase       string `json:"phase"`
	Illuminated int    `json:"illuminatedPercent" doc:"At noon"`
}

// observation is everything that is worked out for one day at one place; the
// answers are made from it.
type observation struct {
	place place
	date  date

	sun, moon             passage
	civil, nautical, dark []sky.Crossing
	phase                 sky.Phase
	phaseName             string
	change                time.Duration
}

// passage is how one body crosses the sky on the day.
type passage struct {
	crossings []sky.Crossing
	highest   time.Time // zero: not on this day
	altitude  float64   // at its highest, as seen
	up        time.Duration
	course    course
}

func (a almanac) day(_ context.Context, q dayQuery) (oriel.Result[day], error) {
	where, err := findPlace(q.Place)
	if err != nil {
		return oriel.Result[day]{}, err
	}
	when, err := parseDate(q.Date, a.now(), where.zone)
	if err != nil {
		return oriel.Result[day]{}, err
	}
	o := observe(where, when)
	return oriel.Result[day]{Data: o.data(), Text: o.text(), ViewOnly: o.curve()}, nil
}

func observe(where place, when date) observation {
	o := observation{
		place:    where,
		date:     when,
		sun:      pass(where, sky.Sun, when),
		moon:     pass(where, sky.Moon, when),
		civil:    where.Dusk(sky.Civil, when.from, when.to),
		nautical: where.Dusk(sky.Nautical, when.from, when.to),
		dark:     where.Dusk(sky.Astronomical, when.from, when.to),
		phase:    sky.PhaseAt(when.middle()),
	}
	o.phaseName = phaseName(o.phase, when)
	yesterday := dateAt(when.calendar.AddDate(0, 0, -1), where.zone)
	o.change = o.sun.up - pass(where, sky.Sun, yesterday).up
	return o
}

func pass(where place, body sky.Body, when date) passage {
	p := passage{crossings: where.Horizon(body, when.from, when.to), course: courseCrosses}

	above := where.Above(body, when.from)
	if len(p.crossings) == 0 {
		p.course = courseDown
		if above {
			p.course = courseUp
		}
	}
	since := when.from
	for _, c := range p.crossings {
		if above {
			p.up += c.Time.Sub(since)
		}
		above, since = c.Up, c.Time
	}
	if above {
		p.up += when.to.Sub(since)
	}

	if times := where.Culminations(body, when.from, when.to); len(times) > 0 {
		p.highest = times[0]
		p.altitude = where.Look(body, times[0]).Apparent()
	}
	return p
}

// first is the first crossing of a kind, as the clock shows it.
func (d date) first(crossings []sky.Crossing, up bool) string {
	for _, c := range crossings {
		if c.Up == up {
			return d.clock(c.Time)
		}
	}
	return ""
}

// clockIf is the clock at a moment that there may not be.
func (d date) clockIf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return d.clock(t)
}

func (o *observation) data() day {
	d := o.date
	return day{
		Place:     o.place.name,
		Country:   o.place.country,
		Latitude:  o.place.Latitude,
		Longitude: o.place.Longitude,
		Zone:      o.place.zoneName,
		Offset:    d.offset(),
		Date:      d.String(),
		Weekday:   d.calendar.Weekday().String(),
		Previous:  d.neighbour(-1),
		Next:      d.neighbour(1),
		Sun: sunDay{
			Course:       o.sun.course,
			Dawn:         d.first(o.civil, true),
			Rise:         d.first(o.sun.crossings, true),
			Noon:         d.clockIf(o.sun.highest),
			NoonAltitude: tenths(o.sun.altitude),
			Set:          d.first(o.sun.crossings, false),
			Dusk:         d.first(o.civil, false),
			Daylight:     minutes(o.sun.up),
			Change:       minutes(o.change),
		},
		Moon: moonDay{
			Course:      o.moon.course,
			Rise:        d.first(o.moon.crossings, true),
			Highest:     d.clockIf(o.moon.highest),
			Set:         d.first(o.moon.crossings, false),
			Phase:       o.phaseName,
			Illuminated: percent(o.phase.Illuminated),
		},
	}
}

func minutes(d time.Duration) int { return int(d.Round(time.Minute) / time.Minute) }

func percent(part float64) int {
	const whole = 100
	return int(math.Round(part * whole))
}

func tenths(degrees float64) float64 {
	const parts = 10
	return math.Round(degrees*parts) / parts
}

package app

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/orielapps/oriel/examples/almanac/sky"
)

const longDate = "Monday 2 January 2006"

// text is the answer for somebody without the chart.
func (o *observation) text() string {
	where := o.place.name
	if o.place.country != "" && o.place.country != where {
		where += " (" + o.place.country + ")"
	}
	return fmt.Sprintf("%s, %s. %s %s %s", where, o.date.calendar.Format(longDate), o.sunText(), o.moonText(), o.zoneText())
}

func (o *observation) zoneText() string {
	if o.place.country == "" && strings.HasPrefix(o.place.zoneName, "UTC") {
		return "Times are in " + o.place.zoneName + ", after the longitude."
	}
	return fmt.Sprintf("Times are local (%s, UTC%s).", o.place.zoneName, o.date.offset())
}

func (o *observation) sunText() string {
	switch o.sun.course {
	case courseUp:
		return fmt.Sprintf("The sun does not set; it is highest at %s (%.0f° above the horizon).",
			o.date.clockIf(o.sun.highest), o.sun.altitude)
	case courseDown:
		return "The sun does not rise; " + o.twilightText()
	case courseCrosses:
	}
	events := o.date.events(o.sun.crossings)
	if !o.sun.highest.IsZero() && o.sun.altitude > 0 {
		highest := fmt.Sprintf("is highest at %s (%.0f° above the horizon)", o.date.clock(o.sun.highest), o.sun.altitude)
		events = append(events, event{o.sun.highest, highest})
	}
	return fmt.Sprintf("The sun %s: %s of daylight, %s.", sentence(events), span(o.sun.up), o.changeText())
}

// twilightText says how much light there is on a day without sun.
func (o *observation) twilightText() string {
	for _, t := range []struct {
		name      string
		depth     sky.Twilight
		crossings []sky.Crossing
	}{{"civil", sky.Civil, o.civil}, {"nautical", sky.Nautical, o.nautical}, {"astronomical", sky.Astronomical, o.dark}} {
		from, to := o.date.first(t.crossings, true), o.date.first(t.crossings, false)
		if from != "" && to != "" {
			return fmt.Sprintf("there is %s twilight from %s to %s.", t.name, from, to)
		}
		if -o.place.Look(sky.Sun, o.date.from).Altitude < float64(t.depth) {
			return fmt.Sprintf("there is %s twilight all day.", t.name)
		}
	}
	return "it is night all day."
}

func (o *observation) changeText() string {
	switch change := minutes(o.change); {
	case change > 0:
		return span(o.change) + " more than the day before"
	case change < 0:
		return span(-o.change) + " less than the day before"
	default:
		return "as much as the day before"
	}
}

func (o *observation) moonText() string {
	text := fmt.Sprintf("The moon is %s, %d %% lit", article(o.phaseName), percent(o.phase.Illuminated))
	switch o.moon.course {
	case courseUp:
		return text + "; it stays above the horizon all day."
	case courseDown:
		return text + "; it stays below the horizon all day."
	case courseCrosses:
	}
	text += "; it " + sentence(o.date.events(o.moon.crossings))
	switch {
	case o.date.first(o.moon.crossings, true) == "":
		text += " and does not rise on this day"
	case o.date.first(o.moon.crossings, false) == "":
		text += " and does not set on this day"
	}
	return text + "."
}

// event is something that a body does.
type event struct {
	at   time.Time
	text string
}

func (d date) events(crossings []sky.Crossing) []event {
	events := make([]event, 0, len(crossings))
	for _, c := range crossings {
		verb := "sets at "
		if c.Up {
			verb = "rises at "
		}
		events = append(events, event{c.Time, verb + d.clock(c.Time)})
	}
	return events
}

// sentence strings events together in the order in which they happen.
func sentence(events []event) string {
	slices.SortFunc(events, func(a, b event) int { return cmp.Compare(a.at.UnixNano(), b.at.UnixNano()) })
	parts := make([]string, 0, len(events))
	for _, e := range events {
		parts = append(parts, e.text)
	}
	return list(parts)
}

// list writes "a, b and c".
func list(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}

// span writes a duration to the minute: "9 h 54 min".
func span(d time.Duration) string {
	whole := d.Round(time.Minute).Truncate(time.Hour)
	hours, rest := int(whole/time.Hour), minutes(d-whole)
	switch {
	case hours == 0:
		return fmt.Sprintf("%d min", rest)
	case rest == 0:
		return fmt.Sprintf("%d h", hours)
	default:
		return fmt.Sprintf("%d h %d min", hours, rest)
	}
}

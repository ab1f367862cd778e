package app

import (
	"fmt"
	"time"

	"github.com/orielapps/oriel"
)

// The years for which the computation is good to a minute.
const (
	firstYear = 1900
	lastYear  = 2100
)

// date is a day of the calendar at a place, from its first moment to the first
// moment of the next: 23 to 25 hours, as clocks change.
type date struct {
	calendar time.Time // midnight UTC of the same date
	zone     *time.Location
	from, to time.Time
}

// parseDate reads YYYY-MM-DD; an empty text is the day of now.
func parseDate(text string, now time.Time, zone *time.Location) (date, error) {
	if text == "" {
		text = now.In(zone).Format(time.DateOnly)
	}
	calendar, err := time.Parse(time.DateOnly, text)
	if err != nil {
		if len(text) > len(time.DateOnly) {
			text = text[:len(time.DateOnly)] + "…"
		}
		return date{}, &oriel.Error{
			Code:    "date_invalid",
			Message: fmt.Sprintf("%q is not a day of the calendar.", text),
			Fix:     `Give a date as YYYY-MM-DD, such as "2026-11-21", or leave it out for today.`,
		}
	}
	if year := calendar.Year(); year < firstYear || year > lastYear {
		return date{}, &oriel.Error{
			Code:    "date_out_of_range",
			Message: fmt.Sprintf("The almanac does not go to the year %d.", year),
			Fix:     fmt.Sprintf("Give a date from %d to %d.", firstYear, lastYear),
		}
	}
	d := dateAt(calendar, zone)
	if !d.exists() {
		return date{}, &oriel.Error{
			Code:    "date_skipped",
			Message: fmt.Sprintf("There was no %s in the zone %s: it crossed the date line and left that day out.", text, zone),
			Fix:     "Give the day before or after.",
		}
	}
	return d, nil
}

func dateAt(calendar time.Time, zone *time.Location) date {
	return date{
		calendar: calendar,
		zone:     zone,
		from:     startOfDay(calendar, zone),
		to:       startOfDay(calendar.AddDate(0, 0, 1), zone),
	}
}

func (d date) exists() bool { return d.from.Before(d.to) }

// neighbour returns the closest date before (-1) or after (1) that exists and
// lies within the almanac, as YYYY-MM-DD, or nothing.
func (d date) neighbour(direction int) string {
	next := d
	for {
		next = dateAt(next.calendar.AddDate(0, 0, direction), d.zone)
		if year := next.calendar.Year(); year < firstYear || year > lastYear {
			return ""
		}
		if next.exists() {
			return next.String()
		}
	}
}

// String returns YYYY-MM-DD.
func (d date) String() string { return d.calendar.Format(time.DateOnly) }

// startOfDay returns the first moment of a date in a zone. That is not always
// midnight: some zones leave out midnight when clocks go forward, have it
// twice when they go back, or leave out a whole day.
func startOfDay(calendar time.Time, zone *time.Location) time.Time {
	const widest = 16 * time.Hour // no clock is further from UTC
	t := calendar.Add(-widest).In(zone)
	for {
		_, offset := t.Zone()
		_, end := t.ZoneBounds()
		midnight := calendar.Add(time.Duration(-offset) * time.Second).In(zone)
		if midnight.Before(t) {
			midnight = t // left out: the day starts with the clock change
		}
		if end.IsZero() || midnight.Before(end) {
			return midnight
		}
		t = end.In(zone)
	}
}

// middle is the moment half-way through the day.
func (d date) middle() time.Time { return d.from.Add(d.to.Sub(d.from) / 2) }

// offset is how far the clock is from UTC for most of the day: "+01:00".
func (d date) offset() string { return d.middle().In(d.zone).Format("-07:00") }

// clock writes a moment of the day as HH:MM, to the nearest minute of that
// day.
func (d date) clock(t time.Time) string {
	rounded := t.Add(time.Minute / 2)
	if !rounded.Before(d.to) {
		rounded = d.to.Add(-time.Second)
	}
	return rounded.In(d.zone).Format("15:04")
}

// minute is how far into the day a moment is.
func (d date) minute(t time.Time) int {
	return int(t.Sub(d.from).Round(time.Minute) / time.Minute)
}

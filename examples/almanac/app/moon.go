package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/examples/almanac/sky"
)

type moonQuery struct {
	Date string `json:"date,omitempty" doc:"The day as YYYY-MM-DD, from 1900 to 2100; today if left out"`
}

type moonPhases struct {
	Date        string    `json:"date"`
	Phase       string    `json:"phase"`
	Illuminated int       `json:"illuminatedPercent" doc:"At noon UTC"`
	Next        []quarter `json:"next"`
}

type quarter struct {
	Phase string    `json:"phase"`
	Time  time.Time `json:"time"`
}

// moon answers almanac_moon, which has no view: the phase is the same
// everywhere, and a sentence says it.
func (a almanac) moon(_ context.Context, q moonQuery) (oriel.Result[moonPhases], error) {
	when, err := parseDate(q.Date, a.now(), time.UTC)
	if err != nil {
		return oriel.Result[moonPhases]{}, err
	}
	phase := sky.PhaseAt(when.middle())
	answer := moonPhases{
		Date:        when.String(),
		Phase:       phaseName(phase, when),
		Illuminated: percent(phase.Illuminated),
	}
	var coming []string
	for _, q := range quarters() {
		answer.Next = append(answer.Next, quarter{q.name, q.quarter.Next(when.from).UTC().Round(time.Minute)})
	}
	slices.SortFunc(answer.Next, func(a, b quarter) int { return cmp.Compare(a.Time.Unix(), b.Time.Unix()) })
	for _, n := range answer.Next {
		coming = append(coming, n.Phase+" on "+n.Time.Format("2 January at 15:04"))
	}
	return oriel.Result[moonPhases]{
		Data: answer,
		Text: fmt.Sprintf("On %s the moon is %s, %d %% lit. Then: %s (UTC).",
			when.calendar.Format(longDate), article(answer.Phase), answer.Illuminated, list(coming)),
	}, nil
}

type namedQuarter struct {
	quarter sky.Quarter
	name    string
}

func quarters() []namedQuarter {
	return []namedQuarter{
		{sky.NewMoon, "new moon"},
		{sky.FirstQuarter, "first quarter"},
		{sky.FullMoon, "full moon"},
		{sky.LastQuarter, "last quarter"},
	}
}

// phaseName names the phase of a day: by the quarter, if the moon is in one on
// that day, else by what lies between.
func phaseName(phase sky.Phase, when date) string {
	for _, q := range quarters() {
		if q.quarter.Next(when.from).Before(when.to) {
			return q.name
		}
	}
	names := []string{"waxing crescent", "waxing gibbous", "waning gibbous", "waning crescent"}
	const quarterTurn = 90
	return names[int(phase.Elongation/quarterTurn)%len(names)]
}

// article puts "a" before the phases that need it: "a waxing gibbous", "new".
func article(phase string) string {
	switch {
	case strings.HasSuffix(phase, " moon"):
		return strings.TrimSuffix(phase, " moon")
	case strings.HasSuffix(phase, " quarter"):
		return "in its " + phase
	default:
		return "a " + phase
	}
}

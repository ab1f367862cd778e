// Package app declares the almanac: its tools and their view.
package app

import (
	"context"
	"time"
	_ "time/tzdata" // so that every machine knows every zone

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/examples/almanac/views"
	"github.com/orielapps/oriel/ui"
)

// New returns the almanac.
func New() *oriel.App { return At(time.Now) }

// almanac answers the tools. What day it is comes from the clock.
type almanac struct{ now func() time.Time }

// At returns the almanac with a clock of the caller's.
func At(now func() time.Time) *oriel.App {
	a := almanac{now}
	app := oriel.NewWith("almanac", "1.0.0", oriel.Options{
		Title: "Almanac",
		Instructions: "Sun and moon for a place and a day, computed for the years 1900 to 2100. " +
			"For a place that almanac_day does not know, give its coordinates and its time zone.",
	})

	day := oriel.AddViewWith(app, "day", views.Day, ui.Metadata{
		Description: "A chart of the day: how high sun and moon stand at each hour, with twilight, " +
			"rises and sets and the phase of the moon. The user can move through the day, " +
			"go to other days and choose another place.",
		Border: ui.BorderNone,
		Domain: "almanac.example.com",
	})

	oriel.AddTool(app, oriel.Tool{
		Name:  "almanac_day",
		Title: "Sun and moon on a day",
		Description: "Sunrise, sunset, day length, twilight, moonrise, moonset and phase of the moon " +
			"for a place and a day, with a chart of the day.",
		View:     day,
		ViewData: curve{},
		ReadOnly: true,
		Invoking: "Looking at the sky…",
		Invoked:  "The day's sky is ready",
	}, a.day)

	oriel.AddTool(app, oriel.Tool{
		Name:        "almanac_moon",
		Title:       "Phases of the moon",
		Description: "The phase of the moon on a day, and when it is new, half and full next.",
		ReadOnly:    true,
		Invoking:    "Looking for the moon…",
		Invoked:     "Found the moon",
	}, a.moon)

	oriel.AddTool(app, oriel.Tool{
		Name:        "almanac_places",
		Title:       "Places the almanac knows",
		Description: "The places that can be chosen by name.",
		Visibility:  ui.AppOnly,
		ReadOnly:    true,
	}, func(context.Context, struct{}) (oriel.Result[placeList], error) {
		return oriel.Result[placeList]{Data: knownPlaces()}, nil
	})
	return app
}

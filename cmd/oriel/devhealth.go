package main

import (
	"strings"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

// mostSaidOfHealth is how much is remembered of what was said; after that, it may be said again.
const mostSaidOfHealth = 1000

// health prints what a page of the workbench has found to be wrong with a view.
func (t *devReporter) health(h workbench.Health) {
	found := devHealth{
		Level: h.Level, Kind: h.Kind, Message: h.Text, Fix: h.Fix,
		File: h.Place.File, Line: h.Place.Line, Column: h.Place.Column, Excerpt: h.Place.Excerpt,
	}
	view := viewOf(h.URI)
	if t.json {
		_ = t.emit(devEvent{ // a closed output must not stop the loop
			Event: devloop.Event{Type: devViewHealth, Time: time.Now(), View: view}, Profile: h.Profile, Health: &found,
		})
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	// The same in several hosts is printed once, until the view changes.
	key := view + "\x00" + found.Kind + "\x00" + found.Message
	if _, said := t.saidOfHealth[key]; said && !t.verbose {
		return
	}
	if t.saidOfHealth == nil || len(t.saidOfHealth) >= mostSaidOfHealth {
		t.saidOfHealth = map[string]string{}
	}
	t.saidOfHealth[key] = view
	label := t.err.Yellow(padded("warning"))
	if found.Level == "broken" {
		label = t.err.Red(t.err.Bold(padded("broken")))
	}
	message := shown(found.Message)
	if found.File != "" {
		message = t.err.Bold(t.position(devreport.Problem{File: visible(found.File), Line: found.Line, Column: found.Column})) + ": " + message
	}
	where := t.err.Dim("in the view " + visible(view) + " as " + hostTitle(h.Profile))
	t.printParts(label, withFix(t.err, found.Kind, message, ""), where, shown(found.Excerpt), shown(found.Fix))
}

// forgetHealth lets what was said of a view be said again.
func (t *devReporter) forgetHealth(view string) {
	for key, about := range t.saidOfHealth {
		if about == view {
			delete(t.saidOfHealth, key)
		}
	}
}

// viewOf returns the name of a view in Oriel's addresses, ui://APP/NAME/HASH; other
// addresses are returned whole.
func viewOf(uri string) string {
	rest, ok := strings.CutPrefix(uri, "ui://")
	parts := strings.Split(rest, "/")
	if !ok || len(parts) < 2 {
		return uri
	}
	return strings.TrimSuffix(parts[1], ".html")
}

func hostTitle(profile string) string {
	if p, ok := hosts.Get(profile); ok {
		return p.Title
	}
	return visible(profile)
}

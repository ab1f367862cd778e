package devloop

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

// The sources of problems.
const (
	SourceView     = "view"
	SourceGo       = "go"
	SourceTypes    = "types"
	SourceServer   = "server"
	SourcePackages = "packages"
)

// Problem is something that is wrong at the moment.
type Problem struct {
	// Source is what does not work: "view", "go", "types", "server" or "packages".
	Source string `json:"source"`
	// View is the name of the view concerned, if there is one.
	View string `json:"view,omitempty"`
	// Code is stable, in snake_case.
	Code string `json:"code"`
	// File is a slash path relative to the project's folder, if the problem is in a file.
	File string `json:"file,omitempty"`
	// Line and Column begin at 1; zero means unknown.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Message is a sentence, possibly followed by more lines.
	Message string `json:"message"`
	// Excerpt is the line of source with a caret below.
	Excerpt string `json:"excerpt,omitempty"`
	// Fix says what to do; empty where the message does.
	Fix string `json:"fix,omitempty"`
}

// problemList has the problems of the moment, by topic.
type problemList struct {
	emit   func(Event)
	screen Screen

	mu  sync.Mutex
	all map[topic][]Problem
}

// topic is what problems are about. The next check of a topic replaces all its problems.
type topic struct{ source, view string }

// set replaces the problems of a topic, and reports the differences.
func (b *problemList) set(about topic, problems ...Problem) {
	b.mu.Lock()
	defer b.mu.Unlock()
	before := b.all[about]
	if slices.Equal(before, problems) {
		return
	}
	if len(problems) == 0 {
		delete(b.all, about)
	} else {
		b.all[about] = problems
	}
	// New ones first, so that a listener can tell a problem that has moved from one that
	// is fixed.
	for _, p := range problems {
		if !slices.Contains(before, p) {
			b.emit(Event{Type: ProblemFound, View: p.View, Problem: &p})
		}
	}
	for _, p := range before {
		if !slices.Contains(problems, p) {
			b.emit(Event{Type: ProblemGone, View: p.View, Problem: &p})
		}
	}
	b.screen.Report(b.list())
}

// hasFile reports whether a source has a problem in a file.
func (b *problemList) hasFile(source, file string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(b.list(), func(p Problem) bool { return p.Source == source && p.File == file })
}

// list is called with b.mu held.
func (b *problemList) list() []Problem {
	list := []Problem{}
	byName := func(a, b topic) int { return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.view, b.view)) }
	for _, about := range slices.SortedFunc(maps.Keys(b.all), byName) {
		list = append(list, b.all[about]...)
	}
	return list
}

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

// Problem is something that is wrong now.
type Problem struct {
	// Source is what it keeps from working: "view", "go", "types", "server" or
	// "packages".
	Source string `json:"source"`
	// View is the view that it is about; empty where it is about none.
	View string `json:"view,omitempty"`
	// Code is stable, in snake_case.
	Code string `json:"code"`
	// File is a slash path relative to the project's folder; empty where the problem
	// is in no file.
	File string `json:"file,omitempty"`
	// Line and Column begin at 1; zero where they are not known.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Message is a sentence, perhaps with more lines below it.
	Message string `json:"message"`
	// Excerpt is the line of source with a caret below.
	Excerpt string `json:"excerpt,omitempty"`
	// Fix says how to mend it; empty where the message does.
	Fix string `json:"fix,omitempty"`
}

// board is all that is wrong now, by who has found it.
type board struct {
	emit   func(Event)
	screen Screen

	mu  sync.Mutex
	all map[topic][]Problem
}

// topic is what problems are about; who looks at it again replaces all of it.
type topic struct{ source, view string }

// put replaces what is wrong with a topic.
func (b *board) put(about topic, problems ...Problem) {
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
	// New ones first: who listens can tell a problem that has moved from one that is
	// mended.
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

// hasFile reports whether something is wrong with a file, of what a source finds.
func (b *board) hasFile(source, file string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(b.list(), func(p Problem) bool { return p.Source == source && p.File == file })
}

// list is called with b.mu held.
func (b *board) list() []Problem {
	list := []Problem{}
	byName := func(a, b topic) int { return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.view, b.view)) }
	for _, about := range slices.SortedFunc(maps.Keys(b.all), byName) {
		list = append(list, b.all[about]...)
	}
	return list
}

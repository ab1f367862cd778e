package devloop

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/orielapps/oriel/internal/tool/devreport"
)

// problemList has the problems of the moment, by topic.
type problemList struct {
	emit   func(Event)
	screen Screen

	mu  sync.Mutex
	all map[topic][]devreport.Problem
}

// topic is what problems are about. The next check of a topic replaces all its problems.
type topic struct{ source, view string }

// set replaces the problems of a topic, and reports the differences.
func (b *problemList) set(about topic, problems ...devreport.Problem) {
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
	return slices.ContainsFunc(b.list(), func(p devreport.Problem) bool { return p.Source == source && p.File == file })
}

// list is called with b.mu held.
func (b *problemList) list() []devreport.Problem {
	list := []devreport.Problem{}
	byName := func(a, b topic) int { return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.view, b.view)) }
	for _, about := range slices.SortedFunc(maps.Keys(b.all), byName) {
		list = append(list, b.all[about]...)
	}
	return list
}

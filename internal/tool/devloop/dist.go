package devloop

import (
	"context"
	"errors"
	"path"
	"slices"
	"time"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

const (
	// pause is how long nothing is edited before the documents that are committed are
	// written: they take longer to build than those for development.
	pause = 2 * time.Second
	// lastWrite is how long writing them may take when the loop ends.
	lastWrite = 5 * time.Second
)

// printer writes what "oriel generate" does, a while after the last edit.
type printer struct {
	project *bundle.Project
	board   *board
	emit    func(Event)
	wanted  chan order // has the last one

	pending bool // something is to be written
}

// order says that all views can be written: at once, where there is one more or one
// less, because the Go program declares them.
type order struct {
	ready, now bool
}

func newPrinter(project *bundle.Project, on *board, emit func(Event)) *printer {
	return &printer{project: project, board: on, emit: emit, wanted: make(chan order, 1)}
}

// order replaces what is to be done.
func (p *printer) order(o order) {
	for {
		select {
		case p.wanted <- o:
			return
		case before := <-p.wanted:
			o.now = o.now || before.now
		}
	}
}

// run writes until ctx ends.
func (p *printer) run(ctx context.Context) {
	var due <-chan time.Time
	for {
		select {
		case o := <-p.wanted:
			due, p.pending = nil, o.ready
			switch {
			case o.ready && o.now:
				due = time.After(0)
			case o.ready:
				due = time.After(pause)
			}
		case <-due:
			due = nil
			p.print(ctx)
			p.pending = ctx.Err() != nil // it was cut off
		case <-ctx.Done():
			return
		}
	}
}

// finish writes what is still to be written once run, and who orders, have ended.
func (p *printer) finish(ctx context.Context) {
	select {
	case o := <-p.wanted:
		p.pending = o.ready
	default:
	}
	if p.pending {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWrite)
		defer cancel()
		p.print(last)
	}
}

// print builds all views for production and writes what is not there yet. Each file
// is written at once; what can't be built is on the board already.
func (p *printer) print(ctx context.Context) {
	about := topic{SourceView, "dist"}
	built, err := p.project.BuildAll(ctx)
	if err != nil {
		return
	}
	documents := make([]*bundle.Document, len(built))
	for i, view := range built {
		documents[i] = view.Document
	}
	changes, err := p.project.Plan(documents)
	if err == nil && len(changes) > 0 {
		err = p.project.Apply(changes)
	}
	if err != nil {
		p.board.put(about, faultsOf(err)...)
		return
	}
	p.board.put(about)
	if len(changes) == 0 {
		return
	}
	files := make([]string, len(changes))
	for i, change := range changes {
		files[i] = change.Path
	}
	p.emit(Event{Type: ViewsWritten, Files: files, Gzip: compressed(documents, files)})
}

// compressed are the sizes of those documents that were written.
func compressed(documents []*bundle.Document, written []string) map[string]int {
	sizes := map[string]int{}
	for _, document := range documents {
		isWritten := func(file string) bool { return path.Base(file) == document.Name+".html" }
		if size, err := document.Gzipped(); err == nil && slices.ContainsFunc(written, isWritten) {
			sizes[document.Name] = size
		}
	}
	return sizes
}

// faultsOf are the problems of what can't be written.
func faultsOf(err error) []Problem {
	var faults bundle.Faults
	if !errors.As(err, &faults) {
		if one, ok := errors.AsType[*bundle.Fault](err); ok {
			faults = bundle.Faults{one}
		}
	}
	if faults == nil {
		return []Problem{{Source: SourceView, Code: "views_not_written", Message: sentence(err.Error())}}
	}
	problems := make([]Problem, len(faults))
	for i, fault := range faults {
		problems[i] = Problem{
			Source: SourceView, Code: fault.Code, File: fault.File, Line: fault.Line, Column: fault.Column,
			Message: fault.Message, Excerpt: fault.Excerpt, Fix: fault.Fix,
		}
	}
	return problems
}

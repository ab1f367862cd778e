package devloop

import (
	"context"
	"errors"
	"path"
	"slices"
	"time"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/devreport"
)

const (
	// distDelay is the time after the last edit until the committed documents are written:
	// they take longer to build than those for development.
	distDelay = 2 * time.Second
	// finalWriteTimeout limits the write at the end of the loop.
	finalWriteTimeout = 20 * time.Second
)

// distWriter writes the files of "oriel generate", a while after the last edit.
type distWriter struct {
	project  *bundle.Project
	problems *problemList
	screen   Screen
	emit     func(Event)
	requests chan writeRequest // has the last one

	pending bool // something is to be written
}

// writeRequest asks for the documents to be written.
type writeRequest struct {
	// complete is set where all views could be built. Without it, nothing is written.
	complete bool
	// now skips the delay: a view was added or removed, and the Go program declares views.
	now bool
}

func newDistWriter(project *bundle.Project, on *problemList, screen Screen, emit func(Event)) *distWriter {
	return &distWriter{project: project, problems: on, screen: screen, emit: emit, requests: make(chan writeRequest, 1)}
}

// request replaces an earlier request.
func (w *distWriter) request(o writeRequest) {
	for {
		select {
		case w.requests <- o:
			return
		case before := <-w.requests:
			o.now = o.now || before.now
		}
	}
}

// run writes on request until ctx ends.
func (w *distWriter) run(ctx context.Context) {
	var due <-chan time.Time
	for {
		select {
		case o := <-w.requests:
			due, w.pending = nil, o.complete
			switch {
			case o.complete && o.now:
				due = time.After(0)
			case o.complete:
				due = time.After(distDelay)
			}
		case <-due:
			due = nil
			w.write(ctx)
			w.pending = ctx.Err() != nil // it was interrupted
		case <-ctx.Done():
			return
		}
	}
}

// finish writes what is still pending, after run has ended and no request can come.
func (w *distWriter) finish(ctx context.Context) {
	select {
	case o := <-w.requests:
		w.pending = o.complete
	default:
	}
	if w.pending {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), finalWriteTimeout)
		defer cancel()
		w.write(last)
	}
}

// write builds all views for production and writes the documents that have changed. Views
// that can't be built are already in the list of problems.
func (w *distWriter) write(ctx context.Context) {
	about := topic{devreport.SourceView, "dist"}
	built, err := w.project.BuildAll(ctx)
	if err != nil {
		return
	}
	documents := make([]*bundle.Document, len(built))
	for i, view := range built {
		documents[i] = view.Document
	}
	changes, err := w.project.Plan(documents)
	if err == nil && len(changes) > 0 {
		err = w.project.Apply(changes)
	}
	if err != nil {
		w.problems.set(about, faultsOf(err)...)
		return
	}
	w.problems.set(about)
	sizes := compressed(documents)
	w.screen.Ship(sizes)
	if len(changes) == 0 {
		return
	}
	files := make([]string, len(changes))
	for i, change := range changes {
		files[i] = change.Path
	}
	written := map[string]int{}
	for name, size := range sizes {
		if slices.ContainsFunc(files, func(file string) bool { return path.Base(file) == name+".html" }) {
			written[name] = size
		}
	}
	w.emit(Event{Type: ViewsWritten, Files: files, Gzip: written})
}

// compressed returns the sizes after gzip of documents, by view.
func compressed(documents []*bundle.Document) map[string]int {
	sizes := map[string]int{}
	for _, document := range documents {
		if size, err := document.Gzipped(); err == nil {
			sizes[document.Name] = size
		}
	}
	return sizes
}

// faultsOf returns the problems of a failed write.
func faultsOf(err error) []devreport.Problem {
	var faults bundle.Faults
	if !errors.As(err, &faults) {
		if one, ok := errors.AsType[*bundle.Fault](err); ok {
			faults = bundle.Faults{one}
		}
	}
	if faults == nil {
		return []devreport.Problem{{Source: devreport.SourceView, Code: "views_not_written", Message: sentence(err.Error())}}
	}
	problems := make([]devreport.Problem, len(faults))
	for i, fault := range faults {
		problems[i] = devreport.Problem{
			Source: devreport.SourceView, Code: fault.Code, File: fault.File, Line: fault.Line, Column: fault.Column,
			Message: fault.Message, Excerpt: fault.Excerpt, Fix: fault.Fix,
		}
	}
	return problems
}

package devloop

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"
	"sync/atomic"

	"github.com/orielapps/oriel/internal/schema/typescript"
	"github.com/orielapps/oriel/internal/tool/apptypes"
	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/ui"
)

// typesFile has the types of the tools, in the folder of views.
const typesFile = "oriel.ts"

// typesWriter asks each new program for the types of its tools, and writes them into the
// folder of views.
type typesWriter struct {
	program  *apptypes.Program
	project  *bundle.Project
	problems *problemList
	emit     func(Event)
	// requests holds the program to ask next.
	requests chan executable
	// pending is the number of requests that are not answered yet.
	pending atomic.Int32
}

// executable is a compiled program: its package path, and its file.
type executable struct{ path, file string }

// request replaces an earlier request.
func (w *typesWriter) request(c executable) {
	w.pending.Add(1)
	for {
		select {
		case w.requests <- c:
			return
		case <-w.requests:
			w.pending.Add(-1)
		}
	}
}

// isBehind reports whether the types of the last program are yet to be written.
func (w *typesWriter) isBehind() bool { return w.pending.Load() > 0 }

// run writes on request until ctx ends.
func (w *typesWriter) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case c := <-w.requests:
			w.write(ctx, c)
			w.pending.Add(-1)
		}
	}
}

// write asks a program for its types and writes them if they have changed.
func (w *typesWriter) write(ctx context.Context, c executable) {
	if !w.project.InTypeScript() {
		return
	}
	about := topic{devreport.SourceTypes, ""}
	answer, err := w.program.Types(ctx, c.path, c.file)
	text := answer.TypeScript
	if err != nil {
		if ctx.Err() != nil || len(w.requests) > 0 {
			return // the program may have been removed meanwhile
		}
		known, _ := errors.AsType[*ui.Error](err)
		if known != nil && known.Code == "main_not_called" {
			w.problems.set(about) // not an error: the program works without types
			return
		}
		w.problems.set(about, problemOf(devreport.SourceTypes, err))
		return
	}
	name := path.Join(w.project.Views, typesFile)
	before, err := fs.ReadFile(w.project.Files, name)
	switch {
	case err == nil && !strings.HasPrefix(string(before), typescript.Mark):
		w.problems.set(about, devreport.Problem{
			Source: devreport.SourceTypes, Code: "file_not_generated", File: path.Join(path.Base(w.project.Views), typesFile),
			Message: typesFile + " was not written by oriel, so it is not overwritten.", Fix: "Move it elsewhere.",
		})
		return
	case err == nil && strings.ReplaceAll(string(before), "\r\n", "\n") == text:
		w.problems.set(about)
		return
	}
	if err := w.project.Apply([]bundle.Change{{Path: name, Data: []byte(text)}}); err != nil {
		w.problems.set(about, problemOf(devreport.SourceTypes, err))
		return
	}
	w.problems.set(about)
	w.emit(Event{Type: TypesWritten, Files: []string{name}})
}

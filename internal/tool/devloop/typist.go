package devloop

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/orielapps/oriel/internal/tool/apptypes"
	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/schema/typescript"
	"github.com/orielapps/oriel/ui"
)

// typesFile has the types of the tools, in the folder of views.
const typesFile = "oriel.ts"

// typist asks each program that runs for the types of its tools, and writes them where
// the views find them.
type typist struct {
	program *apptypes.Program
	project *bundle.Project
	board   *board
	emit    func(Event)
	// asked has the program that is to be asked next.
	asked chan compiled
}

// compiled is a program as the go command knows it, and its file.
type compiled struct{ path, file string }

// ask has a program asked, in place of any that is still to be.
func (t *typist) ask(c compiled) {
	for {
		select {
		case t.asked <- c:
			return
		case <-t.asked:
		}
	}
}

// run asks until ctx ends.
func (t *typist) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case c := <-t.asked:
			t.write(ctx, c)
		}
	}
}

// write asks a program and writes what it answers, if it is something else than before.
func (t *typist) write(ctx context.Context, c compiled) {
	if !inTypeScript(t.project) {
		return
	}
	about := topic{SourceTypes, ""}
	text, err := t.program.Types(ctx, c.path, c.file)
	if err != nil {
		if ctx.Err() != nil || len(t.asked) > 0 {
			return // it may have been removed while it was asked
		}
		known, _ := errors.AsType[*ui.Error](err)
		if known != nil && known.Code == "main_not_called" {
			t.board.put(about) // there is nothing to mend: types are a help
			return
		}
		t.board.put(about, problemOf(SourceTypes, err))
		return
	}
	name := path.Join(t.project.Views, typesFile)
	before, err := fs.ReadFile(t.project.Files, name)
	switch {
	case err == nil && !strings.HasPrefix(string(before), typescript.Mark):
		t.board.put(about, Problem{
			Source: SourceTypes, Code: "file_not_generated", File: path.Join(path.Base(t.project.Views), typesFile),
			Message: typesFile + " was not written by oriel, so it is not overwritten.", Fix: "Move it elsewhere.",
		})
		return
	case err == nil && strings.ReplaceAll(string(before), "\r\n", "\n") == text:
		t.board.put(about)
		return
	}
	if err := t.project.Apply([]bundle.Change{{Path: name, Data: []byte(text)}}); err != nil {
		t.board.put(about, problemOf(SourceTypes, err))
		return
	}
	t.board.put(about)
	t.emit(Event{Type: TypesWritten, Files: []string{name}})
}

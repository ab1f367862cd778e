package main

import (
	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

// devScreen is the workbench as the loop uses it, for one server.
type devScreen struct {
	*workbench.Workbench

	server string
}

// Reload reloads the frames of a view.
func (s *devScreen) Reload(view string) { s.Workbench.Reload(s.server, view) }

// Restyle replaces the style sheets of a view's frames.
func (s *devScreen) Restyle(view string, styles []devloop.Style) {
	list := make([]workbench.Style, len(styles))
	for i, style := range styles {
		list[i] = workbench.Style(style)
	}
	s.Workbench.Restyle(s.server, view, list)
}

// Renew makes the workbench read the server's lists again.
func (s *devScreen) Renew() { s.Workbench.Renew(s.server) }

// Fail passes on the truth about an error that clients don't see.
func (s *devScreen) Fail(e devloop.AppError) {
	shown := workbench.AppError{
		ID: e.ID, Method: e.Method, Name: e.Name, Message: e.Message, File: e.File, Line: e.Line, Excerpt: e.Excerpt,
	}
	for _, frame := range e.Stack {
		shown.Stack = append(shown.Stack, workbench.StackFrame(frame))
	}
	s.Workbench.Fail(s.server, shown)
}

// Ship passes on what the views weigh when they are built.
func (s *devScreen) Ship(gzip map[string]int) { s.Workbench.Ship(s.server, gzip) }

// Report passes on all current problems.
func (s *devScreen) Report(problems []devloop.Problem) {
	list := make([]workbench.Problem, len(problems))
	for i, p := range problems {
		list[i] = workbench.Problem(p)
	}
	s.Workbench.Report(list)
}

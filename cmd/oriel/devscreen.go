package main

import (
	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

// devScreen is the workbench as the loop knows it.
type devScreen struct {
	*workbench.Workbench

	server string
}

// Reload has the frames of a view loaded anew.
func (s *devScreen) Reload(view string) { s.Workbench.Reload(s.server, view) }

// Restyle has them take other style sheets.
func (s *devScreen) Restyle(view string, styles []devloop.Style) {
	list := make([]workbench.Style, len(styles))
	for i, style := range styles {
		list[i] = workbench.Style(style)
	}
	s.Workbench.Restyle(s.server, view, list)
}

// Renew has everything read again.
func (s *devScreen) Renew() { s.Workbench.Renew(s.server) }

// Report says all that is wrong now.
func (s *devScreen) Report(problems []devloop.Problem) {
	list := make([]workbench.Problem, len(problems))
	for i, p := range problems {
		list[i] = workbench.Problem(p)
	}
	s.Workbench.Report(list)
}

package main

import (
	"github.com/orielapps/oriel/internal/tool/devreport"
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
func (s *devScreen) Restyle(view string, styles []devreport.Style) {
	s.Workbench.Restyle(s.server, view, styles)
}

// Renew makes the workbench read the server's lists again.
func (s *devScreen) Renew() { s.Workbench.Renew(s.server) }

// Fail passes on the truth about an error that clients don't see.
func (s *devScreen) Fail(e devreport.AppError) { s.Workbench.Fail(s.server, e) }

// Ship passes on what the views weigh when they are built.
func (s *devScreen) Ship(gzip map[string]int) { s.Workbench.Ship(s.server, gzip) }

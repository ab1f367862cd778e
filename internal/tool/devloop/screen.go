package devloop

import "github.com/orielapps/oriel/internal/tool/devreport"

// Screen is a page that shows the server and its views. Its methods are called from
// several goroutines and must not block.
type Screen interface {
	// Reload reloads the frames of a view: its document has changed.
	Reload(view string)
	// Restyle replaces the style sheets in the frames of a view: only those have changed.
	Restyle(view string, styles []devreport.Style)
	// Renew reads everything again: the server is a new process.
	Renew()
	// Report replaces the list of problems.
	Report(problems []devreport.Problem)
	// Fail shows the truth about an error that the server's clients don't see.
	Fail(e devreport.AppError)
	// Ship tells how many bytes the built documents have after gzip, by view.
	Ship(gzip map[string]int)
	// Busy shows what the loop is doing; empty when it is done.
	Busy(what string)
}

// noScreen shows nothing.
type noScreen struct{}

func (noScreen) Reload(string)                     {}
func (noScreen) Restyle(string, []devreport.Style) {}
func (noScreen) Renew()                            {}
func (noScreen) Report([]devreport.Problem)        {}
func (noScreen) Fail(devreport.AppError)           {}
func (noScreen) Ship(map[string]int)               {}
func (noScreen) Busy(string)                       {}

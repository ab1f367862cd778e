package devloop

import (
	"time"
)

// EventType names what has happened.
type EventType string

// What happens in a loop, and which fields of [Event] say more.
const (
	// ViewBuilt: View is built, in MS; its document has Bytes bytes. Change says how
	// pages take it: "reload", "style", or nothing where the document is the same.
	ViewBuilt EventType = "view_built"
	// ViewFailed: View can't be built; there is a Problem for each fault.
	ViewFailed EventType = "view_failed"
	// ViewRemoved: View is gone.
	ViewRemoved EventType = "view_removed"
	// ViewsWritten: Files were written, which are to be committed. Gzip has what the
	// documents among them are after compression.
	ViewsWritten EventType = "views_written"
	// GoBuilding: the program is being compiled.
	GoBuilding EventType = "go_building"
	// GoBuilt: it is compiled, in MS.
	GoBuilt EventType = "go_built"
	// GoFailed: it does not compile; there is a Problem for each error.
	GoFailed EventType = "go_failed"
	// ServerStarting: a process of the server was started, with the number PID.
	ServerStarting EventType = "server_starting"
	// ServerReady: it answers at URL, MS after it was started. Total is the time since
	// the change that it is new for, in milliseconds.
	ServerReady EventType = "server_ready"
	// ServerExited: it has ended by itself; Text says how.
	ServerExited EventType = "server_exited"
	// ServerOutput: it has printed the line Text.
	ServerOutput EventType = "server_output"
	// TypesChecked: the type checker has looked at the views, in MS; there is a Problem
	// for each mistake.
	TypesChecked EventType = "types_checked"
	// TypesWritten: the types of the tools are others, and Files has their file.
	TypesWritten EventType = "types_written"
	// PackagesInstalling: the packages of the lockfile are being installed;
	// PackagesInstalled: there are so many Packages now, after MS.
	PackagesInstalling EventType = "packages_installing"
	PackagesInstalled  EventType = "packages_installed"
	// ProblemFound: there is a new Problem.
	ProblemFound EventType = "problem"
	// ProblemGone: this Problem is mended.
	ProblemGone EventType = "problem_gone"
	// Warned: Text should be known, but keeps nothing from working.
	Warned EventType = "warning"
)

// Event is something that has happened. Fields that don't belong to its type are
// empty, and left out of its JSON.
type Event struct {
	Type   EventType `json:"type"`
	Time   time.Time `json:"time"`
	View   string    `json:"view,omitempty"`
	MS     float64   `json:"ms,omitempty"`
	Total  float64   `json:"total,omitempty"`
	Bytes  int       `json:"bytes,omitempty"`
	Change string    `json:"change,omitempty"`
	Files  []string  `json:"files,omitempty"`
	// Gzip is how many bytes the documents of views have after compression.
	Gzip map[string]int `json:"gzip,omitempty"`
	PID  int            `json:"pid,omitempty"`
	URL  string         `json:"url,omitempty"`
	Text string         `json:"text,omitempty"`
	// Packages are how many were installed.
	Packages int      `json:"packages,omitempty"`
	Problem  *Problem `json:"problem,omitempty"`
}

// How pages take a view that was built again.
const (
	ChangeReload = "reload"
	ChangeStyle  = "style"
)

// milliseconds is how long something took, to a tenth.
func milliseconds(d time.Duration) float64 {
	const tenths = 10
	return float64(d.Round(time.Millisecond/tenths)) / float64(time.Millisecond)
}

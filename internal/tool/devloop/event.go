package devloop

import (
	"time"

	"github.com/orielapps/oriel/internal/tool/devreport"
)

// EventType is the type of an event.
type EventType string

// The types of events, and the fields of [Event] that they set.
const (
	// ViewBuilt: View was built, in MS; its document has Bytes bytes. Change says how pages
	// update: "reload", "style", or empty where the document is the same.
	ViewBuilt EventType = "view_built"
	// ViewFailed: View can't be built; there is a Problem for each fault.
	ViewFailed EventType = "view_failed"
	// ViewRemoved: View was deleted.
	ViewRemoved EventType = "view_removed"
	// ViewsWritten: Files were written, which should be committed. Gzip has the compressed
	// sizes of the documents among them.
	ViewsWritten EventType = "views_written"
	// GoBuilding: the program is being compiled.
	GoBuilding EventType = "go_building"
	// GoBuilt: it is compiled, in MS.
	GoBuilt EventType = "go_built"
	// GoFailed: it does not compile; there is a Problem for each error.
	GoFailed EventType = "go_failed"
	// ServerStarting: a process of the server was started, with the number PID.
	ServerStarting EventType = "server_starting"
	// ServerReady: it listens at URL, MS after it was started. Total is the time since the
	// change that caused the restart, in milliseconds.
	ServerReady EventType = "server_ready"
	// ServerExited: it has ended by itself; Text says how.
	ServerExited EventType = "server_exited"
	// ServerOutput: it has printed the line Text.
	ServerOutput EventType = "server_output"
	// AppFailed: a request failed with an Error that clients don't see.
	AppFailed EventType = "app_error"
	// TypesChecked: the type checker has checked the views, in MS; there is a Problem for
	// each error.
	TypesChecked EventType = "types_checked"
	// TypesWritten: the types of the tools have changed, and Files has their file.
	TypesWritten EventType = "types_written"
	// PackagesInstalling: the packages of the lockfile are being installed.
	// PackagesInstalled: there are now this many Packages, after MS.
	PackagesInstalling EventType = "packages_installing"
	PackagesInstalled  EventType = "packages_installed"
	// ProblemFound: there is a new Problem.
	ProblemFound EventType = "problem"
	// ProblemGone: this Problem is fixed.
	ProblemGone EventType = "problem_gone"
	// IssuerUsed: the test issuer at URL was asked for the first time. Users can sign in there.
	IssuerUsed EventType = "issuer_used"
	// Warned: Text is a warning.
	Warned EventType = "warning"
)

// Event is something that has happened. Fields that its type doesn't set are empty, and
// left out of its JSON.
type Event struct {
	Type   EventType `json:"type"`
	Time   time.Time `json:"time"`
	View   string    `json:"view,omitempty"`
	MS     float64   `json:"ms,omitempty"`
	Total  float64   `json:"total,omitempty"`
	Bytes  int       `json:"bytes,omitempty"`
	Change string    `json:"change,omitempty"`
	Files  []string  `json:"files,omitempty"`
	// Gzip has the compressed sizes of documents, in bytes, by view.
	Gzip map[string]int `json:"gzip,omitempty"`
	PID  int            `json:"pid,omitempty"`
	URL  string         `json:"url,omitempty"`
	Text string         `json:"text,omitempty"`
	// Users are those whom the test issuer offers.
	Users []string `json:"users,omitempty"`
	// Packages is the number of installed packages.
	Packages int                `json:"packages,omitempty"`
	Problem  *devreport.Problem `json:"problem,omitempty"`
	// Error is an error of the running app.
	Error *devreport.AppError `json:"error,omitempty"`
}

// How pages update a view that was built again.
const (
	ChangeReload = "reload"
	ChangeStyle  = "style"
)

// milliseconds returns a duration in milliseconds, rounded to a tenth.
func milliseconds(d time.Duration) float64 {
	const tenths = 10
	return float64(d.Round(time.Millisecond/tenths)) / float64(time.Millisecond)
}

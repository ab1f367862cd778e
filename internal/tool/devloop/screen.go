package devloop

// Style is a style sheet of a document.
type Style struct{ ID, CSS string }

// Screen is a page that shows the server and its views. Its functions are called from
// several goroutines and must not block.
type Screen interface {
	// Reload has the frames of a view loaded anew: its document has changed.
	Reload(view string)
	// Restyle has them take other style sheets: only those have changed.
	Restyle(view string, styles []Style)
	// Renew has everything read again: the server is a new process.
	Renew()
	// Report says all that is wrong now, in place of what it said before.
	Report(problems []Problem)
	// Busy says what is being worked on; empty when that is done.
	Busy(what string)
}

// nobody looks.
type nobody struct{}

func (nobody) Reload(string)           {}
func (nobody) Restyle(string, []Style) {}
func (nobody) Renew()                  {}
func (nobody) Report([]Problem)        {}
func (nobody) Busy(string)             {}

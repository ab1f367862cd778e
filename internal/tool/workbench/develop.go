package workbench

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/tool/devreport"
)

const (
	// maxProblems is how many problems the pages get, and maxProblemText
	// how many bytes each of a problem's texts may have.
	maxProblems    = 100
	maxProblemText = 16 << 10
)

// Reload tells the pages that the document of a server's view is another one now:
// whatever shows it loads it anew, with all that it had. An empty view is all of
// them.
func (w *Workbench) Reload(server, view string) {
	if s, err := w.server(server); err == nil {
		s.forget() // the server's own list_changed may come later than the page's request
	}
	w.events.publish(reloadEvent{Type: "reload", Server: server, View: view})
}

// Restyle tells the pages that nothing of a view's document has changed but the
// text of these style sheets. Where the text can't be replaced, the document is
// loaded anew.
func (w *Workbench) Restyle(server, view string, styles []devreport.Style) {
	if len(styles) == 0 {
		return
	}
	w.events.publish(styleEvent{Type: "style", Server: server, View: view, Styles: styles})
}

// Renew says that another process answers for a server now. It is
// connected to anew, calls that the old one has not answered end with the code
// "server_restarted", and the pages read its lists and run again what they show.
// A server that the workbench runs as a program is started anew.
func (w *Workbench) Renew(server string) {
	s, err := w.server(server)
	if err != nil {
		return
	}
	s.renew(func() { w.events.publish(renewEvent{Type: "renew", Server: server}) })
}

// Report sends the pages all that is wrong now, in place of what was wrong before. None means that all is well.
func (w *Workbench) Report(problems []devreport.Problem) {
	list := make([]devreport.Problem, 0, min(len(problems), maxProblems))
	for _, p := range problems[:min(len(problems), maxProblems)] {
		for _, text := range []*string{&p.Message, &p.Excerpt, &p.Fix, &p.File} {
			*text = w.events.redact.clean(atMost(*text, maxProblemText))
		}
		list = append(list, p)
	}
	w.events.publish(problemsEvent{Type: "problems", Problems: list})
}

// Fail shows the truth about an error of a server in the cards that show its reference.
func (w *Workbench) Fail(server string, e devreport.AppError) {
	clean := func(texts ...*string) {
		for _, text := range texts {
			*text = w.events.redact.clean(atMost(*text, maxProblemText))
		}
	}
	clean(&e.Method, &e.Name, &e.Message, &e.Excerpt, &e.File)
	e.Stack = slices.Clone(e.Stack)
	for i := range e.Stack {
		clean(&e.Stack[i].Function, &e.Stack[i].File)
	}
	w.events.publish(appErrorEvent{Type: "app_error", Server: server, Error: e})
}

// Ship tells the pages how many bytes the documents of a server's views have as they are
// built for production, after gzip. Under development they are larger.
func (w *Workbench) Ship(server string, gzip map[string]int) {
	e := shippedEvent{Type: "shipped", Server: server}
	for _, view := range slices.Sorted(maps.Keys(gzip)) {
		e.Views = append(e.Views, shippedView{View: view, Gzip: gzip[view]})
	}
	w.events.publish(e)
}

// Busy tells the pages what is being done that they wait for, such as "Building
// the server"; empty when it is done.
func (w *Workbench) Busy(what string) {
	w.events.publish(busyEvent{Type: "busy", What: what})
}

// Shown says that a page shows a change.
type Shown struct {
	// Server and View are those of the change; Profile is the host that the page shows
	// the view as.
	Server, View, Profile string
	// At is when it was in sight, by the browser's clock, which is this machine's.
	At time.Time
}

type shownRequest struct {
	Server  string  `json:"server"`
	View    string  `json:"view"`
	Profile string  `json:"profile"`
	At      float64 `json:"at"` // milliseconds since 1970
}

// shown takes from a page that something is visible.
func (w *Workbench) shown(_ *http.Request, in shownRequest) (any, error) {
	if w.options.Shown != nil {
		at := time.UnixMicro(int64(in.At * float64(time.Millisecond/time.Microsecond)))
		w.options.Shown(Shown{Server: in.Server, View: in.View, Profile: in.Profile, At: at})
	}
	return struct{}{}, nil
}

// atMost cuts a text to a number of bytes, between two characters.
func atMost(text string, limit int) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}

// reloadEvent says that a view's document is not what it was.
type reloadEvent struct {
	Type   string `json:"type" enum:"reload"`
	Change uint64 `json:"change"`
	Server string `json:"server"`
	View   string `json:"view"`
}

// styleEvent says that only these styles of a view's document are not what they
// were.
type styleEvent struct {
	Type   string            `json:"type" enum:"style"`
	Change uint64            `json:"change"`
	Server string            `json:"server"`
	View   string            `json:"view"`
	Styles []devreport.Style `json:"styles"`
}

// renewEvent says that a server is another process now.
type renewEvent struct {
	Type   string `json:"type" enum:"renew"`
	Change uint64 `json:"change"`
	Server string `json:"server"`
}

// problemsEvent says all that is wrong now.
type problemsEvent struct {
	Type     string              `json:"type" enum:"problems"`
	Problems []devreport.Problem `json:"problems"`
}

// appErrorEvent says what is behind an error's reference.
type appErrorEvent struct {
	Type   string             `json:"type" enum:"app_error"`
	Server string             `json:"server"`
	Error  devreport.AppError `json:"error"`
}

// shippedEvent says how large the views of a server are for production.
type shippedEvent struct {
	Type   string        `json:"type" enum:"shipped"`
	Server string        `json:"server"`
	Views  []shippedView `json:"views"`
}

type shippedView struct {
	View string `json:"view"`
	Gzip int    `json:"gzip"` // bytes
}

// busyEvent says what is being done; empty is nothing.
type busyEvent struct {
	Type string `json:"type" enum:"busy"`
	What string `json:"what"`
}

func (reloadEvent) event()   {}
func (styleEvent) event()    {}
func (renewEvent) event()    {}
func (problemsEvent) event() {}
func (appErrorEvent) event() {}
func (shippedEvent) event()  {}
func (busyEvent) event()     {}

// standing is an event of which a page that comes later gets the last one of
// each subject, however long ago it was: it says how things are.
type standing interface {
	event

	subject() string
	// numbered returns the event as the one that made a change, and what a page
	// gets that comes later.
	numbered(change uint64) (now, later event)
}

func (e reloadEvent) subject() string { return "document " + e.Server + "\n" + e.View }
func (e reloadEvent) numbered(change uint64) (now, later event) {
	e.Change = change
	return e, e
}

// A page that was not there for a change of styles may have missed others, too,
// so it loads the document.
func (e styleEvent) subject() string { return reloadEvent{Server: e.Server, View: e.View}.subject() }

func (e styleEvent) numbered(change uint64) (now, later event) {
	e.Change = change
	return e, reloadEvent{Type: "reload", Change: change, Server: e.Server, View: e.View}
}

func (e renewEvent) subject() string { return "server " + e.Server }
func (e renewEvent) numbered(change uint64) (now, later event) {
	e.Change = change
	return e, e
}

func (e problemsEvent) subject() string                    { return e.Type }
func (e problemsEvent) numbered(uint64) (now, later event) { return e, e }
func (e shippedEvent) subject() string                     { return "shipped " + e.Server }
func (e shippedEvent) numbered(uint64) (now, later event)  { return e, e }
func (e busyEvent) subject() string                        { return e.Type }
func (e busyEvent) numbered(uint64) (now, later event)     { return e, e }

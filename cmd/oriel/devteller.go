package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/internal/tool/connector"
	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/terminal"
	"github.com/orielapps/oriel/internal/tool/tunnel"
)

// devTeller says what happens: to people, a line for each thing, or to tools, in JSON.
type devTeller struct {
	out, err *terminal.Terminal
	json     bool
	verbose  bool
	dir      string // the project's folder
	here     string // this one, from which people see files

	mu    sync.Mutex
	wrong []devloop.Problem // all that is wrong now
	last  string            // the last line, but for what differs each time
	times int               // how often it was said in a row
	busy  *terminal.Progress
}

func newDevTeller(env *environment, inJSON, verbose bool) *devTeller {
	t := &devTeller{out: terminal.New(env.stdout, env.environ), err: env.complaints(), json: inJSON, verbose: verbose}
	if t.out.Interactive() && t.err.Interactive() {
		t.err = t.out // they are one, and lines of progress stand in it
	}
	if here, err := filepath.Abs("."); err == nil {
		t.here = here
		if direct, err := filepath.EvalSymlinks(here); err == nil {
			t.here = direct
		}
	}
	return t
}

// started says where everything is.
func (t *devTeller) started(at places) error {
	if t.json {
		return t.emit(devEvent{Event: devloop.Event{Type: devStarted, Time: time.Now()}, places: at})
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	text := t.out.Bold("Workbench:") + " " + t.out.Cyan(at.Workbench) + "\n"
	if at.App != "" {
		text += t.out.Bold("App:") + "       " + t.out.Cyan(at.App) + "\n"
	}
	if at.Public != "" {
		text += t.out.Bold("Public:") + "    " + t.out.Cyan(at.Public) + "\n"
		if drawn := qrCode(t.out, at.Public); drawn != "" {
			text += "\n" + drawn + "\n"
		}
	}
	_, err := fmt.Fprint(t.out, text+t.out.Dim("Ctrl-C ends it.")+"\n\n")
	return err //nolint:wrapcheck // the caller knows what this was
}

// emit prints an event for tools.
func (t *devTeller) emit(e devEvent) error {
	line, err := e.line()
	if err == nil {
		_, err = t.out.Write(line)
	}
	return err
}

// tell says what happens in the loop.
func (t *devTeller) tell(e devloop.Event) {
	request, isRequest := requestOf(e)
	if t.json {
		if !isRequest {
			request = devEvent{Event: e}
		}
		_ = t.emit(request) // who does not read it misses nothing else
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if isRequest {
		t.request(request)
		return
	}
	switch e.Type {
	case devloop.ViewBuilt:
		t.view(e)
	case devloop.ViewRemoved:
		t.say("view", e.View+" is gone", "")
	case devloop.GoBuilding:
		t.begin("Building the server")
	case devloop.GoBuilt:
		t.end()
		t.say("go", "built", duration(e.MS))
	case devloop.GoFailed:
		t.end()
	case devloop.ServerReady:
		t.say("app", t.out.Green("ready"), duration(max(e.Total, e.MS)))
	case devloop.ServerOutput:
		t.output(e.Text)
	case devloop.TypesWritten, devloop.ViewsWritten:
		t.wrote(e)
	case devloop.PackagesInstalling:
		t.begin("Installing packages")
	case devloop.PackagesInstalled:
		t.end()
		t.say("npm", strconv.Itoa(e.Packages)+" packages", duration(e.MS))
	case devloop.ProblemFound:
		t.end()
		t.wrong = append(t.wrong, *e.Problem)
		t.problem(*e.Problem)
	case devloop.ProblemGone:
		t.gone(*e.Problem)
	case devloop.Warned:
		t.print(t.err, t.err.Yellow(padded("warning")), visible(e.Text))
	default:
		if t.verbose {
			t.say(string(e.Type), subject(e), duration(e.MS))
		}
	}
}

// subject is what an event that is told to the curious alone is about.
func subject(e devloop.Event) string {
	switch {
	case e.View != "":
		return e.View
	case e.PID != 0:
		return "process " + strconv.Itoa(e.PID)
	}
	return ""
}

// view says that a view is built. One that is built again and again has one line.
func (t *devTeller) view(e devloop.Event) {
	if e.Change == "" {
		return
	}
	what := "view"
	if e.Change == devloop.ChangeStyle {
		what = "style"
	}
	t.repeated(what, e.View, duration(e.MS))
}

// request says what the app has answered: calls, and what went wrong, or everything.
// That it does not know a method is no mistake: clients look what there is.
func (t *devTeller) request(e devEvent) {
	if !t.verbose && e.Method != "tools/call" && (e.Code == "" || e.Code == "unknown_method") {
		return
	}
	what := strings.TrimSpace(visible(e.Method) + " " + visible(e.Name))
	if e.Code != "" {
		what += "  " + t.out.Red("["+visible(e.Code)+"]")
	}
	t.repeated("call", what, duration(e.MS))
}

// output says what the app prints.
func (t *devTeller) output(text string) {
	if !t.verbose && listening.MatchString(text) {
		return
	}
	t.print(t.err, t.err.Dim(padded("|")), t.err.Dim(visible(text)))
}

// wrote says which files were written.
func (t *devTeller) wrote(e devloop.Event) {
	names := make([]string, len(e.Files))
	for i, file := range e.Files {
		names[i] = t.path(file)
	}
	sizes := make([]string, 0, len(e.Gzip))
	for _, view := range slices.Sorted(maps.Keys(e.Gzip)) {
		sizes = append(sizes, view+" "+kilobytes(e.Gzip[view]))
		if len(e.Gzip) == 1 {
			sizes[0] = kilobytes(e.Gzip[view])
		}
	}
	more := ""
	if len(sizes) > 0 {
		more = strings.Join(sizes, ", ") + " gzipped"
	}
	const most = 3
	if others := len(names) - most; others > 0 {
		names = append(names[:most], fmt.Sprintf("%d more", others))
	}
	t.say("wrote", t.out.Dim(strings.Join(names, ", ")), more)
}

// problem says what is wrong, where, and how to mend it.
func (t *devTeller) problem(p devloop.Problem) {
	message := p.Message
	if p.Source == devloop.SourceServer {
		message, _, _ = strings.Cut(message, "\n") // what it has printed stands above
	}
	if p.File != "" {
		message = t.err.Bold(t.position(p)) + ": " + message
	}
	parts := []string{withFix(t.err, p.Code, message, ""), p.Excerpt, p.Fix}
	text := strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "\n")
	t.print(t.err, t.err.Red(t.err.Bold(padded("error"))), strings.ReplaceAll(text, "\n", "\n"+padded("")+"  "))
}

// gone says that something is mended, once nothing of its kind is wrong any more.
func (t *devTeller) gone(p devloop.Problem) {
	t.wrong = slices.DeleteFunc(t.wrong, func(one devloop.Problem) bool { return one == p })
	alike := func(one devloop.Problem) bool { return one.Source == p.Source && one.File == p.File }
	if slices.ContainsFunc(t.wrong, alike) {
		return
	}
	what := t.path(p.File)
	if p.File == "" {
		what = map[string]string{
			devloop.SourceServer: "the server", devloop.SourceGo: "the Go program", devloop.SourcePackages: "the packages", devloop.SourceTypes: "the types",
		}[p.Source]
	}
	if what == "" {
		what = strings.TrimSpace("the view " + p.View)
	}
	t.print(t.out, t.out.Green(padded("mended")), what)
}

// tunnelEnded says that nobody elsewhere reaches the app any more.
func (t *devTeller) tunnelEnded(gone *tunnel.Tunnel) {
	text := fmt.Sprintf("The tunnel of %s has ended: nobody elsewhere reaches the app. Start oriel dev again for another one.", gone.Program)
	if t.json {
		_ = t.emit(devEvent{Event: devloop.Event{Type: devTunnelEnded, Time: time.Now(), Text: text}, places: places{Public: gone.URL}})
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.print(t.err, t.err.Yellow(padded("tunnel")), text)
}

// stale says that an assistant has stored of the app what is not so any more.
func (t *devTeller) stale(advice connector.Advice, change connector.Change) {
	if t.json {
		_ = t.emit(devEvent{
			Event: devloop.Event{Type: devAssistantStale, Time: time.Now()}, Assistant: advice.Host,
			Changes: change.Metadata, Views: change.Views, Steps: advice.Steps,
		})
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	what := slices.Clone(change.Metadata)
	for _, view := range change.Views {
		what = append(what, "the view "+view)
	}
	const most = 5
	if others := len(what) - most; others > 0 {
		what = append(what[:most], fmt.Sprintf("%d more", others))
	}
	var text strings.Builder
	text.WriteString(t.out.Bold(advice.Host) + " has stored what is out of date: " + visible(strings.Join(what, "; ")))
	for i, step := range advice.Steps {
		_, _ = fmt.Fprintf(&text, "\n%s  %d. %s", padded(""), i+1, step) // a builder takes all
	}
	t.print(t.out, t.out.Yellow(padded("stale")), text.String())
}

// under says what is being waited for, until the function that it returns is called.
func (t *devTeller) under(what string) func() {
	if t.json || !t.out.Interactive() {
		return func() {}
	}
	return t.out.Progress(what).End
}

func (t *devTeller) begin(what string) {
	t.end()
	if t.out.Interactive() {
		t.busy = t.out.Progress(what)
	}
}

func (t *devTeller) end() {
	if t.busy != nil {
		t.busy.End()
		t.busy = nil
	}
}

// labelWidth is that of the longest word that lines begin with.
const labelWidth = 6

func padded(label string) string { return fmt.Sprintf("%-*s", labelWidth, label) }

// say prints a line, with more in it that is less important.
func (t *devTeller) say(label, text, more string) {
	if more != "" {
		text += "  " + t.out.Dim(more)
	}
	t.print(t.out, t.out.Dim(padded(label)), text)
}

// repeated is say for what may happen many times in a row: that takes one line, where
// lines can be written over.
func (t *devTeller) repeated(label, text, more string) {
	if line := label + " " + text; t.last != line || !t.out.Interactive() || len(line)+len(more) > t.out.Width()-labelWidth {
		t.say(label, text, more)
		t.last, t.times = line, 1
		return
	}
	t.times++
	if more != "" {
		text += "  " + t.out.Dim(more)
	}
	t.out.Overwrite(t.out.Dim(padded(label)) + "  " + text + "  " + t.out.Cyan("×"+strconv.Itoa(t.times)) + "\n")
}

func (t *devTeller) print(to *terminal.Terminal, label, text string) {
	t.last = ""
	_, _ = fmt.Fprintln(to, label+"  "+text) // who does not read it misses nothing else
}

// path is a file as it is seen from here, so that a click leads to it.
func (t *devTeller) path(file string) string {
	if t.here == "" || filepath.IsAbs(file) {
		return file
	}
	if seen, err := filepath.Rel(t.here, filepath.Join(t.dir, filepath.FromSlash(file))); err == nil {
		return visible(seen)
	}
	return visible(file)
}

// position is "file:line:column", as much of it as is known.
func (t *devTeller) position(p devloop.Problem) string {
	file := t.path(p.File)
	switch {
	case p.Line == 0:
		return file
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", file, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", file, p.Line, p.Column)
}

// duration writes milliseconds; nothing for none.
func duration(ms float64) string {
	const small, large = 10, 1000
	switch {
	case ms == 0:
		return ""
	case ms < small:
		return fmt.Sprintf("%.1f ms", ms)
	case ms < large:
		return fmt.Sprintf("%.0f ms", ms)
	}
	return fmt.Sprintf("%.1f s", ms/large)
}

// kilobytes writes a size.
func kilobytes(bytes int) string {
	const kilo = 1000
	if bytes < kilo {
		return strconv.Itoa(bytes) + " B"
	}
	return fmt.Sprintf("%.1f kB", float64(bytes)/kilo)
}

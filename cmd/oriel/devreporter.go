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
	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/terminal"
	"github.com/orielapps/oriel/internal/tool/tunnel"
)

// devReporter prints the events of oriel dev: lines for people, or JSON for tools.
type devReporter struct {
	out, err *terminal.Terminal
	json     bool
	verbose  bool
	dir      string // the project's folder
	here     string // the working folder, to which printed paths are relative

	mu           sync.Mutex
	problems     []devreport.Problem // all current problems
	saidOfHealth map[string]string   // what was said of each view's health, by text, and the view
	last         string              // the last line, without its duration
	times        int                 // how often it was printed in a row
	busy         *terminal.Progress
	lastError    devreport.AppError // of the program that runs, without its id
}

func newDevReporter(env *environment, inJSON, verbose bool) *devReporter {
	t := &devReporter{out: terminal.New(env.stdout, env.environ), err: env.errorOutput(), json: inJSON, verbose: verbose}
	if t.out.Interactive() && t.err.Interactive() {
		t.err = t.out // both are the same terminal, and share lines of progress
	}
	if here, err := filepath.Abs("."); err == nil {
		t.here = here
		if direct, err := filepath.EvalSymlinks(here); err == nil {
			t.here = direct
		}
	}
	return t
}

// started prints the addresses.
func (t *devReporter) started(at addresses) error {
	if t.json {
		return t.emit(devEvent{Event: devloop.Event{Type: devStarted, Time: time.Now()}, addresses: at})
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
	_, err := fmt.Fprint(t.out, text+t.out.Dim("Press Ctrl-C to stop.")+"\n\n")
	return err //nolint:wrapcheck // the caller knows what this was
}

// openBrowser opens an address in the user's browser.
func (t *devReporter) openBrowser(env *environment, address string) {
	openBrowser(env.ctx, address, func(hint string) {
		t.handle(devloop.Event{Type: devloop.Warned, Time: time.Now(), Text: hint})
	})
}

// emit prints an event for tools.
func (t *devReporter) emit(e devEvent) error {
	line, err := e.line()
	if err == nil {
		_, err = t.out.Write(line)
	}
	return err
}

// handle prints an event of the loop.
func (t *devReporter) handle(e devloop.Event) {
	request, isRequest := requestOf(e)
	if t.json {
		if !isRequest {
			request = devEvent{Event: e}
		}
		_ = t.emit(request) // a closed output must not stop the loop
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
		t.say("view", e.View+" removed", "")
	case devloop.GoBuilding:
		t.begin("Building the server")
	case devloop.GoBuilt:
		t.end()
		t.say("go", "built", duration(e.MS))
	case devloop.GoFailed:
		t.end()
	case devloop.ServerReady:
		t.lastError = devreport.AppError{}
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
	case devloop.IssuerUsed:
		t.say("sign-in", "test issuer at "+t.out.Cyan(e.URL)+", users "+strings.Join(e.Users, ", "), "")
	case devloop.ProblemFound:
		t.end()
		t.problems = append(t.problems, *e.Problem)
		t.problem(*e.Problem)
	case devloop.ProblemGone:
		t.gone(*e.Problem)
	case devloop.AppFailed:
		t.appError(*e.Error)
	case devloop.Warned:
		t.print(t.err, t.err.Yellow(padded("warning")), visible(e.Text))
	default:
		if t.verbose {
			t.say(string(e.Type), subject(e), duration(e.MS))
		}
	}
}

// subject returns what an event of --verbose is about.
func subject(e devloop.Event) string {
	switch {
	case e.View != "":
		return e.View
	case e.PID != 0:
		return "process " + strconv.Itoa(e.PID)
	}
	return ""
}

// view prints that a view is built. Repeated builds share one line.
func (t *devReporter) view(e devloop.Event) {
	if e.Change == "" {
		return
	}
	t.forgetHealth(e.View)
	what := "view"
	if e.Change == devloop.ChangeStyle {
		what = "style"
	}
	t.repeated(what, e.View, duration(e.MS))
}

// request prints a request that the app answered: tool calls and errors, or all with
// --verbose. "unknown_method" is no error, because clients probe for methods.
func (t *devReporter) request(e devEvent) {
	if !t.verbose && e.Method != "tools/call" && (e.Code == "" || e.Code == "unknown_method") {
		return
	}
	what := strings.TrimSpace(visible(e.Method) + " " + visible(e.Name))
	if e.Code != "" {
		what += "  " + t.out.Red("["+visible(e.Code)+"]")
	}
	t.repeated("call", what, duration(e.MS))
}

// output prints a line of the app.
func (t *devReporter) output(text string) {
	if !t.verbose && listening.MatchString(text) {
		return
	}
	for line := range strings.Lines(unfolded(text, t.verbose)) {
		t.print(t.err, t.err.Dim(padded("|")), t.err.Dim(shown(line)))
	}
}

// wrote prints the written files.
func (t *devReporter) wrote(e devloop.Event) {
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

// problem prints a problem, its place and its fix.
func (t *devReporter) problem(p devreport.Problem) {
	message := p.Message
	if p.Source == devreport.SourceServer && p.File == "" {
		message, _, _ = strings.Cut(message, "\n") // its output was printed above
	}
	if p.File != "" {
		message = t.err.Bold(t.position(p)) + ": " + message
	}
	parts := []string{withFix(t.err, p.Code, message, ""), p.Excerpt, p.Fix}
	t.printError(parts...)
}

// printError prints the parts of an error.
func (t *devReporter) printError(parts ...string) {
	t.printParts(t.err.Red(t.err.Bold(padded("error"))), parts...)
}

// printParts prints the parts that are not empty, each from a new line on.
func (t *devReporter) printParts(label string, parts ...string) {
	text := strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "\n")
	t.print(t.err, label, strings.ReplaceAll(text, "\n", "\n"+padded("")+"  "))
}

// gone prints that a file or source is fixed, once it has no other problem.
func (t *devReporter) gone(p devreport.Problem) {
	t.problems = slices.DeleteFunc(t.problems, func(one devreport.Problem) bool { return one == p })
	alike := func(one devreport.Problem) bool { return one.Source == p.Source && one.File == p.File }
	if slices.ContainsFunc(t.problems, alike) {
		return
	}
	what := t.path(p.File)
	if p.File == "" {
		what = map[string]string{
			devreport.SourceServer: "the server", devreport.SourceGo: "the Go program",
			devreport.SourcePackages: "the packages", devreport.SourceTypes: "the types",
		}[p.Source]
	}
	if what == "" {
		what = strings.TrimSpace("the view " + p.View)
	}
	t.print(t.out, t.out.Green(padded("fixed")), what)
}

// tunnelEnded prints that the tunnel has ended.
func (t *devReporter) tunnelEnded(gone *tunnel.Tunnel) {
	text := fmt.Sprintf("The tunnel of %s has ended, so the app is no longer public. Restart oriel dev to open a new one.", gone.Program)
	if t.json {
		_ = t.emit(devEvent{Event: devloop.Event{Type: devTunnelEnded, Time: time.Now(), Text: text}, addresses: addresses{Public: gone.URL}})
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.print(t.err, t.err.Yellow(padded("tunnel")), text)
}

// stale prints that an assistant's stored copy of the app is out of date.
func (t *devReporter) stale(advice connector.Advice, change connector.Change) {
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
	text.WriteString(t.out.Bold(advice.Host+"'s") + " stored copy of the app is out of date: " + visible(strings.Join(what, "; ")))
	for i, step := range advice.Steps {
		_, _ = fmt.Fprintf(&text, "\n%s  %d. %s", padded(""), i+1, step) // a builder takes all
	}
	t.print(t.out, t.out.Yellow(padded("stale")), text.String())
}

// progress shows what the program waits for, until the returned function is called.
func (t *devReporter) progress(what string) func() {
	if t.json || !t.out.Interactive() {
		return func() {}
	}
	return t.out.Progress(what).End
}

func (t *devReporter) begin(what string) {
	t.end()
	if t.out.Interactive() {
		t.busy = t.out.Progress(what)
	}
}

func (t *devReporter) end() {
	if t.busy != nil {
		t.busy.End()
		t.busy = nil
	}
}

// labelWidth is the width of the longest label at the beginning of a line.
const labelWidth = 6

func padded(label string) string { return fmt.Sprintf("%-*s", labelWidth, label) }

// say prints a line; more is a less important addition.
func (t *devReporter) say(label, text, more string) {
	if more != "" {
		text += "  " + t.out.Dim(more)
	}
	t.print(t.out, t.out.Dim(padded(label)), text)
}

// repeated is say for events that repeat: on a terminal, equal lines become one line with
// a counter.
func (t *devReporter) repeated(label, text, more string) {
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

func (t *devReporter) print(to *terminal.Terminal, label, text string) {
	t.last = ""
	_, _ = fmt.Fprintln(to, label+"  "+text) // a closed output must not stop the loop
}

// path returns a file's path relative to the working folder, so that terminals can open
// it on a click.
func (t *devReporter) path(file string) string {
	if t.here == "" || filepath.IsAbs(file) {
		return file
	}
	if seen, err := filepath.Rel(t.here, filepath.Join(t.dir, filepath.FromSlash(file))); err == nil {
		return visible(seen)
	}
	return visible(file)
}

// position returns "file:line:column", or the known part of it.
func (t *devReporter) position(p devreport.Problem) string {
	file := t.path(p.File)
	switch {
	case p.Line == 0:
		return file
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", file, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", file, p.Line, p.Column)
}

// duration formats milliseconds; "" for 0.
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

// kilobytes formats a size.
func kilobytes(bytes int) string {
	const kilo = 1000
	if bytes < kilo {
		return strconv.Itoa(bytes) + " B"
	}
	return fmt.Sprintf("%.1f kB", float64(bytes)/kilo)
}

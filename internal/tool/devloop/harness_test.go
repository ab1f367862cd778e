package devloop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/devreport"
)

// patience is how long anything here may take: the go command may have much to
// compile, and little of the machine.
const patience = 90 * time.Second

// dev is a loop that runs.
type dev struct {
	*recorder

	t       *testing.T
	dir     string
	url     string
	environ []string
	cancel  context.CancelFunc
	ended   chan error
}

// recorder keeps what a loop tells.
type recorder struct {
	mu       sync.Mutex
	events   []devloop.Event
	problems []devreport.Problem
	failed   []devreport.AppError
	shipped  map[string]int
	pages    []string // what pages were told: "reload day", "style day", "renew"
	busy     string
	seen     int // how many events await has looked at
	wake     chan struct{}
}

func newRecorder() *recorder { return &recorder{wake: make(chan struct{})} }

func (r *recorder) note(keep func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	keep()
	close(r.wake)
	r.wake = make(chan struct{})
}

func (r *recorder) tell(e devloop.Event) { r.note(func() { r.events = append(r.events, e) }) }

// The methods of a Screen.

func (r *recorder) Reload(view string) {
	r.note(func() { r.pages = append(r.pages, "reload "+view) })
}

func (r *recorder) Restyle(view string, styles []devreport.Style) {
	r.note(func() { r.pages = append(r.pages, "style "+view+" "+styles[0].CSS) })
}
func (r *recorder) Renew() { r.note(func() { r.pages = append(r.pages, "renew") }) }
func (r *recorder) Report(problems []devreport.Problem) {
	r.note(func() { r.problems = slices.Clone(problems) })
}
func (r *recorder) Fail(e devreport.AppError) { r.note(func() { r.failed = append(r.failed, e) }) }
func (r *recorder) Ship(gzip map[string]int)  { r.note(func() { r.shipped = gzip }) }
func (r *recorder) Busy(what string)          { r.note(func() { r.busy = what }) }

// eventually waits until something is so.
func (d *dev) eventually(what string, isSo func() bool) {
	d.t.Helper()
	for deadline := time.After(patience); ; {
		d.mu.Lock()
		wake := d.wake
		d.mu.Unlock()
		if isSo() { // which may ask the loop, so nothing is held up meanwhile
			return
		}
		select {
		case <-wake:
		case <-time.After(50 * time.Millisecond):
		case err := <-d.ended:
			d.ended <- err
			d.t.Fatalf("in vain: %s; the loop has ended: %v", what, err)
		case <-deadline:
			d.t.Fatalf("in vain: %s", what)
		}
	}
}

// await waits for the next event of a type.
func (d *dev) await(kind devloop.EventType, fits ...func(devloop.Event) bool) (found devloop.Event) {
	d.t.Helper()
	d.eventually("the event "+string(kind), func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		for i, e := range d.events[d.seen:] {
			if e.Type == kind && (len(fits) == 0 || fits[0](e)) {
				found = e
				d.seen += i + 1
				return true
			}
		}
		return false
	})
	return found
}

// wrong waits until this is all that is wrong: the codes of the problems.
func (d *dev) wrong(codes ...string) []devreport.Problem {
	d.t.Helper()
	var got []devreport.Problem
	d.eventually("these problems: "+strings.Join(codes, ", "), func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		got = d.problems
		return slices.EqualFunc(got, codes, func(p devreport.Problem, code string) bool { return p.Code == code })
	})
	return got
}

// count is how many events of a type there were.
func (d *dev) count(kind devloop.EventType) (events int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range d.events {
		if e.Type == kind {
			events++
		}
	}
	return events
}

// starts is how often the server was started, without those that ended by themselves: where
// another program has taken the port, there is one more.
func (d *dev) starts() int { return d.count(devloop.ServerStarting) - d.count(devloop.ServerExited) }

// ready waits until there were events of all these types, in any order.
func (d *dev) ready(kinds ...devloop.EventType) {
	d.t.Helper()
	d.eventually(fmt.Sprintf("the events %q", kinds), func() bool {
		return !slices.ContainsFunc(kinds, func(kind devloop.EventType) bool { return d.count(kind) == 0 })
	})
}

// write writes a file. What await returns happens after that.
func (d *dev) write(name, text string) {
	d.t.Helper()
	d.mu.Lock()
	d.seen = len(d.events)
	d.mu.Unlock()
	programtest.Write(d.t, d.dir, name, text)
}

// edit replaces texts in a file, each with the one behind it.
func (d *dev) edit(name string, texts ...string) {
	d.t.Helper()
	text := d.read(name)
	for pair := range slices.Chunk(texts, 2) {
		if !strings.Contains(text, pair[0]) {
			d.t.Fatalf("%s has no %q:\n%s", name, pair[0], text)
		}
		text = strings.ReplaceAll(text, pair[0], pair[1])
	}
	d.write(name, text)
}

func (d *dev) read(name string) string {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(name)))
	if err != nil {
		d.t.Fatal(err)
	}
	return string(text)
}

func (d *dev) exists(name string) bool {
	_, err := os.Stat(filepath.Join(d.dir, filepath.FromSlash(name)))
	return err == nil
}

// ask sends a request to the app and returns the answer's body.
func (d *dev) ask(method, params string) string {
	d.t.Helper()
	status, body := d.post(method, params)
	if status != http.StatusOK {
		d.t.Errorf("%s: %d %s", method, status, body)
	}
	return body
}

func (d *dev) post(method, params string) (int, string) {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.t.Context(), patience)
	defer cancel()
	message := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url, strings.NewReader(message))
	if err != nil {
		d.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var body bytes.Buffer
	if _, err := body.ReadFrom(response.Body); err != nil {
		d.t.Fatalf("%s: %v after %d of %d bytes, status %d, headers %v", method, err, body.Len(), response.ContentLength, response.StatusCode, response.Header)
	}
	return response.StatusCode, body.String()
}

// view returns the document of the app's only view, and its URI.
func (d *dev) view() (uri, html string) {
	d.t.Helper()
	var list struct {
		Result struct {
			Resources []struct {
				URI string `json:"uri"`
			} `json:"resources"`
		} `json:"result"`
	}
	if err := json.Unmarshal([]byte(d.ask("resources/list", "{}")), &list); err != nil || len(list.Result.Resources) == 0 {
		d.t.Fatalf("no view: %v", err)
	}
	uri = list.Result.Resources[0].URI
	var read struct {
		Result struct {
			Contents []struct {
				Text string `json:"text"`
			} `json:"contents"`
		} `json:"result"`
	}
	answer := d.ask("resources/read", `{"uri":"`+uri+`"}`)
	if err := json.Unmarshal([]byte(answer), &read); err != nil || len(read.Result.Contents) != 1 {
		d.t.Fatalf("the view %s: %v: %s", uri, err, answer)
	}
	return uri, read.Result.Contents[0].Text
}

// start runs a loop on a folder until the test ends.
func start(t *testing.T, dir string, o devloop.Options) *dev {
	t.Helper()
	d := &dev{recorder: newRecorder(), t: t, ended: make(chan error, 1)}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o.Dir, o.Listener, o.Events = dir, listener, d.tell
	if o.Environ == nil {
		o.Environ = environ()
	}
	loop, err := devloop.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	d.dir, d.url, d.environ = loop.Dir(), loop.URL(), loop.Environ()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	d.cancel = cancel
	go func() { d.ended <- loop.Run(ctx, d) }()
	t.Cleanup(d.end)
	return d
}

// end ends the loop, and fails where something is left of it.
func (d *dev) end() {
	d.cancel()
	select {
	case err := <-d.ended:
		d.ended <- err
		if err != nil {
			d.t.Errorf("the loop: %v", err)
		}
	case <-time.After(patience):
		d.t.Fatal("the loop does not end")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range d.events {
		if e.PID != 0 && alive(e.PID) && d.started(e.PID) {
			d.t.Errorf("the process %d is left", e.PID)
		}
	}
	if d.exists(".oriel/dev.json") {
		d.t.Error("the lock is left")
	}
	noHalves(d.t, d.dir)
	if d.t.Failed() {
		for _, e := range d.events {
			text, err := json.Marshal(e)
			d.t.Logf("%s %v", text, err)
		}
	}
}

// started reports whether a process is of this loop, not of somebody who got its number
// later. Where it can't be known, it is.
func (d *dev) started(pid int) bool {
	environ, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	mark := slices.IndexFunc(d.environ, func(pair string) bool { return strings.HasPrefix(pair, "ORIEL_DEV=") })
	return err != nil || bytes.Contains(environ, []byte(d.environ[mark]))
}

func alive(pid int) bool {
	process, err := os.FindProcess(pid)
	return err == nil && process.Signal(syscall.Signal(0)) == nil
}

// noHalves fails for a file that was not written to its end.
func noHalves(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if strings.HasSuffix(path, ".tmp") {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// environ has the go command take modules from the cache alone.
func environ() []string {
	return append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOWORK=off")
}

const appSource = `package main

import (
	"context"

	"github.com/orielapps/oriel"

	"example.com/weather/views"
)

type Query struct {
	City string ` + "`json:\"city\" example:\"Lisbon\"`" + `
}

type Day struct {
	High float64 ` + "`json:\"high\"`" + `
}

func main() {
	app := oriel.New("weather", "1.0.0")
	day := oriel.AddView(app, "day", views.Day)
	oriel.AddTool(app, oriel.Tool{Name: "day", Title: "The day", View: day, ReadOnly: true},
		func(_ context.Context, q Query) (oriel.Result[Day], error) {
			return oriel.Result[Day]{Data: Day{High: 21}, Text: "21 degrees in " + q.City}, nil
		})
	app.Main()
}
`

const viewSource = `import { onToolResult } from "@oriel/view";
import "./style.css";
import { label } from "../_shared/label";

document.body.textContent = label;
onToolResult((result) => { document.body.textContent = label + JSON.stringify(result.structuredContent); });
`

// project writes a small app that uses this checkout; files replace its own, or take
// them out where they are empty.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	checkout, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	programtest.Track(t, checkout)
	sums, err := os.ReadFile(filepath.Join(checkout, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	// All that the checkout requires, so that go.mod is as the go command wants it.
	requirements, err := os.ReadFile(filepath.Join(checkout, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	_, required, _ := strings.Cut(string(requirements), "\nrequire (")
	dir := t.TempDir()
	all := map[string]string{
		"go.mod": "module example.com/weather\n\ngo 1.26.0\n\nrequire github.com/orielapps/oriel v0.0.0\n\n" +
			"replace github.com/orielapps/oriel => " + checkout + "\n\nrequire (" + required,
		"go.sum":                 string(sums),
		"main.go":                appSource,
		"views/day/index.ts":     viewSource,
		"views/day/style.css":    "body { color: red }\n",
		"views/_shared/label.ts": "export const label = \"before\";\n",
	}
	maps.Copy(all, files)
	for name, text := range all {
		if text != "" {
			programtest.Write(t, dir, name, text)
		}
	}
	return dir
}

package browsertest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/test/browsertest"
)

// The pages nest as the workbench's do: the page on 127.0.0.1, a frame on
// a.localhost, and in it one on b.localhost, an opaque one and one of the same
// origin.
const (
	outerPage = `<!doctype html><title>outer</title>
<style>body { background: #fff } @media (prefers-color-scheme: dark) { body { background: #000 } }</style>
<input id="name" value="old" oninput="this.dataset.seen = event.inputType + ' ' + event.isTrusted">
<select id="choice"><option value="1">one<option value="2">two<option value="">none</select>
<div style="height: 900px"></div>
<iframe id="a" style="border: 5px solid; padding: 7px; width: 500px; height: 300px" src="http://a.localhost:%[1]s/a"></iframe>`

	middlePage = `<!doctype html><title>a</title><script>console.log("hello from a", 1)</script>
<iframe id="b" style="width: 300px; height: 200px" src="http://b.localhost:%[1]s/b"></iframe>
<iframe id="opaque" sandbox="allow-scripts" src="http://b.localhost:%[1]s/opaque"></iframe>
<img src="/missing" alt=""><iframe id="same" srcdoc="<button onclick='parent.pressed = event.isTrusted'>same</button>"></iframe>`

	innerPage = `<!doctype html><title>b</title>
<script>globalThis.mine = { from: location.hostname };
fetch("https://example.com/data").catch(() => console.error("refused"));
setTimeout(() => { document.querySelector("#late").textContent = "now" }, 300);</script>
<div style="height: 500px"></div>
<button id="go" onclick="this.textContent = 'clicked ' + event.isTrusted">go</button>
<button id="off" disabled>off</button>
<button id="busy" data-clicks="0" onclick="this.dataset.clicks++"
  onmousemove="const end = Date.now() + 1500; this.onmousemove = null; while (Date.now() < end);">busy</button>
<p id="late">later</p>`

	opaquePage = `<!doctype html><title>opaque</title><p id="origin"></p><script>document.querySelector("p").textContent = self.origin</script>`
)

// serve answers on 127.0.0.1; only Chromium can resolve the names of the frames.
func serve(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, port, err := net.SplitHostPort(r.Host)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/":
			_, _ = fmt.Fprintf(w, outerPage, port)
		case "/a":
			_, _ = fmt.Fprintf(w, middlePage, port)
		case "/b":
			w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'")
			_, _ = fmt.Fprint(w, innerPage)
		case "/opaque":
			_, _ = fmt.Fprint(w, opaquePage)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// portOf is the end of an address, ":PORT".
func portOf(url string) string { return url[strings.LastIndexByte(url, ':'):] }

func TestFramesOfOtherOrigins(t *testing.T) {
	t.Parallel()
	url := serve(t)
	page := browsertest.Start(t).Open(t, url)
	ctx := t.Context()
	for _, test := range []struct {
		name  string
		frame *browsertest.Frame
		want  string
	}{
		{"the page", page.Main(), "outer"},
		{"by element", page.Frame("#a"), "a"},
		{"by element, two deep", page.Frame("#a").Frame("#b"), "b"},
		{"by element, opaque", page.Frame("#a").Frame("#opaque"), "opaque"},
		{"by address", page.FrameByURL("a.localhost"), "a"},
		{"by address, two deep", page.FrameByURL(portOf(url) + "/b"), "b"},
		{"by address, same process", page.FrameByURL("about:srcdoc"), ""},
		{"by element, same process", page.Frame("#a").Frame("#same"), ""},
	} {
		title, err := browsertest.Eval[string](ctx, test.frame, "document.title")
		if err != nil || title != test.want {
			t.Errorf("%s: title %q, %v; want %q", test.name, title, err, test.want)
		}
	}

	inner := page.Frame("#a").Frame("#b")
	mine, err := browsertest.Eval[map[string]string](ctx, inner, "Promise.resolve(globalThis.mine)")
	if diff := cmp.Diff(map[string]string{"from": "b.localhost"}, mine); err != nil || diff != "" {
		t.Errorf("a value of the frame's own world: %v\n%s", err, diff)
	}
	if origin, err := page.Frame("#a").Frame("#opaque").Text(ctx, "#origin"); err != nil || origin != "null" {
		t.Errorf("the opaque frame's origin is %q, %v", origin, err)
	}
	if err := inner.WaitFor(ctx, `document.querySelector("#late").textContent === "now"`); err != nil {
		t.Error(err)
	}
	if err := inner.WaitForText(ctx, "#late", "now"); err != nil {
		t.Error(err)
	}
}

func TestInput(t *testing.T) {
	t.Parallel()
	page := browsertest.Start(t).Open(t, serve(t))
	ctx := t.Context()
	inner := page.Frame("#a").Frame("#b")
	if err := inner.Click(ctx, "#go"); err != nil {
		t.Fatal(err)
	}
	if text, err := inner.Text(ctx, "#go"); err != nil || text != "clicked true" {
		t.Errorf("after the click in the frame: %q, %v", text, err)
	}
	if err := inner.Click(ctx, "#busy"); err != nil {
		t.Fatal(err)
	}
	if err := inner.WaitFor(ctx, `document.querySelector("#busy").dataset.clicks === "1"`); err != nil {
		t.Errorf("a page that is busy for longer than a click may take is not clicked once: %v", err)
	}
	if err := page.FrameByURL("about:srcdoc").Click(ctx, "button"); err != nil {
		t.Fatal(err)
	}
	if pressed, err := browsertest.Eval[bool](ctx, page.Frame("#a"), "globalThis.pressed"); err != nil || !pressed {
		t.Errorf("after the click in a frame of the same process: %v, %v", pressed, err)
	}

	main := page.Main()
	// A page that draws itself anew puts another element in the place of the one that is being clicked.
	if err := main.WaitFor(ctx, `(document.body.insertAdjacentHTML("afterbegin", "<button id=twin>0</button>"), globalThis.clicks = 0, (() => {
		const make = () => {
			const twin = document.querySelector("#twin").cloneNode(true);
			twin.onclick = () => { clicks++ };
			document.querySelector("#twin").replaceWith(twin);
			return twin;
		};
		make().onmousemove = make;
		return true;
	})())`); err != nil {
		t.Fatal(err)
	}
	if err := main.Click(ctx, "#twin"); err != nil {
		t.Fatal(err)
	}
	if clicks, err := browsertest.Eval[int](ctx, main, "clicks"); err != nil || clicks != 1 {
		t.Errorf("an element that is replaced is clicked %d times, %v", clicks, err)
	}
	for _, text := range []string{"new", ""} {
		if err := main.Fill(ctx, "#name", text); err != nil {
			t.Fatal(err)
		}
		value, err := browsertest.Eval[string](ctx, main, `document.querySelector("#name").value`)
		if err != nil || value != text {
			t.Errorf("filled in %q, got %q, %v", text, value, err)
		}
		seen, err := browsertest.Eval[string](ctx, main, `document.querySelector("#name").dataset.seen`)
		if err != nil || !strings.HasSuffix(seen, " true") {
			t.Errorf("typing %q gave the input event %q, %v", text, seen, err)
		}
	}
	if err := page.Press(ctx, "k"); err != nil {
		t.Fatal(err)
	}
	if err := main.WaitFor(ctx, `document.querySelector("#name").value === "k"`); err != nil {
		t.Error(err)
	}
	for _, value := range []string{"2", ""} {
		if err := main.Select(ctx, "#choice", value); err != nil {
			t.Error(err)
		}
		if got, err := browsertest.Eval[string](ctx, main, `document.querySelector("#choice").value`); err != nil || got != value {
			t.Errorf("selected %q, got %q, %v", value, got, err)
		}
	}
}

func TestConsoleAndViolations(t *testing.T) {
	t.Parallel()
	page := browsertest.Start(t).Open(t, serve(t))
	ctx := t.Context()
	if err := page.Frame("#a").Frame("#b").WaitForText(ctx, "#late", "now"); err != nil {
		t.Fatal(err)
	}
	has := func(m browsertest.Message) bool { return m.Type == "log" && m.Text == "hello from a 1" && m.Line == 1 }
	violated := func(v browsertest.Violation) bool {
		return strings.HasPrefix(v.Directive, "connect-src") && v.Blocked == "https://example.com/data" && v.Line == 3 && strings.HasSuffix(v.URL, "/b")
	}
	refused := func(m browsertest.Message) bool { return m.Type == "error" && m.Text == "refused" && m.Line == 3 }
	logged := func(m browsertest.Message) bool { return strings.HasSuffix(m.URL, "/missing") }
	eventually(t, func() bool {
		messages := page.Messages()
		return slices.ContainsFunc(messages, has) && slices.ContainsFunc(messages, refused) && slices.ContainsFunc(messages, logged) &&
			slices.ContainsFunc(page.Violations(), violated)
	}, func() string { return fmt.Sprint(page.Messages(), page.Violations()) })

	// Nothing is told twice by the replay.
	for _, is := range []func(browsertest.Message) bool{has, refused} {
		if n := len(slices.DeleteFunc(page.Messages(), func(m browsertest.Message) bool { return !is(m) })); n != 1 {
			t.Errorf("a message was collected %d times: %v", n, page.Messages())
		}
	}
}

func TestEmulation(t *testing.T) {
	t.Parallel()
	page := browsertest.Start(t).Open(t, serve(t))
	ctx := t.Context()
	if err := page.Viewport(ctx, 640, 480, 1.5); err != nil {
		t.Fatal(err)
	}
	if err := page.Media(ctx, map[string]string{"prefers-color-scheme": "dark"}); err != nil {
		t.Fatal(err)
	}
	for name, frame := range map[string]*browsertest.Frame{"page": page.Main(), "frame": page.Frame("#a").Frame("#b")} {
		dark, err := browsertest.Eval[bool](ctx, frame, `matchMedia("(prefers-color-scheme: dark)").matches`)
		if err != nil || !dark {
			t.Errorf("dark in the %s: %v, %v", name, dark, err)
		}
	}
	shot, err := page.Screenshot(ctx)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 960 || size.Y != 720 {
		t.Errorf("the screenshot is %v", size)
	}
	if r, g, b, _ := picture.At(300, 300).RGBA(); r+g+b != 0 {
		t.Errorf("the page is not dark: %d %d %d", r, g, b)
	}
}

func TestPagesAreApart(t *testing.T) {
	t.Parallel()
	url := serve(t)
	browser := browsertest.Start(t)
	one, two := browser.Open(t, url), browser.Open(t, url)
	ctx := t.Context()
	if _, err := browsertest.Eval[any](ctx, one.Main(), `localStorage.setItem("k", "v")`); err != nil {
		t.Fatal(err)
	}
	if kept, err := browsertest.Eval[*string](ctx, two.Main(), `localStorage.getItem("k")`); err != nil || kept != nil {
		t.Errorf("the second page sees %v, %v", kept, err)
	}
	if _, err := browsertest.Eval[any](ctx, one.FrameByURL(portOf(url)+"/b"), `globalThis.mark = 1`); err != nil {
		t.Fatal(err)
	}
	if marked, err := browsertest.Eval[bool](ctx, two.FrameByURL(portOf(url)+"/b"), `"mark" in globalThis`); err != nil || marked {
		t.Errorf("a frame of the first page was found from the second: %v, %v", marked, err)
	}
}

func TestVisit(t *testing.T) {
	t.Parallel()
	visited := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			body, _ := io.ReadAll(r.Body)
			visited <- string(body)
			return
		}
		_, _ = io.WriteString(w, `<!doctype html><script>fetch("/", { method: "POST", body: document.visibilityState })</script>`)
	}))
	t.Cleanup(server.Close)
	browser := browsertest.Start(t)
	if err := browser.Visit(t.Context(), server.URL); err != nil {
		t.Fatal(err)
	}
	select {
	case state := <-visited:
		if state != "visible" {
			t.Errorf("the page is %s", state)
		}
	case <-time.After(browsertest.Timeout):
		t.Error("the page's script did not run")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := browser.Visit(ended, server.URL); !errors.Is(err, context.Canceled) {
		t.Errorf("when nobody waits any more: %v", err)
	}
}

func TestFailuresAreToldInTime(t *testing.T) {
	t.Parallel()
	page := browsertest.Start(t).Open(t, serve(t))
	inner := page.Frame("#a").Frame("#b")
	if err := inner.WaitForText(t.Context(), "#late", "now"); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		do    func(context.Context) error
		parts []string
	}{
		"no such frame": {
			func(ctx context.Context) error { return page.FrameByURL("/nowhere").WaitFor(ctx, "true") },
			[]string{"/nowhere", "b.localhost"},
		},
		"no such element":    {func(ctx context.Context) error { return inner.Click(ctx, "#none") }, []string{"#none", "#a > #b"}},
		"a disabled element": {func(ctx context.Context) error { return inner.Click(ctx, "#off") }, []string{"#off", "enabled"}},
		"never true":         {func(ctx context.Context) error { return inner.WaitFor(ctx, "1 > 2") }, []string{"1 > 2"}},
		"another text":       {func(ctx context.Context) error { return inner.WaitForText(ctx, "#late", "never") }, []string{"never", `"now"`}},
	} {
		err := late(t, test.do, test.parts)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, part := range test.parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q says nothing of %q", name, err, part)
			}
		}
	}

	var script *browsertest.ScriptError
	_, err := browsertest.Eval[string](t.Context(), inner, `missing.value`)
	if !errors.As(err, &script) || !strings.Contains(err.Error(), "missing is not defined") {
		t.Errorf("a script that throws: %v", err)
	}
	if err := inner.WaitFor(t.Context(), `missing.value`); !errors.As(err, &script) {
		t.Errorf("a condition that throws: %v", err)
	}
	if _, err := browsertest.Eval[int](t.Context(), inner, `"text"`); err == nil {
		t.Error("a text was decoded as a number")
	}
}

func TestMissingBrowser(t *testing.T) { //nolint:paralleltest // it changes the environment
	for _, test := range []struct {
		name, variable, path string
		parts                []string
	}{
		{"nothing on PATH", "", "", []string{"apt-get install chromium", "make test", browsertest.PathVariable}},
		{"a wrong variable", "/nowhere/chromium", "", []string{browsertest.PathVariable, "/nowhere/chromium"}},
	} {
		t.Setenv("PATH", t.TempDir())
		t.Setenv(browsertest.PathVariable, test.variable)
		_, err := browsertest.Launch(t.Context(), browsertest.Options{Path: test.path})
		if err == nil {
			t.Errorf("%s: a browser was found", test.name)
			continue
		}
		for _, part := range test.parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q says nothing of %q", test.name, err, part)
			}
		}
	}
}

// late does something that never comes true, and returns what is said when its
// time is over. A busy machine may need more time to see what is missing.
func late(t *testing.T, do func(context.Context) error, parts []string) error {
	t.Helper()
	for patience := 200 * time.Millisecond; ; patience *= 2 {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		err := do(ctx)
		cancel()
		missing := func(part string) bool { return err == nil || !strings.Contains(err.Error(), part) }
		if !slices.ContainsFunc(parts, missing) || patience > browsertest.Timeout {
			return err
		}
	}
}

// eventually waits for what the browser reports without being asked.
func eventually(t *testing.T, condition func() bool, state func() string) {
	t.Helper()
	deadline := time.After(browsertest.Timeout)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("it did not happen; so far: %s", state())
		}
	}
}

func TestBrowserThatEnds(t *testing.T) {
	t.Parallel()
	ctx, end := context.WithCancel(t.Context())
	browser, err := browsertest.Launch(ctx, browsertest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	page, err := browser.NewPage(ctx)
	if err != nil {
		t.Fatal(err)
	}
	waiting := make(chan error, 1)
	go func() {
		_, err := browsertest.Eval[any](t.Context(), page.Main(), "new Promise(() => {})")
		waiting <- err
	}()
	end()
	const ended = "the browser has ended"
	if err := <-waiting; err == nil || !strings.Contains(err.Error(), ended) {
		t.Errorf("what was under way: %v", err)
	}
	for name, do := range map[string]func() error{
		"a page": func() error { _, err := browser.NewPage(t.Context()); return err },
		"a tab":  func() error { return browser.Visit(t.Context(), "about:blank") },
		"a move": func() error { return page.Navigate(t.Context(), "about:blank") },
	} {
		if err := do(); err == nil || !strings.Contains(err.Error(), ended) {
			t.Errorf("%s: %v", name, err)
		}
	}
	page.Close()
	if err := browser.Close(); err != nil {
		t.Error(err)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	page := browsertest.Start(t).Open(t, `data:text/html,<script>globalThis.keys = [];
		for (const type of ["keydown", "keypress", "keyup"]) addEventListener(type, (event) => keys.push([type, event.key, event.code, event.keyCode].join()))</script>`)
	ctx := t.Context()
	for _, key := range []string{"ArrowLeft", "k", "ß"} {
		if err := page.Press(ctx, key); err != nil {
			t.Fatal(err)
		}
	}
	keys, err := browsertest.Eval[[]string](ctx, page.Main(), "keys")
	want := []string{
		"keydown,ArrowLeft,ArrowLeft,37", "keyup,ArrowLeft,ArrowLeft,37",
		"keydown,k,KeyK,75", "keypress,k,KeyK,107", "keyup,k,KeyK,75",
		"keydown,ß,,0", "keypress,ß,,223", "keyup,ß,,0",
	}
	if diff := cmp.Diff(want, keys); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	for _, key := range []string{"", "Hyper", "ab"} {
		if err := page.Press(ctx, key); err == nil {
			t.Errorf("%q was pressed", key)
		}
	}
}

func TestBrowserThatDoesNotStart(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "browser")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho 'a library is missing' >&2; exit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, part := range map[string]string{program: "a library is missing", program + "2": "no such file"} {
		_, err := browsertest.Launch(t.Context(), browsertest.Options{Path: path})
		if err == nil || !strings.Contains(err.Error(), part) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// What waits for a frame ends with it, and with the frame around it.
func TestFramesThatGo(t *testing.T) {
	t.Parallel()
	url := serve(t)
	page := browsertest.Start(t).Open(t, url)
	ctx := t.Context()
	inner := page.Frame("#a").Frame("#b")
	if err := inner.WaitForText(ctx, "#late", "now"); err != nil {
		t.Fatal(err)
	}
	for _, leave := range []func() error{
		func() error {
			_, err := browsertest.Eval[any](ctx, page.Main(), `document.querySelector("#a").remove()`)
			return err
		},
		func() error { return page.Navigate(ctx, strings.Replace(url, "127.0.0.1", "localhost", 1)) },
		func() error { return page.Reload(ctx) },
	} {
		waiting := make(chan error, 1)
		go func() {
			_, err := browsertest.Eval[any](ctx, inner, "(globalThis.asked = true, new Promise(() => {}))")
			waiting <- err
		}()
		if err := inner.WaitFor(ctx, "globalThis.asked === true"); err != nil {
			t.Fatal(err)
		}
		if err := leave(); err != nil {
			t.Fatal(err)
		}
		if err := <-waiting; err == nil {
			t.Error("a frame that is gone has answered")
		}
		if err := page.Navigate(ctx, url); err != nil {
			t.Fatal(err)
		}
		if title, err := browsertest.Eval[string](ctx, page.FrameByURL(portOf(url)+"/b"), "document.title"); err != nil || title != "b" {
			t.Errorf("the next page's frame: %q, %v", title, err)
		}
	}
}

// A page is there as a whole when it has been opened, however often it moves.
func TestSmokeOpenedIsLoaded(t *testing.T) {
	t.Parallel()
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/late.css" {
			time.Sleep(100 * time.Millisecond)
			w.Header().Set("Content-Type", "text/css")
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, `<!doctype html><link rel=stylesheet href=/late.css><script>addEventListener("load", () => { globalThis.whole = true })</script>`)
	}))
	t.Cleanup(slow.Close)
	browser := browsertest.Start(t)
	for range 5 {
		page := browser.Open(t, slow.URL)
		for name, move := range map[string]func() error{
			"opened":      func() error { return nil },
			"reloaded":    func() error { return page.Reload(t.Context()) },
			"opened anew": func() error { return page.Navigate(t.Context(), slow.URL+"/other") },
			"same place":  func() error { return page.Navigate(t.Context(), slow.URL+"/other#there") },
		} {
			if err := move(); err != nil {
				t.Fatal(err)
			}
			if whole, err := browsertest.Eval[bool](t.Context(), page.Main(), "globalThis.whole === true"); err != nil || !whole {
				t.Errorf("%s: it is not whole, %v", name, err)
			}
		}
	}
}

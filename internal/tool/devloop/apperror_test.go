package devloop_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/devloop"
)

const failingSource = `package main

import (
	"context"
	"errors"

	"github.com/orielapps/oriel"
)

type Query struct {
	City string ` + "`json:\"city\"`" + `
}

type shop struct{ sold map[string]int }

func (s *shop) sell(city string) {
	if city != "" {
		s.sold[city]++
	}
}

func main() {
	app := oriel.New("weather", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "sell"}, func(_ context.Context, q Query) (oriel.Result[struct{}], error) {
		if q.City == "" {
			return oriel.Result[struct{}]{}, errors.New("no city in the database")
		}
		if q.City == "crash" {
			go new(shop).sell(q.City)
			select {}
		}
		new(shop).sell(q.City)
		return oriel.Result[struct{}]{}, nil
	})
	app.Main()
}
`

// The author sees what clients don't: where the app panicked, and the text of any error.
func TestErrorsOfTheApp(t *testing.T) {
	t.Parallel()
	d := start(t, project(t, map[string]string{
		"main.go": failingSource, "views/day/index.ts": "", "views/day/style.css": "", "views/_shared/label.ts": "",
	}), devloop.Options{Environ: append(environ(), "GOFLAGS=-trimpath")})
	d.ready(devloop.ServerReady)

	answer := d.ask("tools/call", `{"name":"sell","arguments":{"city":"Faro"}}`)
	e := d.await(devloop.AppFailed).Error
	if !strings.Contains(answer, e.ID) || strings.Contains(answer, "nil map") || strings.Contains(answer, "main.go") {
		t.Errorf("the client gets %s; the reference is %s", answer, e.ID)
	}
	const excerpt = `  16 | func (s *shop) sell(city string) {
  17 |     if city != "" {
> 18 |         s.sold[city]++
  19 |     }
  20 | }`
	if e.Message != "panic: assignment to entry in nil map" || e.File != "main.go" || e.Line != 18 || e.Excerpt != excerpt ||
		e.Method != "tools/call" || e.Name != "sell" {
		t.Errorf("the author gets %+v", e)
	}
	var ours []string
	for _, f := range e.Stack {
		if f.InProject {
			ours = append(ours, f.Function+" "+f.File)
		}
	}
	if got := strings.Join(ours, ", "); !strings.HasPrefix(got, "main.(*shop).sell main.go, main.main.func1 main.go") {
		t.Errorf("the project's calls are %s", got)
	}
	if strings.Contains(e.Stack[0].Function, "Stack") {
		t.Errorf("the stack begins where the panic was noticed: %+v", e.Stack)
	}

	answer = d.ask("tools/call", `{"name":"sell","arguments":{"city":""}}`)
	e = d.await(devloop.AppFailed).Error
	if !strings.Contains(answer, e.ID) || strings.Contains(answer, "database") || e.Message != "no city in the database" || e.File != "" || e.Stack != nil {
		t.Errorf("the client gets %s, the author %+v", answer, e)
	}
	d.mu.Lock()
	if len(d.failed) != 2 || d.failed[1].ID != e.ID {
		t.Errorf("the pages get %+v", d.failed)
	}
	for _, printed := range d.events {
		if printed.Type == devloop.ServerOutput && strings.Contains(printed.Text, "nil map") {
			t.Errorf("it is printed, too: %s", printed.Text)
		}
	}
	d.mu.Unlock()

	// A panic elsewhere than in a request ends the process.
	if status, body := d.post("tools/call", `{"name":"sell","arguments":{"city":"crash"}}`); status < http.StatusInternalServerError {
		t.Errorf("the call gets %d %s", status, body)
	}
	p := d.await(devloop.ProblemFound, func(e devloop.Event) bool { return e.Problem.Code == "server_exited" }).Problem
	if p.File != "main.go" || p.Line != 18 || p.Excerpt != excerpt || !strings.Contains(p.Message, "panic: assignment to entry in nil map") {
		t.Errorf("the crash is %+v", p)
	}
}

// Only the app reports errors, and only files of the project are quoted.
func TestErrorsFromElsewhere(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "secret.go")
	if err := os.WriteFile(outside, []byte("package secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mode.py"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link.go")); err != nil {
		t.Fatal(err)
	}
	d := start(t, dir, devloop.Options{Command: []string{os.Args[0]}, Environ: append(os.Environ(), asServer+"=1")})
	var feed string
	for _, pair := range d.environ {
		if value, ok := strings.CutPrefix(pair, "ORIEL_DEV="); ok {
			feed = value
		}
	}
	send := func(url, body string, headers ...string) int {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(headers); i += 2 {
			request.Header.Set(headers[i], headers[i+1])
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		return response.StatusCode
	}
	const report = `{"id":"err-abcdefghij","error":"bad"}`
	for name, status := range map[string]int{
		"another address":  send(feed+"x/errors", report),
		"a page":           send(feed+"/errors", report, "Origin", "http://evil.example"),
		"another page":     send(feed+"/errors", report, "Sec-Fetch-Site", "cross-site"),
		"no JSON":          send(feed+"/errors", "id"),
		"no reference":     send(feed+"/errors", `{"error":"bad"}`),
		"more than enough": send(feed+"/errors", `{"id":"err-abcdefghij","error":"`+strings.Repeat("x", 2<<20)+`"}`),
	} {
		if status == http.StatusNoContent {
			t.Errorf("%s is taken", name)
		}
	}
	for _, file := range []string{outside, filepath.Join(d.dir, "link.go"), filepath.Join(d.dir, "..", filepath.Base(filepath.Dir(outside)), "secret.go"), "main.go"} {
		stack := `goroutine 1 [running]:\npanic({0x1})\n\t/go/panic.go:1 +0x1\nmain.f()\n\t` + filepath.ToSlash(file) + `:1 +0x1\n`
		if status := send(feed+"/errors", `{"id":"err-abcdefghij","error":"bad\u001b[2J","stack":"`+stack+`"}`); status != http.StatusNoContent {
			t.Fatalf("%s: status %d", file, status)
		}
		e := d.await(devloop.AppFailed).Error
		if e.File != "" || e.Excerpt != "" || len(e.Stack) != 1 || e.Stack[0].Function != "main.f" || e.Message != "bad[2J" {
			t.Errorf("%s: %+v", file, e)
		}
	}
}

package workbench_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

const streamedCall = `{"server":"s","profile":"vscode","tool":"t","caller":"host","stream":true}`

// lines reads a stream of JSON to its end.
func lines(t testing.TB, response *http.Response) []map[string]any {
	t.Helper()
	defer func() { _ = response.Body.Close() }()
	var all []map[string]any
	scanner := bufio.NewScanner(response.Body)
	for scanner.Scan() {
		var line map[string]any
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Fatalf("%v in %.200s", err, scanner.Bytes())
		}
		all = append(all, line)
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestProgressIsStreamed(t *testing.T) {
	t.Parallel()
	f := newFake()
	first, more := make(chan struct{}), make(chan struct{})
	f.work = func(_ *http.Request, tell func(string)) string {
		tell(`"progress":1,"total":3,"message":"one"`)
		close(first)
		<-more
		tell(`"progress":2.5`)
		return `{"content":[],"structuredContent":{"n":12345678901234567890}}`
	}
	b := startWith(t, f)
	response := b.open(t, http.MethodPost, "/api/call", streamedCall, nil)
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "application/x-ndjson" {
		t.Fatalf("%d %v", response.StatusCode, response.Header)
	}
	received(t, "the first progress", first)
	reader := bufio.NewReader(response.Body)
	line, err := reader.ReadString('\n') // it comes before the call is over
	if want := `{"progress":{"progress":1,"total":3,"message":"one"}}` + "\n"; err != nil || line != want {
		t.Errorf("%q %v", line, err)
	}
	close(more)
	second, err := reader.ReadString('\n')
	if want := `{"progress":{"progress":2.5}}` + "\n"; err != nil || second != want {
		t.Errorf("%q %v", second, err)
	}
	last, err := reader.ReadString('\n')
	if want := `{"result":{"content":[],"structuredContent":{"n":12345678901234567890}},"durationMs":`; err != nil || !strings.HasPrefix(last, want) {
		t.Errorf("%q %v", last, err)
	}
	_ = response.Body.Close()
}

func TestStreamEnds(t *testing.T) {
	t.Parallel()
	told := map[string]any{"progress": map[string]any{"progress": float64(1)}}
	for _, tt := range []struct {
		name   string
		work   func(r *http.Request, tell func(string)) string
		status int
		last   string // what the last line, or the error, has
	}{
		{"a result alone", func(*http.Request, func(string)) string { return `{"content":[]}` }, 200, "result.content"},
		{"a server that hangs", func(r *http.Request, _ func(string)) string { <-r.Context().Done(); return "" }, 504, "error.code"},
		{"a server that hangs after some progress", func(r *http.Request, tell func(string)) string {
			tell(`"progress":1`)
			<-r.Context().Done()
			return ""
		}, 200, "error.code"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := newFake()
			f.work = tt.work
			endpoint := f.serve(t)
			var response *http.Response
			var all []map[string]any
			// A busy machine may take longer until there is progress.
			for limit := time.Second; limit < 2*patience; limit *= 4 {
				b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: endpoint}}, Timeout: limit})
				b.tools(t, "vscode") // connected, the time is for the call alone
				response = b.open(t, http.MethodPost, "/api/call", streamedCall, nil)
				if all = lines(t, response); response.StatusCode == tt.status {
					break
				}
			}
			if response.StatusCode != tt.status || len(all) == 0 || at(all[len(all)-1], tt.last) == nil {
				t.Fatalf("%d %v", response.StatusCode, all)
			}
			if code := at(all[len(all)-1], "error.code"); code != nil && code != "server_timeout" {
				t.Errorf("ended with %v", code)
			}
			if diff := cmp.Diff(told, all[0]); len(all) > 1 && diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Progress renews the time limit. That this ends is in TestCallTimeout.
func TestProgressExtendsTheTimeLimit(t *testing.T) {
	t.Parallel()
	var all []map[string]any
	// A busy machine may take longer than the limit between two of them.
	for limit := time.Second; limit < 2*patience; limit *= 4 {
		if all = progressBeyond(t, limit); at(all[len(all)-1], "result.content") != nil {
			break
		}
	}
	if last := all[len(all)-1]; at(last, "result.content") == nil || len(all) < 2 {
		t.Errorf("%d lines, the last is %v", len(all), last)
	}
}

// progressBeyond returns the lines of a call that tells of progress for longer than the limit.
func progressBeyond(t *testing.T, limit time.Duration) []map[string]any {
	t.Helper()
	f := newFake()
	f.work = func(r *http.Request, tell func(string)) string {
		tick := time.NewTicker(limit / 25)
		defer tick.Stop()
		for i := range 30 {
			select {
			case <-tick.C:
				tell(fmt.Sprintf(`"progress":%d`, i))
			case <-r.Context().Done():
				return ""
			}
		}
		return `{"content":[]}`
	}
	b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: f.serve(t)}}, Timeout: limit})
	return lines(t, b.open(t, http.MethodPost, "/api/call", streamedCall, nil))
}

// What nobody waits for any more is cancelled at the server.
func TestPageThatGoesAwayCancels(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ path, body string }{
		{"/api/call", streamedCall},
		{"/api/call", strings.Replace(streamedCall, "true", "false", 1)},
		{"/api/resource", `{"server":"s","profile":"vscode","uri":"ui://s/v"}`},
	} {
		f := newFake()
		reached := make(chan struct{})
		hang := func(r *http.Request) {
			close(reached)
			<-r.Context().Done()
		}
		f.read = hang
		f.work = func(r *http.Request, _ func(string)) string { hang(r); return "" }
		b := startWith(t, f)
		ctx, leave := context.WithCancel(t.Context())
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			b.ask(ctx, tt.path, tt.body)
		}()
		received(t, "the call", reached)
		leave()
		received(t, "the end of the request", gone)
		eventually(t, "the server is told of the cancelled "+tt.path, func() bool { return f.count(&f.cancelled) == 1 })
	}
}

// A page that reads slowly holds nobody up, and still gets the outcome.
func TestFloodOfProgress(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.work = func(_ *http.Request, tell func(string)) string {
		for i := range 5000 {
			tell(fmt.Sprintf(`"progress":%d,"message":%q`, i, strings.Repeat("x", 200)))
		}
		return `{"content":[]}`
	}
	b := startWith(t, f)
	all := lines(t, b.open(t, http.MethodPost, "/api/call", streamedCall, nil))
	if at(all[len(all)-1], "result.content") == nil {
		t.Errorf("the last of %d lines is %v", len(all), all[len(all)-1])
	}
	before := -1.0
	for _, line := range all[:len(all)-1] {
		now, _ := at(line, "progress.progress").(float64)
		if now <= before {
			t.Fatalf("%v after %v", now, before)
		}
		before = now
	}
	if before != 4999 {
		t.Errorf("the newest progress is %v", before)
	}
}

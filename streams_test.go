package oriel_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel"
)

const waitTool = "wait"

// waiting is an app with a tool that waits until its call is cancelled, and a
// resource. begun gets an item for each call.
func waiting() (app *oriel.App, begun chan struct{}) {
	app, begun = oriel.NewWith("waiting", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)}), make(chan struct{}, 1)
	oriel.AddTool(app, oriel.Tool{Name: waitTool}, func(ctx context.Context, _ who) (oriel.Result[who], error) {
		begun <- struct{}{}
		<-ctx.Done()
		return oriel.Result[who]{}, fmt.Errorf("waiting: %w", ctx.Err())
	})
	oriel.AddResource(app, oriel.Resource{URI: "waiting://text", Name: "text"}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Text: "text"}, nil
	})
	return app, begun
}

// postTo sends a message as a client does.
func postTo(ctx context.Context, url, body string, header map[string]string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("the request: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	return http.DefaultClient.Do(r)
}

// Who has cancelled a call in a session is not sent a result of it any more. A
// client that takes no stream gets one, because HTTP has to answer something.
func TestCancelledIsNotAnswered(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ accept, contentType, body string }{
		"takes streams": {"application/json, text/event-stream", "text/event-stream", ""},
		"takes JSON":    {"application/json", "application/json", "The call was cancelled."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app, begun := waiting()
			server := httptest.NewServer(app.Handler())
			t.Cleanup(server.Close)
			begin, err := postTo(t.Context(), server.URL, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",`+
				`"clientInfo":{"name":"c","version":"1"},"capabilities":{}}}`, nil)
			if err != nil {
				t.Fatal(err)
			}
			session := map[string]string{"Mcp-Session-Id": begin.Header.Get("Mcp-Session-Id"), "Accept": test.accept}
			_ = begin.Body.Close()
			cancelled := make(chan error, 1)
			go func() {
				<-begun
				accepted, failed := postTo(t.Context(), server.URL,
					`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`, session)
				if failed == nil {
					failed = accepted.Body.Close()
				}
				cancelled <- failed
			}()
			answer, err := postTo(t.Context(), server.URL, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"wait"}}`, session)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if err := <-cancelled; err != nil {
				t.Error(err)
			}
			if got := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || got != test.contentType {
				t.Errorf("got %s %s", answer.Status, got)
			}
			if got := string(body); (got == "") != (test.body == "") || !strings.Contains(got, test.body) {
				t.Errorf("got %q, want %q", got, test.body)
			}
		})
	}
}

// Streams come and go while the app tells of changes: neither waits for the other.
func TestStreamsWhileTelling(t *testing.T) {
	t.Parallel()
	app, _ := waiting()
	server := httptest.NewServer(app.Handler())
	t.Cleanup(server.Close)
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute) // two that wait for each other
	defer stop()
	told := make(chan struct{})
	telling, enough := context.WithCancel(ctx)
	go func() {
		defer close(told)
		for telling.Err() == nil {
			app.ResourceUpdated("waiting://text")
			time.Sleep(10 * time.Microsecond) // a single CPU is also for the streams
		}
	}()
	const streams = 300
	for range streams {
		if err := listenOnce(ctx, server.URL); err != nil {
			t.Fatal(err)
		}
	}
	enough()
	select {
	case <-told:
	case <-ctx.Done():
		t.Fatal("telling of changes does not end")
	}
}

// listenOnce opens a stream of changes, reads its first line, and leaves.
func listenOnce(ctx context.Context, url string) error {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	answer, err := postTo(ctx, url, `{"jsonrpc":"2.0","id":"a","method":"subscriptions/listen","params":{"_meta":{`+
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},`+
		`"notifications":{"resourceSubscriptions":["waiting://text"]}}}`,
		map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen"})
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	line, err := bufio.NewReader(answer.Body).ReadString('\n')
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", answer.Status, line)
	}
	return err
}

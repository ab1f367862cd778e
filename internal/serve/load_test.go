package serve_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/serve"
)

// A thousand calls at once, in both lifecycles, each of which gets its own answer.
func TestCallsAtOnce(t *testing.T) {
	t.Parallel()
	const calls = 1000
	app := everything(quiet())
	var arrived sync.WaitGroup
	arrived.Add(calls)
	oriel.AddTool(app, oriel.Tool{Name: "together"}, func(ctx context.Context, in text) (oriel.Result[text], error) {
		arrived.Done()
		arrived.Wait() // every call is under way
		err := oriel.RequestFrom(ctx).Progress(ctx, 1, 1, "progress of "+in.Text)
		return oriel.Result[text]{Data: in, Text: "answer to " + in.Text}, err
	})
	server := serving(t, app.Handler())
	session := begin(t, server.Config.Handler)
	var group sync.WaitGroup
	for i := range calls {
		group.Go(func() {
			n := strconv.Itoa(i)
			params := `"name":"together","arguments":{"text":"` + n + `"}`
			body, headers := modernMessage(n, "tools/call", params), modernHeaders("tools/call", "together")
			events := i%3 == 0
			if i%2 == 0 {
				body, headers = message(n, "tools/call", "{"+params+"}"), []string{"Mcp-Session-Id", session}
			}
			if events {
				body = strings.Replace(body, `"_meta":{`, `"_meta":{"progressToken":`+n+`,`, 1)
				body = strings.Replace(body, params+"}", params+`,"_meta":{"progressToken":`+n+`}}`, 1)
			}
			a := do(t, server, newRequest(t, http.MethodPost, server.URL, body, headers...))
			if a.status != http.StatusOK || !strings.Contains(a.body, `"id":`+n+`,`) || !strings.Contains(a.body, fmt.Sprintf("answer to %d\"", i)) ||
				strings.Count(a.body, "answer to") != 1 || strings.Contains(a.body, fmt.Sprintf("progress of %d\"", i)) != events {
				t.Errorf("call %d: %d %s", i, a.status, a.body)
			}
		})
	}
	group.Wait()
}

// What is more than may run at the same time is told to come again, and does no
// harm to what runs.
func TestTooManyCalls(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	server := serving(t, newServer(t, app, serve.Options{MaxCalls: 3}).Handler())
	answers := make(chan answer, 3)
	for range 3 {
		go func() {
			answers <- do(t, server, newRequest(t, http.MethodPost, server.URL, message("1", "tools/call", `{"name":"hang"}`)))
		}()
	}
	for range 3 {
		wait(t, hangs.started, "a call")
	}
	ping := message("2", "ping", "{}")
	for name, a := range map[string]answer{
		"a call":  do(t, server, newRequest(t, http.MethodPost, server.URL, ping)),
		"a batch": do(t, server, newRequest(t, http.MethodPost, server.URL, "["+ping+"]")),
	} {
		if a.status != http.StatusServiceUnavailable || a.code() != "server_busy" || a.header.Get("Retry-After") != "1" {
			t.Errorf("%s gets %d %v %s", name, a.status, a.header, a.body)
		}
	}
	note := `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	if a := do(t, server, newRequest(t, http.MethodPost, server.URL, note)); a.status != http.StatusAccepted {
		t.Errorf("a notification gets %d %s", a.status, a.body)
	}
	close(hangs.release)
	for range 3 {
		if a := wait(t, answers, "an answer"); a.status != http.StatusOK || a.code() != "" {
			t.Errorf("one that ran gets %d %s", a.status, a.body)
		}
	}
	if a := do(t, server, newRequest(t, http.MethodPost, server.URL, ping)); a.status != http.StatusOK {
		t.Errorf("afterwards: %d %s", a.status, a.body)
	}
}

// Two requests of a session with one id: a cancellation is for the later one, and
// when one ends, the other can still be cancelled.
func TestEqualIDsOverHTTP(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	server := serving(t, app.Handler())
	session := begin(t, server.Config.Handler)
	answers := map[string]chan answer{"hang": make(chan answer, 1), "wait": make(chan answer, 1)}
	for _, tool := range []string{"hang", "wait"} {
		go func() {
			answers[tool] <- do(t, server, newRequest(t, http.MethodPost, server.URL, message("1", "tools/call", `{"name":"`+tool+`"}`), "Mcp-Session-Id", session))
		}()
		wait(t, hangs.started, "the call")
	}
	close(hangs.release)
	wait(t, answers["hang"], "the first one's answer")
	cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`
	if a := do(t, server, newRequest(t, http.MethodPost, server.URL, cancel, "Mcp-Session-Id", session)); a.status != http.StatusAccepted {
		t.Errorf("cancelling: %d %s", a.status, a.body)
	}
	if a := wait(t, answers["wait"], "the second one's end"); a.status != http.StatusOK || a.body != "" {
		t.Errorf("cancelled, it gets %d %s", a.status, a.body)
	}
}

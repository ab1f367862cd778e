package serve_test

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/orielapps/oriel/internal/serve"
)

// An id that is in use is refused, and free again afterwards. A cancelled call has
// no answer, whatever it does.
func TestIDsOverPipes(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	p := connect(t, newServer(t, app, serve.Options{}))
	cancel := func(id string) string {
		return `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`
	}
	p.send(t, message("1", "tools/call", `{"name":"wait"}`))
	wait(t, hangs.started, "the call")
	p.send(t, message("1", "ping", "{}"), message(`"1"`, "ping", "{}"))
	if a, b := p.next(t), p.next(t); codeIn(a) != "id_in_use" || b != `{"jsonrpc":"2.0","id":"1","result":{}}` {
		t.Errorf("the id again: %s and %s", a, b)
	}
	p.send(t, cancel(`"1"`), cancel("2"), cancel("1"), cancel("1"), message("3", "tools/call", `{"name":"hang","arguments":{"text":"a"},"_meta":{"progressToken":7}}`))
	if got := p.next(t); !strings.Contains(got, "notifications/progress") {
		t.Errorf("a call tells %s", got)
	}
	wait(t, hangs.started, "the other call")
	p.send(t, cancel("3"), message("4", "ping", "{}"))
	if got := p.next(t); got != `{"jsonrpc":"2.0","id":4,"result":{}}` {
		t.Errorf("after the cancellation comes %s", got)
	}
	close(hangs.release)
	if err := wait(t, hangs.ended, "the other call"); err == nil {
		t.Error("a cancelled call can tell more")
	}
	if rest := p.finish(t); rest != nil {
		t.Errorf("at the end comes %s", rest)
	}
}

// A handler that hangs is answered for, and says nothing afterwards.
func TestHangingOverPipes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app, hangs := hanging()
		p := connect(t, newServer(t, app, serve.Options{CallTimeout: shortly}))
		p.send(t, message("1", "tools/call", `{"name":"hang","arguments":{"text":"a"},"_meta":{"progressToken":7}}`))
		if a, b := p.next(t), p.next(t); !strings.Contains(a, "progress") || codeIn(b) != "deadline_exceeded" {
			t.Errorf("it gets %s and %s", a, b)
		}
		close(hangs.release)
		if err := wait(t, hangs.ended, "the call"); err == nil {
			t.Error("it can tell more")
		}
		if rest := p.finish(t); rest != nil {
			t.Errorf("at the end comes %s", rest)
		}
	})
}

// Many calls at once: each has its answer; more than there may be are refused.
func TestManyCallsOverPipes(t *testing.T) {
	t.Parallel()
	const most, calls = 500, 600
	app, hangs := hanging()
	hangs.started = make(chan struct{}, calls)
	p := connect(t, newServer(t, app, serve.Options{}))
	var group sync.WaitGroup
	group.Go(func() {
		for i := range calls {
			p.send(t, message(strconv.Itoa(i), "tools/call", `{"name":"wait"}`))
		}
	})
	for range calls - most {
		if got := p.next(t); codeIn(got) != "server_busy" {
			t.Errorf("one too many gets %s", got)
		}
	}
	group.Wait()
	for range most {
		wait(t, hangs.started, "a call")
	}
	_ = p.out.Close() // nobody wants the answers
	p.send(t, message("-1", "x", "[]"))
	if err := wait(t, p.ended, "the end"); err != nil {
		t.Error(err)
	}

	p = connect(t, newServer(t, everything(quiet()), serve.Options{}))
	group.Go(func() {
		for i := range calls {
			p.send(t, message(strconv.Itoa(i), "tools/call", `{"name":"echo","arguments":{"text":"text `+strconv.Itoa(i)+`"}}`))
		}
	})
	for range calls {
		var m struct {
			ID     int `json:"id"`
			Result struct {
				Data text `json:"structuredContent"`
			} `json:"result"`
		}
		line := p.next(t)
		if err := json.Unmarshal([]byte(line), &m); err != nil || codeIn(line) != "server_busy" && m.Result.Data.Text != "text "+strconv.Itoa(m.ID) {
			t.Errorf("%v %s", err, line)
		}
	}
	group.Wait()
	p.finish(t)
}

// When a client has its answer, there is room for its next call.
func TestSequentialCallsOverPipes(t *testing.T) {
	t.Parallel()
	const most = 500
	calls := few(10_000)
	app, hangs := hanging()
	hangs.started = make(chan struct{}, most)
	p := connect(t, newServer(t, app, serve.Options{}))
	for i := range most - 1 {
		p.send(t, message(strconv.Itoa(i), "tools/call", `{"name":"wait"}`))
	}
	for i := range calls {
		p.send(t, message("-1", "ping", "{}"))
		if got := p.next(t); codeIn(got) != "" {
			t.Fatalf("call %d: %s", i, got)
		}
	}
	_ = p.out.Close() // nobody wants the answers of the others
	p.send(t, message("-1", "x", "[]"))
	if err := wait(t, p.ended, "the end"); err != nil {
		t.Error(err)
	}
}

// Questions over pipes: the right answer, refusals, and answers that are none.
func TestQuestionsOverPipes(t *testing.T) {
	t.Parallel()
	p := connect(t, newServer(t, everything(quiet()), serve.Options{Key: []byte("k")}))
	question := func(call string) string {
		t.Helper()
		p.send(t, message(call, "tools/call", `{"name":"confirm"}`))
		line := p.next(t)
		id := regexp.MustCompile(`"id":"([^"]+)"`).FindStringSubmatch(line)
		if id == nil || !strings.Contains(line, "elicitation/create") {
			t.Fatalf("the question is %s", line)
		}
		return id[1]
	}
	p.send(t, message("8", "tools/call", `{"name":"confirm"}`))
	if got := p.next(t); codeIn(got) != "capability_missing" {
		t.Errorf("before initialize: %s", got)
	}
	p.send(t, initializing(legacy))
	p.next(t)
	id := question("9")
	p.send(t, reply(id+"x", accept), reply("7", accept), reply(id, accept), reply(id, accept))
	if got := p.next(t); !strings.Contains(got, "confirmed: yes") {
		t.Errorf("the call ends with %s", got)
	}
	p.send(t, reply(question("9"), `"error":{"code":-1,"message":"no\u0000"}`))
	if got := p.next(t); codeIn(got) != "ask_refused" || strings.Contains(got, "u0000") {
		t.Errorf("refused, it ends with %s", got)
	}
	id = question("9")
	p.send(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}`)
	if got := p.next(t); !strings.Contains(got, "notifications/cancelled") || !strings.Contains(got, id) {
		t.Errorf("cancelled, the question ends with %s", got)
	}
	p.send(t, modernMessage("10", "tools/call", `"name":"confirm"`))
	if got := p.next(t); !strings.Contains(got, "input_required") {
		t.Errorf("in the newer lifecycle: %s", got)
	}
	question("11") // whose answer can't come any more
	if rest := p.finish(t); len(rest) != 2 || codeIn(rest[1]) != "client_gone" {
		t.Errorf("at the end comes %s", rest)
	}
}

// Batches over pipes, of the one version that has them.
func TestBatchesOverPipes(t *testing.T) {
	t.Parallel()
	p := connect(t, newServer(t, everything(quiet()), serve.Options{}))
	p.send(t, initializing("2025-03-26"))
	p.next(t)
	p.send(t, "["+message("1", "ping", "{}")+`,{"jsonrpc":"2.0","method":"notifications/initialized"},`+message("2", "ping", "{}")+"]")
	both := p.next(t) + p.next(t)
	if !strings.Contains(both, `"id":1,"result":{}`) || !strings.Contains(both, `"id":2,"result":{}`) {
		t.Errorf("both get %s", both)
	}
	if rest := p.finish(t); rest != nil {
		t.Errorf("at the end comes %s", rest)
	}
}

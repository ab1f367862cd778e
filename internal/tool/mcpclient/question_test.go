package mcpclient_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

// person answers questions as a test says.
type person struct {
	answer func(ctx context.Context, q mcpclient.Question) (json.RawMessage, error)

	mu      sync.Mutex
	asked   []mcpclient.Question
	refused []string // codes
}

func (p *person) Ask(ctx context.Context, q mcpclient.Question) func() (json.RawMessage, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, q)
	return func() (json.RawMessage, error) { return p.answer(ctx, q) }
}

func (p *person) Refused(_ mcpclient.Question, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused = append(p.refused, codeOf(err))
}

func (p *person) seen() (asked int, refused []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.asked), slices.Clone(p.refused)
}

func codeOf(err error) string {
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known.Code
	}
	return fmt.Sprint(err)
}

func accepting() *person {
	return &person{answer: func(context.Context, mcpclient.Question) (json.RawMessage, error) {
		return json.RawMessage(`{"action":"accept","content":{"name":"Ada"}}`), nil
	}}
}

const nameForm = `"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}`

// asking is a legacy server that asks questions during a call of "ask", and notes the answers.
type asking struct {
	script

	questions []string // messages without the envelope
	// meanwhile is called when the questions have been sent.
	meanwhile func(send func(message string))

	answers chan string // the answers of the client, whole
}

func newAsking(questions ...string) *asking {
	const room = 5000
	s := &asking{questions: questions, answers: make(chan string, room)}
	s.on = func(w http.ResponseWriter, r *http.Request, id json.RawMessage, method string, _ json.RawMessage) bool {
		if method != "tools/call" {
			return false
		}
		send := func(message string) {
			eventsf(w, "data: %s\n\n", message)
		}
		for i, q := range s.questions {
			send(fmt.Sprintf(`{"jsonrpc":"2.0","id":"q%d",%s}`, i, q))
		}
		var got []string
		if s.meanwhile != nil {
			s.meanwhile(send)
		}
		for range s.questions {
			select {
			case answer := <-s.answers:
				got = append(got, answer)
			case <-r.Context().Done():
				return true
			}
		}
		slices.Sort(got)
		send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"got":[%s]}}`, id, strings.Join(got, ",")))
		return true
	}
	return s
}

func (s *asking) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := peek(r)
	var message struct {
		Method string          `json:"method"`
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	if json.Unmarshal(body, &message) == nil && message.Method == "" && (message.Result != nil || message.Error != nil) {
		s.answers <- string(body)
	}
	s.script.ServeHTTP(w, r)
}

// gotten are the answers that the server got, as its result says: code is that of an error.
type gotten struct {
	Got []struct {
		ID     string          `json:"id"`
		Result json.RawMessage `json:"result"`
		Error  struct {
			Code int `json:"code"`
			Data struct {
				Code string `json:"code"`
			} `json:"data"`
		} `json:"error"`
	} `json:"got"`
}

func (s *asking) call(t *testing.T, profile string, p *person) gotten {
	t.Helper()
	client := dial(t, serve(t, s), profile, nil)
	raw, err := client.Call(mcpclient.WithAsker(t.Context(), p), "ask", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got gotten
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestLegacyQuestions(t *testing.T) {
	t.Parallel()
	p := accepting()
	got := newAsking(
		`"method":"elicitation/create","params":{`+nameForm+`}`,
		`"method":"elicitation/create","params":{"mode":"url","message":"Sign in","url":"https://example.com/in","elicitationId":"e"}`,
		`"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"x"}}],"maxTokens":5}`,
		`"method":"roots/list"`,
	).call(t, "vscode", p)
	for _, one := range got.Got {
		if string(one.Result) != `{"action":"accept","content":{"name":"Ada"}}` {
			t.Errorf("%s: %s %+v", one.ID, one.Result, one.Error)
		}
	}
	var order []string
	for _, q := range p.asked {
		order = append(order, q.Method+" "+q.Mode)
	}
	want := []string{"elicitation/create form", "elicitation/create url", "sampling/createMessage ", "roots/list "}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Error(diff)
	}
}

// What is wrong with a question goes to the server with a code, and nobody is asked.
func TestBadQuestions(t *testing.T) {
	t.Parallel()
	form := func(properties string) string {
		return `"message":"m","requestedSchema":{"type":"object","properties":{` + properties + `}}`
	}
	var many []string
	for i := range 101 {
		many = append(many, fmt.Sprintf(`"f%d":{"type":"string"}`, i))
	}
	elicit, invalid := "elicitation/create", -32602
	for name, test := range map[string]struct {
		profile, method, params string
		code                    string
		rpc                     int
	}{
		"no schema":       {"vscode", elicit, `"message":"m"`, "question_malformed", invalid},
		"no message":      {"vscode", elicit, `"requestedSchema":{"type":"object","properties":{}}`, "question_malformed", invalid},
		"no object":       {"vscode", elicit, `"message":"m","requestedSchema":{"type":"string"}`, "question_malformed", invalid},
		"not a schema":    {"vscode", elicit, `"message":"m","requestedSchema":7`, "question_malformed", invalid},
		"nested":          {"vscode", elicit, form(`"a":{"type":"object","properties":{}}`), "question_malformed", invalid},
		"list of lists":   {"vscode", elicit, form(`"a":{"type":"array","items":{"type":"array"}}`), "question_malformed", invalid},
		"choice of what":  {"vscode", elicit, form(`"a":{"type":"string","oneOf":[{"title":"A"}]}`), "question_malformed", invalid},
		"choice of 7":     {"vscode", elicit, form(`"a":{"type":"string","enum":["a",7]}`), "question_malformed", invalid},
		"absent field":    {"vscode", elicit, `"message":"m","requestedSchema":{"type":"object","properties":{},"required":["x"]}`, "question_malformed", invalid},
		"unknown mode":    {"vscode", elicit, `"message":"m","mode":"fax"`, "question_malformed", invalid},
		"too many fields": {"vscode", elicit, form(strings.Join(many, ",")), "question_too_large", invalid},
		"too large":       {"vscode", elicit, form(`"a":{"type":"string","title":"` + strings.Repeat("a", 300<<10) + `"}`), "question_too_large", invalid},
		"script":          {"vscode", elicit, `"message":"m","mode":"url","url":"javascript:alert(1)"`, "question_url_refused", invalid},
		"data":            {"vscode", elicit, `"message":"m","mode":"url","url":"data:text/html,x"`, "question_url_refused", invalid},
		"no port":         {"vscode", elicit, `"message":"m","mode":"url","url":"https://a.example:99999/"`, "question_url_refused", invalid},
		"no host":         {"vscode", elicit, `"message":"m","mode":"url","url":"https:///x"`, "question_url_refused", invalid},
		"no page":         {"vscode", elicit, `"message":"m","mode":"url"`, "question_malformed", invalid},
		"no messages":     {"vscode", "sampling/createMessage", `"maxTokens":1`, "question_malformed", invalid},
		"no role":         {"vscode", "sampling/createMessage", `"messages":[{"content":{}}]`, "question_malformed", invalid},
		"not declared":    {"claude", elicit, nameForm, "question_not_offered", -32601},
		"no such mode":    {"cursor", elicit, `"message":"m","mode":"url","url":"https://example.com"`, "question_not_offered", -32601},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := accepting()
			got := newAsking(fmt.Sprintf(`"method":%q,"params":{%s}`, test.method, test.params)).call(t, test.profile, p)
			if one := got.Got[0]; one.Error.Data.Code != test.code || one.Error.Code != test.rpc {
				t.Errorf("got %s %+v", one.Result, one.Error)
			}
			if asked, refused := p.seen(); asked != 0 || !slices.Equal(refused, []string{test.code}) {
				t.Errorf("%d were asked, %v refused", asked, refused)
			}
		})
	}
}

// A thousand questions at once: some are open, the others are refused, each with a code.
func TestThousandQuestions(t *testing.T) {
	t.Parallel()
	const many, open = 1000, 32
	questions := make([]string, many)
	for i := range questions {
		questions[i] = `"method":"elicitation/create","params":{` + nameForm + `}`
	}
	release := make(chan struct{})
	p := accepting()
	answer := p.answer
	p.answer = func(ctx context.Context, q mcpclient.Question) (json.RawMessage, error) {
		<-release
		return answer(ctx, q)
	}
	s := newAsking(questions...)
	s.meanwhile = func(func(string)) {
		for {
			if _, refused := p.seen(); len(refused) == many-open {
				close(release)
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
	codes := map[string]int{}
	for _, one := range s.call(t, "vscode", p).Got {
		codes[one.Error.Data.Code]++
	}
	if diff := cmp.Diff(map[string]int{"": open, "too_many_questions": many - open}, codes); diff != "" {
		t.Error(diff)
	}
}

// A question that the server takes back is withdrawn, and gets no answer.
func TestWithdrawnQuestion(t *testing.T) {
	t.Parallel()
	p := &person{}
	begun := make(chan struct{})
	p.answer = func(ctx context.Context, _ mcpclient.Question) (json.RawMessage, error) {
		close(begun)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	s := newAsking(`"method":"elicitation/create","params":{` + nameForm + `}`)
	s.meanwhile = func(send func(string)) {
		<-begun
		send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q0"}}`)
		send(`{"jsonrpc":"2.0","id":"q1","method":"elicitation/create","params":{"message":7}}`)
	}
	if got := s.call(t, "vscode", p); got.Got[0].ID != "q1" {
		t.Errorf("the withdrawn question got an answer: %+v", got)
	}
}

// A question for which no call waits is refused, and one of a call that was cancelled.
func TestQuestionWithoutCall(t *testing.T) {
	t.Parallel()
	answers := make(chan string, 10)
	question := `{"jsonrpc":"2.0","id":%q,"method":"elicitation/create","params":{` + nameForm + `}}`
	listening, cancelled := make(chan struct{}), make(chan struct{})
	s := &stream{script: script{session: "one"}}
	s.get = func(w http.ResponseWriter, r *http.Request, _ int) {
		close(listening)
		eventsf(w, "data: "+question+"\n\n", "early")
		select {
		case <-cancelled:
			eventsf(w, "data: "+question+"\n\n", "late")
		case <-r.Context().Done():
		}
		<-r.Context().Done()
	}
	begun := make(chan struct{})
	s.on = func(_ http.ResponseWriter, r *http.Request, _ json.RawMessage, method string, _ json.RawMessage) bool {
		switch method {
		case "tools/call":
			close(begun)
			<-r.Context().Done()
			return true
		case "notifications/cancelled":
			close(cancelled)
		}
		return false
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body := peek(r); strings.Contains(string(body), `"error"`) {
			answers <- string(body)
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { web.CloseClientConnections(); web.Close() })
	client := dial(t, web.URL, "vscode", nil)
	await := func(id string) {
		t.Helper()
		select {
		case answer := <-answers:
			if !strings.Contains(answer, `"id":"`+id+`"`) || !strings.Contains(answer, `"question_without_call"`) {
				t.Errorf("%s: %s", id, answer)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s got no answer", id)
		}
	}
	<-listening
	await("early")
	ctx, cancel := context.WithCancel(mcpclient.WithAsker(t.Context(), accepting()))
	go func() {
		<-begun
		cancel()
	}()
	if _, err := client.Call(ctx, "t", nil, nil); codeOf(err) != "cancelled" {
		t.Error(err)
	}
	await("late")
}

// modern is a server of protocol 2026-07-28 that answers tools/call as a test says, with what
// the client has sent.
func modern(t *testing.T, call func(params map[string]json.RawMessage, round int) string) *mcpclient.Client {
	t.Helper()
	var mu sync.Mutex
	round := 0
	s := &script{}
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, raw json.RawMessage) bool {
		switch method {
		case "server/discover":
			reply(w, id, `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"serverInfo":{"name":"script","version":"1"},"ttlMs":0,"cacheScope":"private"}`)
			return true
		case "tools/call":
			var params map[string]json.RawMessage
			_ = json.Unmarshal(raw, &params)
			mu.Lock()
			round++
			now := round
			mu.Unlock()
			reply(w, id, call(params, now))
			return true
		}
		return false
	}
	return dial(t, serve(t, s), "generic", nil)
}

func TestModernQuestions(t *testing.T) {
	t.Parallel()
	client := modern(t, func(params map[string]json.RawMessage, round int) string {
		switch round {
		case 1:
			return `{"resultType":"input_required","requestState":"s1","inputRequests":{
				"who":{"method":"elicitation/create","params":{` + nameForm + `}},"where":{"method":"roots/list"}}}`
		case 2:
			if string(params["requestState"]) != `"s1"` || !strings.Contains(string(params["inputResponses"]), `"where":{"action"`) {
				return fmt.Sprintf(`{"resultType":"complete","wrong":%q}`, params)
			}
			return `{"resultType":"input_required","inputRequests":{"again":{"method":"elicitation/create","params":{` + nameForm + `}}}}`
		default:
			return fmt.Sprintf(`{"resultType":"complete","state":%v,"answers":%s}`, params["requestState"] != nil, params["inputResponses"])
		}
	})
	p := accepting()
	result, err := client.Call(mcpclient.WithAsker(t.Context(), p), "t", json.RawMessage(`{"a":1}`), nil)
	want := `{"resultType":"complete","state":false,"answers":{"again":{"action":"accept","content":{"name":"Ada"}}}}`
	if err != nil || string(result) != want {
		t.Errorf("%s %v", result, err)
	}
	if asked, _ := p.seen(); asked != 3 {
		t.Errorf("%d questions", asked)
	}
}

// Bad questions of protocol 2026-07-28 fail the call with a code.
func TestModernBadQuestions(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 1000 {
		many = append(many, fmt.Sprintf(`"q%d":{"method":"roots/list"}`, i))
	}
	elicit := func(params string) string { return `{"q":{"method":"elicitation/create","params":{` + params + `}}}` }
	for name, test := range map[string]struct {
		requests, code string
		without        bool
	}{
		"script":    {elicit(`"message":"m","mode":"url","url":"javascript:alert(1)"`), "question_url_refused", false},
		"malformed": {elicit(`"message":"m"`), "question_malformed", false},
		"no object": {`[]`, "question_malformed", false},
		"thousand":  {`{` + strings.Join(many, ",") + `}`, "too_many_questions", false},
		"unknown":   {`{"q":{"method":"tools/list"}}`, "question_unknown", false},
		"for ever":  {elicit(nameForm), "too_many_questions", false},
		"busy":      {`{}`, "too_many_questions", false},
		"nobody":    {elicit(nameForm), "question_unanswered", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := modern(t, func(map[string]json.RawMessage, int) string {
				return `{"resultType":"input_required","requestState":"s","inputRequests":` + test.requests + `}`
			})
			ctx := t.Context()
			if !test.without {
				ctx = mcpclient.WithAsker(ctx, accepting())
			}
			if result, err := client.Call(ctx, "t", nil, nil); codeOf(err) != test.code {
				t.Errorf("%s %v", result, err)
			}
		})
	}
}

// An error that asks for pages sends the user there, and stays an error.
func TestPagesRequired(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]int{"https://example.com/in": 1, "javascript:alert(1)": 0} {
		s := &script{}
		s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, _ json.RawMessage) bool {
			if method != "tools/call" {
				return false
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32042,"message":"first","data":{"elicitations":[{"mode":"url","message":"m","elicitationId":"e","url":%q}]}}}`, id, address)
			return true
		}
		p := accepting()
		_, err := dial(t, serve(t, s), "vscode", nil).Call(mcpclient.WithAsker(t.Context(), p), "t", nil, nil)
		_, rpc := errors.AsType[*mcpclient.RPCError](err)
		if asked, _ := p.seen(); asked != want || rpc != (want == 1) {
			t.Errorf("%s: %d questions, %v", address, asked, err)
		}
	}
}

// peek reads the body of a request, and leaves it to be read.
func peek(r *http.Request) []byte {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body
}

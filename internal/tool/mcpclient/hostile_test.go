package mcpclient_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

// script is a server that answers as a test says; what it isn't told, it
// answers properly.
type script struct {
	// on answers a method; false leaves it to the proper answer.
	on func(w http.ResponseWriter, r *http.Request, id json.RawMessage, method string, params json.RawMessage) bool
	// session is the Mcp-Session-Id, if any.
	session string

	mu  sync.Mutex
	got []string
}

func (s *script) methods() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.got...)
}

func (s *script) count(method string) int {
	n := 0
	for _, one := range s.methods() {
		if one == method {
			n++
		}
	}
	return n
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var message struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Method != http.MethodPost || json.Unmarshal(body, &message) != nil {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	name := message.Method
	if name == "" {
		name = "response"
	}
	s.mu.Lock()
	s.got = append(s.got, name)
	s.mu.Unlock()
	if s.session != "" {
		w.Header().Set("Mcp-Session-Id", s.session)
	}
	switch {
	case s.on != nil && s.on(w, r, message.ID, message.Method, message.Params):
	case message.ID == nil || message.Method == "":
		w.WriteHeader(http.StatusAccepted)
	case message.Method == "initialize":
		reply(w, message.ID, `{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"script","version":"1"}}`)
	default:
		reply(w, message.ID, `{"did":"`+message.Method+`"}`)
	}
}

func reply(w http.ResponseWriter, id json.RawMessage, result string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)
}

// scripted is a script with a result of its own for one method.
func scripted(own, result string) *script {
	return &script{on: func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, _ json.RawMessage) bool {
		if method == own {
			reply(w, id, result)
		}
		return method == own
	}}
}

// serve ends with the test, whatever is under way.
func serve(t *testing.T, handler http.Handler) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

func TestPages(t *testing.T) {
	t.Parallel()
	s := &script{}
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, params json.RawMessage) bool {
		if method != "tools/list" {
			return false
		}
		switch {
		case strings.Contains(string(params), `"cursor":"two"`):
			reply(w, id, `{"tools":[{"name":"c"}],"nextCursor":""}`)
		default:
			reply(w, id, `{"tools":[{"name":"a"},{"name":"b","x":{"y":[1]}}],"nextCursor":"two"}`)
		}
		return true
	}
	tools, err := dial(t, serve(t, s), "vscode", nil).Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []json.RawMessage{[]byte(`{"name":"a"}`), []byte(`{"name":"b","x":{"y":[1]}}`), []byte(`{"name":"c"}`)}
	if diff := cmp.Diff(want, tools); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}

func TestListsThatAreWrong(t *testing.T) {
	t.Parallel()
	for name, result := range map[string]string{
		"no list":               `{"tools":{}}`,
		"no member":             `{}`,
		"no object":             `[]`,
		"null":                  `null`,
		"a cursor that is none": `{"tools":[],"nextCursor":7}`,
		"no end":                `{"tools":[],"nextCursor":"more"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := dial(t, serve(t, scripted("tools/list", result)), "vscode", nil).Tools(t.Context()); code(err) != "server_answer_malformed" {
				t.Errorf("error = %v", err)
			}
		})
	}
}

// The server forgets the session: it is opened again, once per request, and a
// tool runs once.
func TestLostSession(t *testing.T) {
	t.Parallel()
	s := &script{session: "first"}
	s.on = forgetful(s, 1)
	client := dial(t, serve(t, s), "vscode", nil)
	result, err := client.Call(t.Context(), "tool", nil, nil)
	if err != nil || string(result) != `{"did":"tools/call"}` {
		t.Fatalf("%s, %v", result, err)
	}
	if n := s.count("initialize"); n != 2 {
		t.Errorf("the session was opened %d times, want 2", n)
	}

	always := &script{session: "first"}
	always.on = forgetful(always, 1000)
	client = dial(t, serve(t, always), "vscode", nil)
	if _, err := client.Call(t.Context(), "tool", nil, nil); err == nil {
		t.Error("a server that forgets every session gave a result")
	}
	if n := always.count("initialize"); n != 2 {
		t.Errorf("the session was opened %d times, want 2: once more for the request", n)
	}
}

// forgetful answers 404 to the requests of the first n sessions.
func forgetful(s *script, n int) func(http.ResponseWriter, *http.Request, json.RawMessage, string, json.RawMessage) bool {
	sessions := 0
	return func(w http.ResponseWriter, r *http.Request, _ json.RawMessage, method string, _ json.RawMessage) bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		if method == "initialize" {
			sessions++
			s.session = fmt.Sprint("session", sessions)
			w.Header().Set("Mcp-Session-Id", s.session)
			return false
		}
		var number int
		if _, err := fmt.Sscanf(r.Header.Get("Mcp-Session-Id"), "session%d", &number); err == nil && number <= n && method == "tools/call" {
			w.WriteHeader(http.StatusNotFound)
			return true
		}
		return false
	}
}

// A connection that breaks in the middle of a call: a tool may have run, so it
// is not called again; a read is.
func TestConnectionThatBreaks(t *testing.T) {
	t.Parallel()
	s := &script{}
	broken := map[string]bool{}
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, _ json.RawMessage) bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		if method != "tools/call" && method != "resources/read" || broken[method] {
			return false
		}
		broken[method] = true
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, ": the answer to "+string(id)+" is lost\n\n")
		return true
	}
	client := dial(t, serve(t, s), "vscode", nil)
	if _, err := client.Call(t.Context(), "tool", nil, nil); code(err) != "server_gone" {
		t.Errorf("error = %v, want server_gone", err)
	}
	if n := s.count("tools/call"); n != 1 {
		t.Errorf("the tool was called %d times", n)
	}
	if result, err := client.Read(t.Context(), "ui://x"); err != nil || string(result) != `{"did":"resources/read"}` {
		t.Errorf("reading: %s, %v", result, err)
	}
	if result, err := client.Call(t.Context(), "tool", nil, nil); err != nil || string(result) != `{"did":"tools/call"}` {
		t.Errorf("calling after that: %s, %v", result, err)
	}
}

func TestServerThatDiesDuringACall(t *testing.T) {
	t.Parallel()
	s := &script{}
	s.on = func(w http.ResponseWriter, _ *http.Request, _ json.RawMessage, method string, _ json.RawMessage) bool {
		if method != "tools/call" {
			return false
		}
		connection, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_ = connection.Close()
		}
		return true
	}
	client := dial(t, serve(t, s), "vscode", nil)
	if _, err := client.Call(t.Context(), "tool", nil, nil); err == nil {
		t.Error("a dead server gave a result")
	}
	if n := s.count("tools/call"); n != 1 {
		t.Errorf("the tool was called %d times", n)
	}
}

func TestLargeAnswersAreRefused(t *testing.T) {
	t.Parallel()
	s := &script{}
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, params json.RawMessage) bool {
		if method != "tools/call" {
			return false
		}
		if strings.Contains(string(params), "stream") {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, "data: ")
		} else {
			w.Header().Set("Content-Type", "application/json")
		}
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"x":"`, id)
		chunk := strings.Repeat("x", 1<<20)
		for range 65 {
			if _, err := io.WriteString(w, chunk); err != nil {
				return true
			}
		}
		_, _ = io.WriteString(w, "\"}}\n\n")
		return true
	}
	client := dial(t, serve(t, s), "vscode", nil)
	for _, tool := range []string{"plain", "stream"} {
		if _, err := client.Call(t.Context(), tool, nil, nil); code(err) != "result_too_large" {
			t.Errorf("%s: error = %v, want result_too_large", tool, err)
		}
		if result, err := client.Read(t.Context(), "ui://x"); err != nil {
			t.Errorf("%s: afterwards: %s, %v", tool, result, err)
		}
	}
}

func TestAnswersThatAreWrong(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]struct{ kind, body string }{
		"garbage":            {"application/json", "{{{"},
		"nothing":            {"application/json", ""},
		"no JSON-RPC":        {"application/json", `{"result":1}`},
		"a page":             {"text/html", "<!doctype html>"},
		"garbage in a event": {"text/event-stream", "data: {{{\n\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &script{}
			s.on = func(w http.ResponseWriter, _ *http.Request, _ json.RawMessage, method string, _ json.RawMessage) bool {
				if method != "tools/call" {
					return false
				}
				w.Header().Set("Content-Type", answer.kind)
				_, _ = io.WriteString(w, answer.body)
				return true
			}
			client := dial(t, serve(t, s), "vscode", nil)
			result, err := client.Call(t.Context(), "tool", nil, nil)
			if err == nil || code(err) == "" {
				t.Errorf("%s, %v: want an error with a code", result, err)
			}
			if result, err := client.Read(t.Context(), "ui://x"); err != nil {
				t.Errorf("afterwards: %s, %v", result, err)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	s := &script{}
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, params json.RawMessage) bool {
		if method != "tools/call" {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		if strings.Contains(string(params), "status") {
			w.WriteHeader(http.StatusBadRequest)
		}
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32042,"message":"no","data":{"n":12345678901234567890}}}`, id)
		return true
	}
	client := dial(t, serve(t, s), "vscode", nil)
	for _, tool := range []string{"plain", "status"} {
		_, err := client.Call(t.Context(), tool, nil, nil)
		rpc, ok := errors.AsType[*mcpclient.RPCError](err)
		want := &mcpclient.RPCError{Code: -32042, Message: "no", Data: json.RawMessage(`{"n":12345678901234567890}`)}
		if diff := cmp.Diff(want, rpc); !ok || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tool, err, diff)
		}
	}
	if n := s.count("tools/call"); n != 2 {
		t.Errorf("%d calls reached the server, want 2", n)
	}
}

// What a server asks and says during a call is recorded, and answered.
func TestServerThatAsks(t *testing.T) {
	t.Parallel()
	answered := make(chan struct{})
	s := &script{}
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, _ json.RawMessage) bool {
		switch method {
		case "tools/call":
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"working"}}`+"\n\n"+
				`data: {"jsonrpc":"2.0","id":"ask","method":"sampling/createMessage","params":{}}`+"\n\n")
			if http.NewResponseController(w).Flush() == nil {
				<-answered
			}
			_, _ = fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"ok\":true}}\n\n", id)
			return true
		case "":
			close(answered)
		}
		return false
	}
	l := &log{}
	client := dial(t, serve(t, s), "vscode", l)
	if result, err := client.Call(t.Context(), "tool", nil, nil); err != nil || string(result) != `{"ok":true}` {
		t.Fatalf("%s, %v", result, err)
	}
	var got []string
	for _, m := range l.all() {
		if m.Method != "initialize" && m.Method != "notifications/initialized" {
			got = append(got, fmt.Sprint(m.Direction, " ", m.Kind, " ", m.Method, " ", m.ID))
		}
	}
	want := []string{
		"sent request tools/call 100",
		"received notification notifications/message ",
		"received request sampling/createMessage ask",
		"sent error sampling/createMessage ask",
		"received response tools/call 100",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}

func TestCloseEndsWhatWaits(t *testing.T) {
	t.Parallel()
	reached, left := make(chan struct{}), make(chan struct{})
	s := &script{}
	s.on = func(_ http.ResponseWriter, _ *http.Request, _ json.RawMessage, method string, _ json.RawMessage) bool {
		if method == "tools/call" {
			close(reached)
			<-left
		}
		return method == "tools/call"
	}
	client := dial(t, serve(t, s), "vscode", nil)
	t.Cleanup(func() { close(left) })
	ended := make(chan error, 1)
	go func() {
		_, err := client.Call(t.Context(), "tool", nil, nil)
		ended <- err
	}()
	<-reached
	if err := client.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; code(err) != "client_closed" {
		t.Errorf("the call that waited: %v", err)
	}
	if _, err := client.Call(t.Context(), "tool", nil, nil); code(err) != "client_closed" {
		t.Errorf("a call after the end: %v", err)
	}
	if err := client.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
}

// A tool's arguments are an object, whatever the caller has instead of one.
func TestCallWithoutArguments(t *testing.T) {
	t.Parallel()
	s := &script{}
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, params json.RawMessage) bool {
		if method == "tools/call" {
			reply(w, id, string(params))
		}
		return method == "tools/call"
	}
	client := dial(t, serve(t, s), "vscode", nil)
	for _, none := range []string{"", "null", " null\n"} {
		result, err := client.Call(t.Context(), "tool", json.RawMessage(none), nil)
		if err != nil || string(result) != `{"arguments":{},"name":"tool"}` {
			t.Errorf("%q: %s, %v", none, result, err)
		}
	}
}

package orieltest

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

const (
	// endpoint has no loopback name: those are for servers that listen on loopback.
	endpoint = "http://app.example/mcp"

	versionHeader = "Mcp-Protocol-Version"
	sessionHeader = "Mcp-Session-Id"
	methodHeader  = "Mcp-Method"
	nameHeader    = "Mcp-Name"
)

// message is a JSON-RPC message from the app.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

// answer is the answer to a request, and the notifications before it.
type answer struct {
	message

	raw      json.RawMessage
	progress []hosts.Progress
	logs     []hosts.LogMessage
	// challenge is the header with which the app asks for a sign-in; empty if it doesn't.
	challenge string
}

// implementation is the name and version of a program.
type implementation struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Version string `json:"version"`
}

// open initializes the connection.
func (h *Host) open() {
	h.t.Helper()
	l := h.link
	var told struct {
		Version      string         `json:"protocolVersion"`
		ServerInfo   implementation `json:"serverInfo"`
		Instructions string         `json:"instructions"`
		Meta         struct {
			ServerInfo implementation `json:"io.modelcontextprotocol/serverInfo"`
		} `json:"_meta"`
	}
	if l.lifecycle == Modern {
		h.result("server/discover", nil, &told)
		told.ServerInfo = told.Meta.ServerInfo
	} else {
		h.result("initialize", map[string]any{
			"protocolVersion": l.client.Protocol, "capabilities": l.capabilities(), "clientInfo": l.info(),
		}, &told)
		l.client.Protocol = told.Version
		const method = "notifications/initialized"
		if _, status, body := h.post(method, []byte(`{"jsonrpc":"2.0","method":"`+method+`"}`), nil); status >= http.StatusBadRequest {
			h.t.Fatalf("orieltest: %s got HTTP status %d: %s", method, status, head(body))
		}
		h.t.Cleanup(h.close)
	}
	l.connected = true
	l.server = ui.Identity{
		Name: told.ServerInfo.Name, Title: told.ServerInfo.Title, Version: told.ServerInfo.Version, Instructions: told.Instructions,
	}
}

// close ends the session. It ignores whether the server supports that.
func (h *Host) close() {
	if h.link.session == "" {
		return
	}
	// The test's own context has already ended.
	r := httptest.NewRequestWithContext(context.WithoutCancel(h.t.Context()), http.MethodDelete, endpoint, http.NoBody)
	h.link.header(r.Header)
	h.link.handler.ServeHTTP(httptest.NewRecorder(), r)
}

// maxRounds is how often one request may be answered with questions.
const maxRounds = 20

// ask sends a request, answers the questions that arrive instead of an answer, and returns
// the answer.
func (h *Host) ask(method string, params any, progress bool) answer {
	h.t.Helper()
	var again map[string]any
	for range maxRounds {
		got := h.askOnce(method, params, again, progress)
		if again = h.answerAll(method, got.Result); again == nil {
			return got
		}
	}
	h.t.Fatalf("orieltest: after %d rounds %s still asks questions.", maxRounds, method)
	return answer{}
}

func (h *Host) askOnce(method string, params any, again map[string]any, progress bool) answer {
	h.t.Helper()
	id := h.link.last.Add(1)
	object, err := h.link.params(method, params, id, progress)
	if err != nil {
		h.t.Fatalf("orieltest: the params of %s: %v", method, err)
	}
	maps.Copy(object, again)
	request := map[string]any{"jsonrpc": "2.0", "id": id, "method": method}
	if len(object) > 0 {
		request["params"] = object
	}
	body, err := json.Marshal(request)
	if err != nil {
		h.t.Fatalf("orieltest: the params of %s: %v", method, err)
	}
	header, status, got := h.post(method, body, object)
	messages, err := messagesOf(header.Get("Content-Type"), got)
	if err != nil {
		h.t.Fatalf("orieltest: %s got HTTP status %d and no JSON-RPC message (%v): %s", method, status, err, head(got))
	}
	a, found := answerTo(id, messages)
	if challenge := header.Get("WWW-Authenticate"); challenge != "" && len(messages) > 0 {
		if !found { // refused before the request was read, so without its id
			a.raw = messages[len(messages)-1]
			found = json.Unmarshal(a.raw, &a.message) == nil
		}
		a.challenge = challenge
	}
	if !found {
		h.t.Fatalf("orieltest: %s got no answer; HTTP status %d: %s", method, status, head(got))
	}
	return a
}

// params returns the params of a request. Their _meta is merged from the lifecycle, the
// options and the caller, each overriding the one before.
func (l *link) params(method string, params any, id int64, progress bool) (map[string]any, error) {
	object, err := objectOf(params)
	if err != nil {
		return nil, err
	}
	own, err := objectOf(object["_meta"])
	if err != nil {
		return nil, fmt.Errorf("their _meta: %w", err)
	}
	meta := map[string]any{}
	if l.lifecycle == Modern {
		meta["io.modelcontextprotocol/protocolVersion"] = l.client.Protocol
		meta["io.modelcontextprotocol/clientInfo"] = l.info()
		meta["io.modelcontextprotocol/clientCapabilities"] = l.capabilities()
	}
	if progress {
		meta["progressToken"] = method + " " + strconv.FormatInt(id, 10)
	}
	maps.Copy(meta, l.options.Meta)
	maps.Copy(meta, own)
	if len(meta) > 0 {
		object["_meta"] = meta
	}
	return object, nil
}

// objectOf converts a value to a JSON object. Numbers stay json.Number.
func objectOf(v any) (map[string]any, error) {
	if v == nil {
		return map[string]any{}, nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("they don't marshal to JSON: %w", err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil || members == nil {
		return nil, fmt.Errorf("they are not a JSON object: %.200s", data)
	}
	object := make(map[string]any, len(members))
	for name, value := range members {
		object[name] = value
	}
	return object, nil
}

// requestTimeout is how long a request may take before the test fails.
const requestTimeout = time.Minute

// post sends a message to the app's handler.
func (h *Host) post(method string, body []byte, params map[string]any) (header http.Header, status int, answer []byte) {
	l := h.link
	// A test's own context ends before its Cleanup functions run.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(h.t.Context()), requestTimeout)
	defer cancel()
	if user := l.options.User; user.ID != "" || user.Scopes != nil {
		ctx = oriel.WithUser(ctx, user)
	} else if !l.connected && l.options.Handler == nil && len(l.options.Header) == 0 {
		ctx = oriel.WithoutSignIn(ctx) // so that a test can connect first, and say who it is later
	}
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, endpoint, bytes.NewReader(body))
	l.header(r.Header)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if method == "initialize" {
		r.Header.Del(versionHeader)
	}
	if l.lifecycle == Modern && method != "" {
		r.Header.Set(methodHeader, method)
		if name := named(method, params); name != "" {
			r.Header.Set(nameHeader, headerValue(name))
			l.repeatParams(r.Header, method, name, params)
		}
	}
	w := &receiver{ResponseRecorder: httptest.NewRecorder(), answer: h.reply}
	l.handler.ServeHTTP(w, r)
	w.answers.Wait()
	if session := w.Header().Get(sessionHeader); session != "" && method == "initialize" {
		l.session = session
	}
	return w.Header(), w.Code, w.Body.Bytes()
}

// header sets the headers of all requests of the connection.
func (l *link) header(header http.Header) {
	for name, values := range l.options.Header {
		header[http.CanonicalHeaderKey(name)] = slices.Clone(values)
	}
	if l.client.Protocol >= versionHeaderSince {
		header.Set(versionHeader, l.client.Protocol)
	}
	if l.session != "" {
		header.Set(sessionHeader, l.session)
	}
}

// named returns the name or URI in the params, which a header repeats.
func named(method string, params map[string]any) string {
	member := map[string]string{"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}[method]
	raw, _ := params[member].(json.RawMessage)
	var name string
	if json.Unmarshal(raw, &name) != nil {
		return ""
	}
	return name
}

// headerValue encodes a text as the value of a header, in base64 if necessary (MCP
// 2026-07-28, "Standard request headers").
func headerValue(text string) string {
	const prefix, suffix = "=?base64?", "?="
	plain := strings.TrimSpace(text) == text && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) &&
		(!strings.HasPrefix(text, prefix) || !strings.HasSuffix(text, suffix))
	if plain {
		return text
	}
	return prefix + base64.StdEncoding.EncodeToString([]byte(text)) + suffix
}

// messagesOf decodes a body: one message, or a stream of events with one message each.
func messagesOf(contentType string, body []byte) ([]json.RawMessage, error) {
	var messages []json.RawMessage
	switch kind, _, err := mime.ParseMediaType(contentType); {
	case err != nil:
		return nil, fmt.Errorf("its Content-Type is %q", contentType)
	case kind == "application/json":
		messages = []json.RawMessage{body}
	case kind == "text/event-stream":
		messages = events(body)
	default:
		return nil, fmt.Errorf("its Content-Type is %q", contentType)
	}
	for _, m := range messages {
		if !json.Valid(m) {
			return nil, errors.New("it is not JSON")
		}
	}
	return messages, nil
}

// events returns the data of the events in a stream (HTML, "Server-sent events").
func events(stream []byte) []json.RawMessage {
	var messages []json.RawMessage
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(stream))
	for event := range strings.SplitSeq(text, "\n\n") {
		var lines []string
		for line := range strings.SplitSeq(event, "\n") {
			if value, ok := strings.CutPrefix(line, "data:"); ok {
				lines = append(lines, strings.TrimPrefix(value, " "))
			}
		}
		if joined := strings.Join(lines, "\n"); joined != "" {
			messages = append(messages, json.RawMessage(joined))
		}
	}
	return messages
}

// answerTo finds the answer to a request among messages, and its progress and log
// notifications.
func answerTo(id int64, messages []json.RawMessage) (a answer, found bool) {
	want := strconv.FormatInt(id, 10)
	for _, raw := range messages {
		var m message
		if json.Unmarshal(raw, &m) != nil {
			continue
		}
		switch {
		case m.Method == "notifications/progress":
			var p struct {
				Progress float64 `json:"progress"`
				Total    float64 `json:"total"`
				Message  string  `json:"message"`
			}
			if json.Unmarshal(m.Params, &p) == nil {
				a.progress = append(a.progress, hosts.Progress{Done: p.Progress, Total: p.Total, Message: p.Message})
			}
		case m.Method == "notifications/message":
			var log struct {
				Level  hosts.LogLevel `json:"level"`
				Logger string         `json:"logger"`
				Data   any            `json:"data"`
			}
			if json.Unmarshal(m.Params, &log) == nil {
				a.logs = append(a.logs, hosts.LogMessage{Level: log.Level, Logger: log.Logger, Data: log.Data})
			}
		case m.Method == "" && string(m.ID) == want && (m.Error == nil) != (m.Result == nil):
			a.message, a.raw, found = m, raw, true
		}
	}
	return a, found
}

// head returns the beginning of a body, for an error.
func head(body []byte) string {
	const longest = 500
	if len(body) == 0 {
		return "(empty)"
	}
	if len(body) > longest {
		return string(body[:longest]) + "…"
	}
	return string(body)
}

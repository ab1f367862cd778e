package gosdk_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
)

// existing is a server as somebody may have one: with tools of every make, middleware,
// and all else that go-sdk has.
func existing() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "Weather Station", Version: "7"}, &mcp.ServerOptions{
		Instructions: "Ask me about the weather.",
		PageSize:     3,
		CompletionHandler: func(_ context.Context, r *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{r.Params.Argument.Value + "!"}}}, nil
		},
		SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { return nil },
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
		Capabilities:       &mcp.ServerCapabilities{Extensions: map[string]any{"example.com/own": map[string]any{"a": 1}}},
	})
	type in struct {
		City string `json:"city" jsonschema:"the city"`
	}
	type out struct {
		Degrees float64 `json:"degrees"`
	}
	mcp.AddTool(server, &mcp.Tool{Name: "forecast", Description: "Tells the weather"}, func(_ context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, out, error) {
		if i.City == "Atlantis" {
			return nil, out{}, fmt.Errorf("no such city <%s>", i.City)
		}
		return &mcp.CallToolResult{
			Meta:    mcp.Meta{"oriel/viewData": []int{1, 2}, "own": "kept"},
			Content: []mcp.Content{&mcp.TextContent{Text: "Warm in " + i.City}, &mcp.ImageContent{Data: []byte{1}, MIMEType: "image/png"}},
		}, out{21.5}, nil
	})
	mcp.AddTool(server, &mcp.Tool{Name: "add", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, func(_ context.Context, _ *mcp.CallToolRequest, i struct{ A, B int }) (*mcp.CallToolResult, any, error) {
		return nil, map[string]int{"sum": i.A + i.B}, nil
	})
	server.AddTool(&mcp.Tool{
		Name: "raw", InputSchema: json.RawMessage(`{"type":"object","b":1,"a":2}`), Meta: mcp.Meta{"own": map[string]any{"k": "v"}},
	}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(r.Params.Arguments)}}, StructuredContent: json.RawMessage(`[1,2,3]`)}, nil
	})
	server.AddTool(&mcp.Tool{
		Name: "settings", InputSchema: json.RawMessage(`{"type":"object"}`), Meta: mcp.Meta{"ui": map[string]any{"visibility": []string{"app"}}},
	}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "set"}}}, nil
	})
	server.AddPrompt(&mcp.Prompt{Name: "plan", Arguments: []*mcp.PromptArgument{{Name: "city", Required: true}}}, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "Plan " + r.Params.Arguments["city"]}}}}, nil
	})
	read := func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, Text: "<read>"}}}, nil
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		server.AddResource(&mcp.Resource{URI: "file:///" + name, Name: name, MIMEType: "text/plain"}, read)
	}
	server.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "file:///logs/{day}", Name: "logs"}, read)
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			result, err := next(ctx, method, req)
			if called, ok := result.(*mcp.CallToolResult); ok && err == nil {
				before := called.Meta
				called.Meta = mcp.Meta{"seen": method, "before": before}
				if data, told := before["oriel/viewData"]; told {
					called.Meta["oriel/viewData"] = data
				}
			}
			return result, err
		}
	})
	return server
}

// own are requests for what the existing server has.
var own = []string{
	`"ping"`,
	`"prompts/list"`,
	`"resources/templates/list"`,
	`"prompts/get","params":{"name":"plan","arguments":{"city":"Rome"}}`,
	`"prompts/get","params":{"name":"none"}`,
	`"resources/read","params":{"uri":"file:///a"}`,
	`"resources/read","params":{"uri":"file:///logs/monday"}`,
	`"resources/read","params":{"uri":"file:///none"}`,
	`"completion/complete","params":{"ref":{"type":"ref/prompt","name":"plan"},"argument":{"name":"city","value":"R"}}`,
	`"tools/call","params":{"name":"add","arguments":{"A":1,"B":2}}`,
	`"tools/call","params":{"name":"add","arguments":{"A":"x"}}`,
	`"tools/call","params":{"name":"raw","arguments":{"z":1, "a":[9007199254740993]}}`,
	`"tools/call","params":{"name":"settings","arguments":{}}`,
	`"tools/call","params":{"name":"none","arguments":{}}`,
	`"tools/list","params":{"cursor":"broken"}`,
	`"no/such/method"`,
}

// called is a call of the tool that gets a view.
const called = `"tools/call","params":{"name":"forecast","arguments":{"city":"Lisbon"}}`

// line is a conversation with a server: it sends one request and returns the answer,
// byte for byte.
type line func(request string) []byte

// lines are the ways to reach a server, by their names.
func lines(t *testing.T, server *mcp.Server, host string) map[string]line {
	t.Helper()
	options := &mcp.StreamableHTTPOptions{JSONResponse: true}
	pick := func(*http.Request) *mcp.Server { return server }
	info, capabilities := introduction(t, host)
	return map[string]line{
		"older lifecycle, HTTP": legacyHTTP(t, mcp.NewStreamableHTTPHandler(pick, options), info, capabilities),
		"newer lifecycle, HTTP": modernHTTP(t, mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{JSONResponse: true, Stateless: true}), info, capabilities),
		"older lifecycle, pipe": legacyPipe(t, server, info, capabilities),
	}
}

func introduction(t *testing.T, host string) (info, capabilities string) {
	t.Helper()
	p, ok := hosts.Get(host)
	if !ok {
		t.Fatalf("no profile %s", host)
	}
	name := "test-" + host
	if names := p.Clients.Value; len(names) > 0 {
		name = names[0]
	}
	capabilities = "{}"
	if p.AdvertisesUI.Value {
		capabilities = `{"extensions":{"` + hosts.UIExtension + `":{"mimeTypes":["` + hosts.ViewMIMEType + `"]}}}`
	}
	return `{"name":"` + name + `","version":"1"}`, capabilities
}

func legacyHTTP(t *testing.T, handler http.Handler, info, capabilities string) line {
	t.Helper()
	session := ""
	send := func(message string) []byte {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://server.example/", strings.NewReader(message))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
			r.Header.Set("Mcp-Protocol-Version", "2025-11-25")
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if session == "" {
			session = w.Header().Get("Mcp-Session-Id")
		}
		return w.Body.Bytes()
	}
	send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":` + capabilities + `,"clientInfo":` + info + `}}`)
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return func(request string) []byte { return send(`{"jsonrpc":"2.0","id":1,"method":` + request + `}`) }
}

func modernHTTP(t *testing.T, handler http.Handler, info, capabilities string) line {
	t.Helper()
	return func(request string) []byte {
		var m struct {
			Method string         `json:"method"`
			Params map[string]any `json:"params"`
		}
		if err := json.Unmarshal([]byte(`{"method":`+request+`}`), &m); err != nil {
			t.Fatal(err)
		}
		meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":` + info +
			`,"io.modelcontextprotocol/clientCapabilities":` + capabilities + `}`
		if len(m.Params) == 0 {
			request += `,"params":{` + meta + `}`
		} else {
			request = strings.Replace(request, `"params":{`, `"params":{`+meta+`,`, 1)
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://server.example/", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":`+request+`}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
		r.Header.Set("Mcp-Method", m.Method)
		for _, member := range []string{"name", "uri"} {
			if name, ok := m.Params[member].(string); ok {
				r.Header.Set("Mcp-Name", name)
			}
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Body.Bytes()
	}
}

func legacyPipe(t *testing.T, server *mcp.Server, info, capabilities string) line {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	session, err := server.Connect(t.Context(), &mcp.IOTransport{Reader: fromClient, Writer: toClient}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := toServer.Close(); err != nil {
			t.Error(err)
		}
		if err := session.Wait(); err != nil {
			t.Logf("the session ended: %v", err)
		}
		if err := toClient.Close(); err != nil {
			t.Error(err)
		}
	})
	answers := make(chan []byte, 1)
	go func() {
		defer close(answers)
		for reader := bufio.NewReader(fromServer); ; {
			got, err := reader.ReadBytes('\n')
			if err != nil {
				return
			}
			if bytes.Contains(got, []byte(`"id":`)) { // not a notification
				answers <- got
			}
		}
	}()
	send := func(message string) {
		if _, err := io.WriteString(toServer, message+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	answer := func() []byte { return <-answers }
	send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":` + capabilities + `,"clientInfo":` + info + `}}`)
	answer()
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return func(request string) []byte {
		send(`{"jsonrpc":"2.0","id":1,"method":` + request + `}`)
		return answer()
	}
}

// listed returns all pages of a list, the raw entries by their names.
func listed(t *testing.T, ask line, method, member, key string) map[string]json.RawMessage {
	t.Helper()
	all := map[string]json.RawMessage{}
	cursor := ""
	for range 100 {
		var answer struct {
			Result struct {
				Next      string            `json:"nextCursor"`
				Tools     []json.RawMessage `json:"tools"`
				Resources []json.RawMessage `json:"resources"`
				Templates []json.RawMessage `json:"resourceTemplates"`
				Prompts   []json.RawMessage `json:"prompts"`
			} `json:"result"`
		}
		raw := ask(`"` + method + `","params":{"cursor":"` + cursor + `"}`)
		if err := json.Unmarshal(raw, &answer); err != nil {
			t.Fatalf("%v in %s", err, raw)
		}
		entries := map[string][]json.RawMessage{
			"tools": answer.Result.Tools, "resources": answer.Result.Resources,
			"resourceTemplates": answer.Result.Templates, "prompts": answer.Result.Prompts,
		}[member]
		for _, entry := range entries {
			var members map[string]any
			if err := json.Unmarshal(entry, &members); err != nil {
				t.Fatal(err)
			}
			name, _ := members[key].(string)
			if all[name] != nil {
				t.Errorf("%s lists %s twice", method, name)
			}
			all[name] = entry
		}
		if cursor = answer.Result.Next; cursor == "" {
			return all
		}
	}
	t.Fatalf("%s has no end", method)
	return nil
}

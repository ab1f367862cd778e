package mcpgo_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel/hosts"
)

// existing is a server as somebody may have one: with tools of every make, hooks,
// middleware, filters, and all else that mcp-go has.
func existing() *server.MCPServer {
	hooks := &server.Hooks{}
	hooks.AddAfterListTools(func(_ context.Context, _ any, _ *mcp.ListToolsRequest, result *mcp.ListToolsResult) {
		for i := range result.Tools {
			if result.Tools[i].Name == "raw" {
				result.Tools[i].Description = "seen by a hook"
			}
		}
	})
	s := server.NewMCPServer("Weather Station", "7",
		server.WithInstructions("Ask me about the weather."), server.WithPaginationLimit(3), server.WithHooks(hooks), server.WithCompletions(),
		server.WithResourceCapabilities(true, true), server.WithPromptCapabilities(true), server.WithLogging(),
		server.WithExtensions(map[string]any{"example.com/own": map[string]any{"a": 1}}),
		server.WithPromptCompletionProvider(completer{}),
		server.WithToolFilter(func(_ context.Context, tools []mcp.Tool) []mcp.Tool {
			return slices.DeleteFunc(slices.Clone(tools), func(t mcp.Tool) bool { return t.Name == "secret" })
		}),
		server.WithToolHandlerMiddleware(func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
			return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				result, err := next(ctx, r)
				if result != nil {
					meta := map[string]any{"seen": r.Params.Name}
					if result.Meta != nil {
						maps.Copy(meta, result.Meta.AdditionalFields)
					}
					copied := *result
					copied.Meta = mcp.NewMetaFromMap(meta)
					result = &copied
				}
				return result, err
			}
		}),
	)
	s.AddTool(mcp.NewTool("forecast", mcp.WithDescription("Tells the weather"), mcp.WithString("city", mcp.Required())), func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		city := r.GetString("city", "")
		if city == "Atlantis" {
			return mcp.NewToolResultError("no such city <" + city + ">"), nil
		}
		return &mcp.CallToolResult{
			Result:            mcp.Result{Meta: mcp.NewMetaFromMap(map[string]any{"oriel/viewData": []int{1, 2}, "own": "kept"})},
			Content:           []mcp.Content{mcp.NewTextContent("Warm in " + city), mcp.NewImageContent("AQ==", "image/png")},
			StructuredContent: map[string]any{"degrees": 21.5},
		}, nil
	})
	s.AddTool(mcp.NewTool("add", mcp.WithReadOnlyHintAnnotation(true), mcp.WithNumber("a"), mcp.WithNumber("b")), func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(fmt.Sprint(r.GetFloat("a", 0) + r.GetFloat("b", 0))), nil
	})
	raw := mcp.NewToolWithRawSchema("raw", "", json.RawMessage(`{"type":"object","b":1,"a":2}`))
	raw.Meta = mcp.NewMetaFromMap(map[string]any{"own": map[string]any{"k": "v"}})
	s.AddTool(raw, func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{mcp.NewTextContent(string(r.Params.RawArguments))}, StructuredContent: []int{1, 2, 3}}, nil
	})
	settings := mcp.NewToolWithRawSchema("settings", "", json.RawMessage(`{"type":"object"}`))
	settings.Meta = mcp.NewMetaFromMap(map[string]any{"ui": map[string]any{"visibility": []string{"app"}}})
	answer := func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("set"), nil
	}
	s.AddTool(settings, answer)
	s.AddTool(mcp.NewTool("secret"), answer)
	s.AddPrompt(mcp.NewPrompt("plan", mcp.WithArgument("city", mcp.RequiredArgument())), func(_ context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return mcp.NewGetPromptResult("", []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent("Plan "+r.Params.Arguments["city"]))}), nil
	})
	read := func(_ context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.Params.URI, Text: "<read>"}}, nil
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		s.AddResource(mcp.NewResource("file:///"+name, name, mcp.WithMIMEType("text/plain")), read)
	}
	s.AddResourceTemplate(mcp.NewResourceTemplate("file:///logs/{day}", "logs"), read)
	return s
}

type completer struct{}

func (completer) CompletePromptArgument(_ context.Context, _ string, argument mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	return &mcp.Completion{Values: []string{argument.Value + "!"}}, nil
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
	`"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}`,
	`"tools/call","params":{"name":"forecast","arguments":{"city":"Atlantis"}}`,
	`"tools/call","params":{"name":"secret","arguments":{}}`,
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
func lines(t *testing.T, s *server.MCPServer, host string) map[string]line {
	t.Helper()
	info, capabilities := introduction(t, host)
	return map[string]line{
		"older lifecycle, HTTP":   legacyHTTP(t, stateful(s), info, capabilities),
		"newer lifecycle, HTTP":   modernHTTP(t, server.NewStreamableHTTPServer(s), info, capabilities),
		"older lifecycle, memory": inMemory(t, s, info, capabilities),
	}
}

// stateful is mcp-go's handler that remembers its clients.
func stateful(s *server.MCPServer) http.Handler {
	return server.NewStreamableHTTPServer(s, server.WithStateful(true))
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
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://server.example/mcp", strings.NewReader(message))
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
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://server.example/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":`+request+`}`))
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

// inMemory is a session as mcp-go's in-process client has one.
func inMemory(t *testing.T, s *server.MCPServer, info, capabilities string) line {
	t.Helper()
	session := server.NewInProcessSession(s.GenerateInProcessSessionID(), nil)
	if err := s.RegisterSession(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	send := func(message string) []byte {
		raw, err := json.Marshal(s.HandleMessage(s.WithContext(t.Context(), session), json.RawMessage(message)))
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":` + capabilities + `,"clientInfo":` + info + `}}`)
	return func(request string) []byte { return send(`{"jsonrpc":"2.0","id":1,"method":` + request + `}`) }
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

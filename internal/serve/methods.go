package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/jsonwalk"
	"github.com/orielapps/oriel/ui"
)

// lifecycle is which of the two lifecycles a method belongs to.
type lifecycle int

const (
	both lifecycle = iota
	legacyOnly
	modernOnly
)

type method struct {
	in     lifecycle
	answer func(ctx context.Context, s *Server, r *request) (result, *rpcError)
}

// methods are the methods of MCP that are answered with one message. For
// subscriptions/listen, which has a stream, see listen.go.
var methods = map[string]method{
	"initialize":               {legacyOnly, initialize},
	"ping":                     {legacyOnly, ping},
	"logging/setLevel":         {legacyOnly, setLevel},
	"resources/subscribe":      {legacyOnly, subscribe},
	"resources/unsubscribe":    {legacyOnly, unsubscribe},
	"server/discover":          {modernOnly, discover},
	"tools/list":               {both, listTools},
	"tools/call":               {both, callTool},
	"resources/list":           {both, listResources},
	"resources/templates/list": {both, listTemplates},
	"resources/read":           {both, readResource},
	"prompts/list":             {both, listPrompts},
	"prompts/get":              {both, getPrompt},
	"completion/complete":      {both, complete},
}

const methodListen = "subscriptions/listen"

// handle answers a request, also if its handler panics.
func (s *Server) handle(ctx context.Context, r *request) (answer result, failure *rpcError) {
	defer func() {
		if reason := recover(); reason != nil {
			s.log.Error("panic while answering", "method", r.shown(), "panic", reason, "stack", string(debug.Stack()))
			answer, failure = nil, internalError()
		}
	}()
	logs := s.log.Enabled(ctx, slog.LevelInfo)
	if !logs && s.opts.Observe == nil {
		return s.dispatch(ctx, r)
	}
	began, name := time.Now(), r.name()
	end := func(Outcome) {}
	if s.opts.Observe != nil {
		ctx, end = s.opts.Observe(ctx, Observation{Method: r.shown(), Name: name, Client: r.client})
	}
	o := Outcome{Code: "internal"} // if it panics
	defer func() {
		o.Took = time.Since(began)
		if logs {
			s.log.LogAttrs(ctx, slog.LevelInfo, "request",
				slog.String("method", r.shown()), slog.String("name", name), slog.String("client", r.client.Name),
				slog.String("protocol", r.client.Protocol), slog.Duration("took", o.Took), slog.String("code", o.Code))
		}
		end(o)
	}()
	answer, failure = s.dispatch(ctx, r)
	o.Code = outcomeCode(answer, failure)
	return answer, failure
}

func (s *Server) dispatch(ctx context.Context, r *request) (result, *rpcError) {
	m, known := methods[r.method]
	if !known || m.in == legacyOnly && r.modern || m.in == modernOnly && !r.modern {
		return nil, methodNotFound(r.method)
	}
	answer, failure := m.answer(ctx, s, r)
	if failure == nil && r.modern {
		s.complete(answer)
	}
	return answer, failure
}

// shown returns the method for the log, shortened: a client may send anything.
func (r *request) shown() string { return cut(r.method, maxShown) }

func outcomeCode(answer result, failure *rpcError) string {
	if failure != nil {
		code, _ := failure.Data["code"].(string)
		return code
	}
	if call, ok := answer.(*callResult); ok && call.IsError {
		return "tool_error"
	}
	return ""
}

// name returns the tool, prompt or URI of a request, for the log.
func (r *request) name() string {
	member := "name"
	switch r.method {
	case "resources/read", "resources/subscribe", "resources/unsubscribe":
		member = "uri"
	case "tools/call", "prompts/get":
	default:
		return ""
	}
	const longest, longestDecoded = 200, 10_000
	value := r.arguments.get(member)
	if len(value) > longestDecoded && value[0] == '"' {
		return cut(string(value[1:longestDecoded]), longest) // as it came: decoding megabytes for the log takes too long
	}
	name, _ := jsonwalk.Text(value)
	return cut(name, longest)
}

func ping(context.Context, *Server, *request) (result, *rpcError) { return &emptyResult{}, nil }

func listTools(_ context.Context, s *Server, r *request) (result, *rpcError) {
	return s.list(r, func(c hosts.Client) result {
		return &toolsResult{cacheable: forAMinute(), Tools: orEmpty(s.app.ListTools(c))}
	})
}

func listResources(_ context.Context, s *Server, r *request) (result, *rpcError) {
	return s.list(r, func(c hosts.Client) result {
		return &resourcesResult{cacheable: forAMinute(), Resources: orEmpty(s.app.ListResources(c))}
	})
}

func listTemplates(_ context.Context, s *Server, r *request) (result, *rpcError) {
	return s.list(r, func(c hosts.Client) result {
		return &templatesResult{cacheable: forAMinute(), Templates: orEmpty(s.app.ListTemplates(c))}
	})
}

func listPrompts(_ context.Context, s *Server, r *request) (result, *rpcError) {
	if !s.app.Offers().Prompts {
		return nil, methodNotFound(r.method)
	}
	return s.list(r, func(c hosts.Client) result {
		return &promptsResult{cacheable: forAMinute(), Prompts: orEmpty(s.app.ListPrompts(c))}
	})
}

// noCursor refuses a cursor: lists have one page, so the server sends none.
func (r *request) noCursor() *rpcError {
	if cursor := r.arguments.get("cursor"); cursor != nil && !jsonwalk.IsNull(cursor) {
		return invalidParams("cursor_unknown", "This server has not sent this cursor: its lists have one page.", "Leave it out.")
	}
	return nil
}

// orEmpty replaces nil by an empty list, because JSON's null is not a list.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func callTool(ctx context.Context, s *Server, r *request) (result, *rpcError) {
	name, failure := r.arguments.text("name")
	if failure != nil {
		return nil, failure
	}
	arguments := r.arguments.get("arguments")
	if arguments != nil && !jsonwalk.IsObject(arguments) && !jsonwalk.IsNull(arguments) {
		return nil, invalidParams("params_invalid", "The arguments are not a JSON object.", "Send them by name.")
	}
	peer, failure := s.peer(ctx, r)
	if failure != nil {
		return nil, failure
	}
	wire, err := s.app.CallTool(ctx, peer, name, arguments)
	if err != nil {
		return s.noResult(err)
	}
	content := wire.Content
	if content == nil {
		content = []any{}
	}
	return &callResult{
		common: common{Meta: wire.Meta}, Content: content, StructuredContent: wire.StructuredContent, IsError: wire.IsError,
	}, nil
}

func readResource(ctx context.Context, s *Server, r *request) (result, *rpcError) {
	uri, failure := r.arguments.uri()
	if failure != nil {
		return nil, failure
	}
	peer, failure := s.peer(ctx, r)
	if failure != nil {
		return nil, failure
	}
	d, text, err := s.app.ReadPrepared(ctx, peer, uri)
	if err != nil {
		answer, failure := s.noResult(err)
		if failure != nil && failure.Code == codeInvalidParams && len(uri) <= maxEcho {
			failure.Data["uri"] = uri // SEP-2164
		}
		if failure != nil && !r.modern && slices.Contains(notFound, failure.Data["code"]) {
			failure.Code = codeResourceNotFound
		}
		return answer, failure
	}
	return &readResult{cacheable: forAMinute(), Contents: []ui.Document{d}, text: text}, nil
}

// notFound are the codes of errors for a resource that does not exist.
var notFound = []any{"resource_not_found", "view_not_found"}

// maxEcho is how long a URI may be that an error repeats, in bytes.
const maxEcho = 1000

func getPrompt(ctx context.Context, s *Server, r *request) (result, *rpcError) {
	if !s.app.Offers().Prompts {
		return nil, methodNotFound(r.method)
	}
	name, failure := r.arguments.text("name")
	if failure != nil {
		return nil, failure
	}
	arguments, failure := stringsOf(r.arguments.get("arguments"), "arguments")
	if failure != nil {
		return nil, failure
	}
	peer, failure := s.peer(ctx, r)
	if failure != nil {
		return nil, failure
	}
	object, err := encode(arguments)
	if err != nil {
		return nil, internalError()
	}
	p, err := s.app.GetPrompt(ctx, peer, name, object)
	if err != nil {
		return s.noResult(err)
	}
	return &promptResult{common: common{Meta: p.Meta}, Description: p.Description, Messages: orEmpty(p.Messages)}, nil
}

// stringsOf reads an object whose values are strings.
func stringsOf(value json.RawMessage, what string) (map[string]string, *rpcError) {
	values := map[string]string{}
	if value == nil || jsonwalk.IsNull(value) {
		return values, nil
	}
	if !jsonwalk.IsObject(value) || json.Unmarshal(value, &values) != nil {
		return nil, invalidParams("params_invalid", fmt.Sprintf("The %s are not an object of strings.", what), "Send each as a string.")
	}
	return values, nil
}

func complete(ctx context.Context, s *Server, r *request) (result, *rpcError) {
	if !s.app.Offers().Completions {
		return nil, methodNotFound(r.method)
	}
	var p struct {
		Ref struct {
			Type string `json:"type"`
			Name string `json:"name"`
			URI  string `json:"uri"`
		} `json:"ref"`
		Argument struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		} `json:"argument"`
		Context struct {
			Arguments map[string]string `json:"arguments"`
		} `json:"context"`
	}
	if r.params == nil || json.Unmarshal(r.params, &p) != nil || p.Argument.Name == "" {
		return nil, invalidParams("params_invalid", "The params are not those of a completion.", "Send ref and argument, with name and value.")
	}
	c := hosts.CompleteRequest{Name: p.Argument.Name, Typed: p.Argument.Value, Known: p.Context.Arguments}
	switch {
	case p.Ref.Type == "ref/prompt" && p.Ref.Name != "":
		c.Prompt = p.Ref.Name
	case p.Ref.Type == "ref/resource" && p.Ref.URI != "":
		c.Template = p.Ref.URI
	default:
		return nil, invalidParams("params_invalid", "The ref names neither a prompt nor a resource template.",
			`Send "ref/prompt" with a name, or "ref/resource" with a uri.`)
	}
	peer, failure := s.peer(ctx, r)
	if failure != nil {
		return nil, failure
	}
	completion, err := s.app.Complete(ctx, peer, c)
	if err != nil {
		return s.noResult(err)
	}
	completion.Values = orEmpty(completion.Values)
	return &completeResult{Completion: completion}, nil
}

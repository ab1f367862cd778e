package gosdk

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/ui"
)

// handlerOf returns the handler of a server. go-sdk only gives it to middleware.
func handlerOf(server *mcp.Server) (handle mcp.MethodHandler) {
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		handle = next
		return next
	})
	return handle
}

// stock lists what a server has. It asks like a client, which go-sdk requires, but sends no
// message. A nil handle means a server without entries.
type stock struct {
	server  *mcp.Server
	handle  mcp.MethodHandler
	session *mcp.ServerSession
}

// close ends the session, so that go-sdk doesn't notify it of later changes.
func (s *stock) close() {
	if s.session != nil {
		_ = s.session.Close() // nothing can be lost
		s.session = nil
	}
}

func (s *stock) tools() (map[string]*mcp.Tool, error) {
	return everything(s, "tools/list", func(result mcp.Result) ([]*mcp.Tool, string, bool) {
		base, entries := toolsIn(result)
		if base == nil {
			return nil, "", false
		}
		tools := make([]*mcp.Tool, 0, len(entries))
		for _, e := range entries {
			switch t := e.(type) {
			case *mcp.Tool:
				tools = append(tools, t)
			case *ui.WireTool:
				tools = append(tools, toolEntry(t))
			}
		}
		return tools, base.NextCursor, true
	}, toolName)
}

func (s *stock) prompts() (map[string]*mcp.Prompt, error) {
	return everything(s, "prompts/list", func(result mcp.Result) ([]*mcp.Prompt, string, bool) {
		list, ok := result.(*mcp.ListPromptsResult)
		if !ok {
			return nil, "", false
		}
		return list.Prompts, list.NextCursor, true
	}, promptName)
}

func (s *stock) resources() (map[string]*mcp.Resource, error) {
	return everything(s, "resources/list", func(result mcp.Result) ([]*mcp.Resource, string, bool) {
		list, ok := result.(*mcp.ListResourcesResult)
		if !ok {
			return nil, "", false
		}
		return list.Resources, list.NextCursor, true
	}, resourceName)
}

func (s *stock) templates() (map[string]*mcp.ResourceTemplate, error) {
	return everything(s, "resources/templates/list", func(result mcp.Result) ([]*mcp.ResourceTemplate, string, bool) {
		list, ok := result.(*mcp.ListResourceTemplatesResult)
		if !ok {
			return nil, "", false
		}
		return list.ResourceTemplates, list.NextCursor, true
	}, templateName)
}

// identity returns the name and version of the server.
func (s *stock) identity() (*mcp.Implementation, error) {
	defer s.close()
	result, err := s.ask("initialize", "")
	if err != nil {
		return nil, err
	}
	told, ok := result.(*mcp.InitializeResult)
	if !ok || told.ServerInfo == nil {
		return &mcp.Implementation{}, nil
	}
	return told.ServerInfo, nil
}

func toolName(t *mcp.Tool) string                 { return t.Name }
func promptName(p *mcp.Prompt) string             { return p.Name }
func resourceName(r *mcp.Resource) string         { return r.URI }
func templateName(t *mcp.ResourceTemplate) string { return t.URITemplate }

// maxPages ends a list whose pages are a cycle.
const maxPages = 10_000

// everything returns all entries of a list by name.
func everything[E any](s *stock, method string, read func(mcp.Result) (entries []*E, next string, ok bool), name func(*E) string) (map[string]*E, error) {
	all := map[string]*E{}
	if s.handle == nil {
		return all, nil
	}
	defer s.close()
	cursor := ""
	for range maxPages {
		result, err := s.ask(method, cursor)
		if err != nil {
			return nil, err
		}
		entries, next, ok := read(result)
		if !ok {
			return nil, unreadable(method, fmt.Errorf("the answer is a %T", result))
		}
		for _, e := range entries {
			if e != nil {
				all[name(e)] = e
			}
		}
		if cursor = next; cursor == "" {
			return all, nil
		}
	}
	return nil, unreadable(method, fmt.Errorf("it has more than %d pages", maxPages))
}

// ask sends a request to the server's handler.
func (s *stock) ask(method, cursor string) (mcp.Result, error) {
	ctx := context.Background()
	var result mcp.Result
	err := guarded(func() (err error) {
		if s.session == nil {
			if s.session, err = s.server.Connect(ctx, &silence{}, nil); err != nil {
				return err //nolint:wrapcheck // wrapped by unreadable
			}
		}
		result, err = s.handle(ctx, method, s.request(method, cursor))
		return err
	})
	if err != nil {
		return nil, unreadable(method, err)
	}
	return result, nil
}

// request returns a request with what middleware may expect of one over HTTP.
func (s *stock) request(method, cursor string) mcp.Request {
	extra := &mcp.RequestExtra{Header: http.Header{}}
	switch method {
	case "initialize":
		return &mcp.ServerRequest[*mcp.InitializeParams]{Session: s.session, Extra: extra, Params: &mcp.InitializeParams{
			ProtocolVersion: "2025-11-25", Capabilities: &mcp.ClientCapabilities{}, ClientInfo: &mcp.Implementation{Name: "oriel", Version: "1"},
		}}
	case "tools/list":
		return &mcp.ListToolsRequest{Session: s.session, Extra: extra, Params: &mcp.ListToolsParams{Cursor: cursor}}
	case "prompts/list":
		return &mcp.ListPromptsRequest{Session: s.session, Extra: extra, Params: &mcp.ListPromptsParams{Cursor: cursor}}
	case "resources/list":
		return &mcp.ListResourcesRequest{Session: s.session, Extra: extra, Params: &mcp.ListResourcesParams{Cursor: cursor}}
	default:
		return &mcp.ListResourceTemplatesRequest{Session: s.session, Extra: extra, Params: &mcp.ListResourceTemplatesParams{Cursor: cursor}}
	}
}

func unreadable(method string, err error) error {
	return &ui.Error{
		Code:    "server_unreadable",
		Message: fmt.Sprintf("The server's entries can't be listed: %s returns %v.", method, err),
		Fix:     "If middleware of yours refuses that, add it after the call of package gosdk.",
	}
}

// silence is a connection without messages.
type silence struct {
	once sync.Once
	ends sync.Once
	end  chan struct{}
}

// Connect returns the connection itself.
func (s *silence) Connect(context.Context) (mcp.Connection, error) {
	s.begin()
	return s, nil
}

func (s *silence) begin() { s.once.Do(func() { s.end = make(chan struct{}) }) }

// Read waits until the connection ends.
func (s *silence) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case <-s.end:
	case <-ctx.Done():
	}
	return nil, io.EOF
}

// Write discards a message.
func (s *silence) Write(context.Context, jsonrpc.Message) error { return nil }

// Close ends the connection.
func (s *silence) Close() error {
	s.ends.Do(func() { close(s.end) })
	return nil
}

// SessionID returns "": there is no session.
func (s *silence) SessionID() string { return "" }

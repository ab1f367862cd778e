package gosdk_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/orieltest"
)

var library = attachtest.Library[mcp.Server]{
	Existing: existing,
	Bare:     func() *mcp.Server { return mcp.NewServer(&mcp.Implementation{Name: "own", Version: "1"}, nil) },

	New: gosdk.New, Attach: gosdk.Attach, AddView: gosdk.AddView, AddViewWith: gosdk.AddViewWith,

	SignIn: gosdk.SignIn,
	AddTool: func(s *mcp.Server, name, text string, meta map[string]any) {
		s.AddTool(&mcp.Tool{Name: name, Description: text, InputSchema: json.RawMessage(`{"type":"object"}`), Meta: meta},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
			})
	},
	RemoveTool: func(s *mcp.Server, name string) { s.RemoveTools(name) },
	AddOddTool: addOddTool,

	Legacy: jsonStateful, Modern: stateless, Stateless: stateless,
	Usual: func(s *mcp.Server, lifecycle orieltest.Lifecycle) http.Handler {
		if lifecycle == orieltest.Modern {
			return stateless(s)
		}
		return stateful(s)
	},
	Direct: func(t *testing.T, s *mcp.Server, client attachtest.Client) attachtest.Line {
		t.Helper()
		return client.OverPipe(t, func(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
			session, err := s.Connect(ctx, &mcp.IOTransport{Reader: in, Writer: out}, nil)
			if err != nil {
				return err
			}
			return session.Wait()
		})
	},

	Views:             "ui://weather-station/",
	UnknownTool:       "unknown tool",
	SessionsKeepUsers: true,
	ForgedState:       []string{"request_state_invalid", "-32602"},
	Unable:            []string{"-32021", `"requiredCapabilities":{"elicitation":{}}`, `"code":"capability_missing"`},
	Faults: map[string]attachtest.AttachFault{
		"template": {Declare: func(app *oriel.App) {
			oriel.AddTemplate(app, oriel.Template{URITemplate: "file:///logs/{day}", Name: "x"}, func(context.Context, map[string]string) (oriel.Contents, error) { return oriel.Contents{}, nil })
		}, Code: "template_taken"},
		"address": {Declare: func(app *oriel.App) {
			oriel.AddResource(app, oriel.Resource{URI: "late://%zz", Name: "x"}, func(context.Context) (oriel.Contents, error) { return oriel.Contents{}, nil })
		}, Code: "entry_refused"},
	},

	Level: func(answer map[string]any) {
		if result, ok := answer["result"].(map[string]any); ok {
			attachtest.SortLists(result)
			attachtest.DropCacheHints(result)
		}
	},
}

func TestLibrary(t *testing.T) {
	t.Parallel()
	library.Run(t)
}

func addOddTool(s *mcp.Server) {
	results := map[string]mcp.CallToolResult{
		"error":     {IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "no"}}},
		"picture":   {Content: []mcp.Content{&mcp.ImageContent{Data: []byte{1}, MIMEType: "image/png"}}},
		"list":      {StructuredContent: json.RawMessage(`[1]`)},
		"annotated": {Content: []mcp.Content{&mcp.TextContent{Text: "t", Annotations: &mcp.Annotations{Priority: 1}}}},
		"huge":      {Content: []mcp.Content{&mcp.TextContent{Text: strings.Repeat("x", 5<<20)}}},
	}
	s.AddTool(&mcp.Tool{Name: "odd", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in struct {
			Kind string `json:"kind"`
		}
		if err := json.Unmarshal(r.Params.Arguments, &in); err != nil {
			return nil, err
		}
		result := results[in.Kind]
		return &result, nil
	})
}

package clients_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/test/clients/trial"
	"github.com/orielapps/oriel/ui"
)

func TestSmokeGoSDKOverHTTP(t *testing.T) {
	t.Parallel()
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			url, d := trial.Serve(t)
			trial.Run(t, goClient(version, overHTTP(url))).Check(t, trial.Steps(version))
			d.Quiet(t)
			d.WantSessions(t, sessionsOf(version))
		})
	}
}

func TestGoSDKOverStdio(t *testing.T) {
	t.Parallel()
	program := buildProbe(t)
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			marks := t.TempDir()
			connect := goClient(version, func() mcp.Transport {
				return &mcp.CommandTransport{Command: exec.CommandContext(t.Context(), program, marks)}
			})
			trial.Run(t, connect).Check(t, trial.Steps(version))
			trial.WantEnded(t, marks)
		})
	}
}

func overHTTP(url string) func() mcp.Transport {
	return func() mcp.Transport { return &mcp.StreamableClientTransport{Endpoint: url} }
}

// goPeer is the client of go-sdk.
type goPeer struct {
	session      *mcp.ClientSession
	heard        *trial.Heard
	acknowledged chan struct{} // an item for each stream that the server has opened
	level        string
}

func goClient(version string, transport func() mcp.Transport) func(context.Context, bool) (trial.Peer, error) {
	return func(ctx context.Context, bare bool) (trial.Peer, error) {
		const many = 100
		p := &goPeer{heard: trial.NewHeard(), acknowledged: make(chan struct{}, many)}
		options := &mcp.ClientOptions{
			Logger:       slog.New(slog.DiscardHandler),
			Capabilities: &mcp.ClientCapabilities{},
			ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
				p.heard.ToolLists <- struct{}{}
			},
			ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { p.heard.Updates <- r.Params.URI },
			LoggingMessageHandler: func(_ context.Context, r *mcp.LoggingMessageRequest) {
				p.heard.Logs <- [2]any{r.Params.Level, r.Params.Data}
			},
			ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
				p.heard.Progress <- fmt.Sprintf("%v/%v %s", r.Params.Progress, r.Params.Total, r.Params.Message)
			},
		}
		if !bare {
			options.Capabilities = &mcp.ClientCapabilities{RootsV2: &mcp.RootCapabilities{}}
			options.Capabilities.AddExtension(trial.UIExtension, trial.UISettings())
			options.ElicitationHandler = p.elicit
			options.CreateMessageHandler = p.sample
		}
		client := mcp.NewClient(&mcp.Implementation{Name: "go-sdk", Version: "1"}, options)
		if !bare {
			client.AddRoots(&mcp.Root{URI: trial.RootURI, Name: trial.RootName})
		}
		// The client tells nobody when a stream is there that it has asked for.
		client.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
			return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
				if method == "notifications/subscriptions/acknowledged" {
					p.acknowledged <- struct{}{}
				}
				return next(ctx, method, r)
			}
		})
		var err error
		if p.session, err = client.Connect(ctx, transport(), &mcp.ClientSessionOptions{ProtocolVersion: version}); err != nil {
			return nil, err
		}
		return p, p.opened(ctx)
	}
}

func (p *goPeer) modern() bool { return p.session.InitializeResult().ProtocolVersion == trial.Modern }

// opened waits until the stream is there that the client has asked for. In the older
// lifecycle Connect has waited for it.
func (p *goPeer) opened(ctx context.Context) error {
	if !p.modern() {
		return nil
	}
	select {
	case <-p.acknowledged:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *goPeer) elicit(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	action, content := p.heard.Answer(r.Params.Message, r.Params.RequestedSchema)
	return &mcp.ElicitResult{Action: action, Content: content}, nil
}

func (p *goPeer) sample(context.Context, *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	return &mcp.CreateMessageResult{
		Role: "assistant", Model: trial.ModelName, StopReason: trial.ModelStop, Content: &mcp.TextContent{Text: trial.ModelText},
	}, nil
}

func (p *goPeer) Heard() *trial.Heard { return p.heard }

func (p *goPeer) Code(err error) int64 {
	if failure, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return failure.Code
	}
	return 0
}

func (p *goPeer) Introduction() trial.Introduction {
	i := p.session.InitializeResult()
	return trial.Introduction{
		Server:       trial.Server{Name: i.ServerInfo.Name, Title: i.ServerInfo.Title, Version: i.ServerInfo.Version},
		Instructions: i.Instructions, Offers: membersOf(i.Capabilities), Protocol: i.ProtocolVersion,
	}
}

func (p *goPeer) Tools(ctx context.Context) ([]trial.Tool, error) {
	list, err := p.session.ListTools(ctx, nil)
	if err != nil {
		return nil, err
	}
	return converted(list.Tools, func(tool *mcp.Tool) trial.Tool { return toolOf(tool.Name, tool.Meta["ui"]) }), nil
}

func (p *goPeer) Resources(ctx context.Context) ([]string, error) {
	list, err := p.session.ListResources(ctx, nil)
	if err != nil {
		return nil, err
	}
	return converted(list.Resources, func(r *mcp.Resource) string { return r.URI }), nil
}

func (p *goPeer) Templates(ctx context.Context) ([]string, error) {
	list, err := p.session.ListResourceTemplates(ctx, nil)
	if err != nil {
		return nil, err
	}
	return converted(list.ResourceTemplates, func(r *mcp.ResourceTemplate) string { return r.URITemplate }), nil
}

func (p *goPeer) Prompts(ctx context.Context) ([]trial.Prompt, error) {
	list, err := p.session.ListPrompts(ctx, nil)
	if err != nil {
		return nil, err
	}
	return converted(list.Prompts, func(each *mcp.Prompt) trial.Prompt {
		return trial.Prompt{Name: each.Name, Arguments: converted(each.Arguments, func(a *mcp.PromptArgument) string { return argumentOf(a.Name, a.Required) })}
	}), nil
}

func (p *goPeer) Read(ctx context.Context, uri string) ([]ui.Document, error) {
	result, err := p.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	if err != nil {
		return nil, err
	}
	return converted(result.Contents, func(d *mcp.ResourceContents) ui.Document {
		return ui.Document{URI: d.URI, MIMEType: d.MIMEType, Text: d.Text, Data: d.Blob}
	}), nil
}

func (p *goPeer) Call(ctx context.Context, tool string, arguments any, progress bool) (*trial.Result, error) {
	params := &mcp.CallToolParams{Name: tool, Arguments: arguments}
	if p.modern() && p.level != "" {
		// There each request says which log messages it wants.
		params.Meta = mcp.Meta{mcp.MetaKeyLogLevel: p.level}
	}
	if progress {
		params.SetProgressToken("progress of " + tool)
	}
	result, err := p.session.CallTool(ctx, params)
	if err != nil {
		return nil, err
	}
	return &trial.Result{
		Data: result.StructuredContent, Text: textOf(result.Content...), ViewData: result.Meta["oriel/viewData"], IsError: result.IsError,
	}, nil
}

func textOf(content ...mcp.Content) string {
	var texts []string
	for _, block := range content {
		if text, ok := block.(*mcp.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "\n")
}

func (p *goPeer) Prompt(ctx context.Context, name string, arguments map[string]string) ([]trial.Message, error) {
	result, err := p.session.GetPrompt(ctx, &mcp.GetPromptParams{Name: name, Arguments: arguments})
	if err != nil {
		return nil, err
	}
	return converted(result.Messages, func(m *mcp.PromptMessage) trial.Message {
		return trial.Message{Role: string(m.Role), Text: textOf(m.Content)}
	}), nil
}

func (p *goPeer) Complete(ctx context.Context, c trial.Completing) ([]string, error) {
	params := &mcp.CompleteParams{
		Ref:      &mcp.CompleteReference{Type: "ref/prompt", Name: c.Prompt},
		Argument: mcp.CompleteParamsArgument{Name: c.Name, Value: c.Typed},
	}
	if c.Template != "" {
		params.Ref = &mcp.CompleteReference{Type: "ref/resource", URI: c.Template}
	}
	if c.Known != nil {
		params.Context = &mcp.CompleteContext{Arguments: c.Known}
	}
	result, err := p.session.Complete(ctx, params)
	if err != nil {
		return nil, err
	}
	return result.Completion.Values, nil
}

func (p *goPeer) LogLevel(ctx context.Context, level string) error {
	p.level = level
	if p.modern() {
		return nil
	}
	return p.session.SetLoggingLevel(ctx, &mcp.SetLoggingLevelParams{Level: mcp.LoggingLevel(level)})
}

func (p *goPeer) Subscribe(ctx context.Context, uri string) error {
	if err := p.session.Subscribe(ctx, &mcp.SubscribeParams{URI: uri}); err != nil {
		return err
	}
	return p.opened(ctx)
}

func (p *goPeer) Unsubscribe(ctx context.Context, uri string) error {
	return p.session.Unsubscribe(ctx, &mcp.UnsubscribeParams{URI: uri})
}

func (p *goPeer) Close() error { return p.session.Close() }

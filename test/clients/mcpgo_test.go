package clients_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/orielapps/oriel/test/clients/trial"
	"github.com/orielapps/oriel/ui"
)

// mcp-go's client against the endpoint of an app of Oriel.
func TestMCPGoOverHTTP(t *testing.T) {
	t.Parallel()
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			url, d := trial.Serve(t)
			want := trial.Steps(version)
			if version != trial.Modern {
				want = trial.With(want, trial.Cancel, `["aborted",{"how":"released"}]`)
			}
			connect := mcpGoClient(version, func() (transport.Interface, <-chan struct{}, error) {
				opened := &streamOpened{opened: make(chan struct{})}
				options := []transport.StreamableHTTPCOption{transport.WithHTTPBasicClient(&http.Client{Transport: opened})}
				if version == trial.Modern {
					close(opened.opened)
				} else {
					options = append(options, transport.WithContinuousListening())
				}
				carrier, err := transport.NewStreamableHTTP(url, options...)
				return carrier, opened.opened, err
			})
			trial.Run(t, connect).Check(t, want)
			d.Quiet(t)
			d.WantSessions(t, sessionsOf(version))
		})
	}
}

func TestMCPGoOverStdio(t *testing.T) {
	t.Parallel()
	program := buildProbe(t)
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			marks := t.TempDir()
			connect := mcpGoClient(version, func() (transport.Interface, <-chan struct{}, error) {
				opened := make(chan struct{})
				close(opened)
				return transport.NewStdio(program, nil, marks), opened, nil
			})
			trial.Run(t, connect).Check(t, trial.Steps(version))
			trial.WantEnded(t, marks)
		})
	}
}

// fresh takes a new connection for each request: of one that is used again, the client's
// goroutines now and then cancel the next request with the last.
var fresh = &http.Transport{DisableKeepAlives: true}

// streamOpened notices when the stream of a session is there, which the client opens
// in the background.
type streamOpened struct {
	once   sync.Once
	opened chan struct{}
}

func (s *streamOpened) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := fresh.RoundTrip(r)
	if err == nil && r.Method == http.MethodGet && answer.StatusCode == http.StatusOK {
		s.once.Do(func() { close(s.opened) })
	}
	return answer, err
}

// mcpGoPeer is the client of mcp-go.
type mcpGoPeer struct {
	*client.Client

	said         *mcp.InitializeResult
	heard        *trial.Heard
	acknowledged chan struct{} // an item for each stream that the server has opened
}

func mcpGoClient(version string, carry func() (transport.Interface, <-chan struct{}, error)) func(context.Context, bool) (trial.Peer, error) {
	return func(ctx context.Context, bare bool) (trial.Peer, error) {
		const many = 100
		p := &mcpGoPeer{heard: trial.NewHeard(), acknowledged: make(chan struct{}, many)}
		options := []client.ClientOption{client.WithProtocolVersion(version)}
		if !bare {
			options = append(options, client.WithElicitationHandler(p), client.WithSamplingHandler(p), client.WithRootsHandler(p),
				client.WithClientCapabilities(mcp.ClientCapabilities{Extensions: map[string]any{trial.UIExtension: trial.UISettings()}}))
		}
		carrier, opened, err := carry()
		if err != nil {
			return nil, err
		}
		p.Client = client.NewClient(carrier, options...)
		p.OnNotification(p.notified)
		if err = p.Start(ctx); err != nil {
			return nil, err
		}
		begin := mcp.InitializeRequest{}
		begin.Params.ClientInfo = mcp.Implementation{Name: "mcp-go", Version: "1"}
		begin.Params.ProtocolVersion = version
		if p.said, err = p.Initialize(ctx, begin); err != nil {
			return nil, err
		}
		select {
		case <-opened:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if bare || !p.modern() {
			return p, nil
		}
		return p, p.listen(ctx)
	}
}

func (p *mcpGoPeer) modern() bool { return p.ProtocolVersion() == trial.Modern }

// listen opens a stream with all that is wanted by now, in place of the last one, and
// waits until it is there.
func (p *mcpGoPeer) listen(ctx context.Context) error {
	filter := p.PendingSubscriptionFilter()
	filter.ToolsListChanged = true
	if _, err := p.ListenAsync(context.WithoutCancel(ctx), filter, nil); err != nil {
		return err
	}
	select {
	case <-p.acknowledged:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *mcpGoPeer) notified(n mcp.JSONRPCNotification) {
	said := n.Params.AdditionalFields
	switch n.Method {
	case "notifications/subscriptions/acknowledged":
		p.acknowledged <- struct{}{}
	case "notifications/tools/list_changed":
		p.heard.ToolLists <- struct{}{}
	case "notifications/resources/updated":
		uri, _ := said["uri"].(string)
		p.heard.Updates <- uri
	case "notifications/message":
		p.heard.Logs <- [2]any{said["level"], said["data"]}
	case "notifications/progress":
		p.heard.Progress <- fmt.Sprintf("%v/%v %s", said["progress"], said["total"], said["message"])
	}
}

// Elicit answers for the user.
func (p *mcpGoPeer) Elicit(_ context.Context, r mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	action, content := p.heard.Answer(r.Params.Message, r.Params.RequestedSchema)
	result := &mcp.ElicitationResult{}
	result.Action = mcp.ElicitationResponseAction(action)
	if content != nil {
		result.Content = content
	}
	return result, nil
}

// CreateMessage answers for the model.
func (p *mcpGoPeer) CreateMessage(context.Context, mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	result := &mcp.CreateMessageResult{Model: trial.ModelName, StopReason: trial.ModelStop}
	result.Role, result.Content = mcp.RoleAssistant, mcp.TextContent{Type: "text", Text: trial.ModelText}
	return result, nil
}

// ListRoots tells the folders.
func (p *mcpGoPeer) ListRoots(context.Context, mcp.ListRootsRequest) (*mcp.ListRootsResult, error) {
	return &mcp.ListRootsResult{Roots: []mcp.Root{{URI: trial.RootURI, Name: trial.RootName}}}, nil
}

// Heard is what the client was told and asked.
func (p *mcpGoPeer) Heard() *trial.Heard { return p.heard }

// CancelsAlone reports that the client only stops waiting: before 2026-07-28 it says
// nothing to a server over HTTP.
func (p *mcpGoPeer) CancelsAlone() bool {
	_, overHTTP := p.GetTransport().(transport.HTTPConnection)
	return overHTTP && !p.modern()
}

// ClosesLater reports that a call may still pass after Close: over HTTP, each is cancelled
// by a goroutine that may come too late.
func (p *mcpGoPeer) ClosesLater() bool {
	_, overHTTP := p.GetTransport().(transport.HTTPConnection)
	return overHTTP
}

// Code is the code of the errors that the steps meet; the client has made others of
// them.
func (p *mcpGoPeer) Code(err error) int64 {
	switch {
	case errors.Is(err, mcp.ErrInvalidParams):
		return mcp.INVALID_PARAMS
	case errors.Is(err, mcp.ErrResourceNotFound):
		return mcp.RESOURCE_NOT_FOUND
	case mcp.IsMissingRequiredClientCapability(err):
		return mcp.MISSING_REQUIRED_CLIENT_CAPABILITY
	default:
		return 0
	}
}

// Introduction is what the server said of itself.
func (p *mcpGoPeer) Introduction() trial.Introduction {
	server := p.said.ServerInfo
	return trial.Introduction{
		Server:       trial.Server{Name: server.Name, Title: server.Title, Version: server.Version},
		Instructions: p.said.Instructions, Offers: membersOf(p.said.Capabilities), Protocol: p.said.ProtocolVersion,
	}
}

// Tools lists the tools.
func (p *mcpGoPeer) Tools(ctx context.Context) ([]trial.Tool, error) {
	list, err := p.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return nil, err
	}
	return converted(list.Tools, func(tool mcp.Tool) trial.Tool { return toolOf(tool.Name, extra(tool.Meta, "ui")) }), nil
}

func extra(meta *mcp.Meta, name string) any {
	if meta == nil {
		return nil
	}
	return meta.AdditionalFields[name]
}

// Resources lists the resources.
func (p *mcpGoPeer) Resources(ctx context.Context) ([]string, error) {
	list, err := p.ListResources(ctx, mcp.ListResourcesRequest{})
	if err != nil {
		return nil, err
	}
	return converted(list.Resources, func(r mcp.Resource) string { return r.URI }), nil
}

// Templates lists the templates.
func (p *mcpGoPeer) Templates(ctx context.Context) ([]string, error) {
	list, err := p.ListResourceTemplates(ctx, mcp.ListResourceTemplatesRequest{})
	if err != nil {
		return nil, err
	}
	return converted(list.ResourceTemplates, func(r mcp.ResourceTemplate) string { return r.URITemplate.Raw() }), nil
}

// Prompts lists the prompts.
func (p *mcpGoPeer) Prompts(ctx context.Context) ([]trial.Prompt, error) {
	list, err := p.ListPrompts(ctx, mcp.ListPromptsRequest{})
	if err != nil {
		return nil, err
	}
	return converted(list.Prompts, func(each mcp.Prompt) trial.Prompt {
		return trial.Prompt{Name: each.Name, Arguments: converted(each.Arguments, func(a mcp.PromptArgument) string { return argumentOf(a.Name, a.Required) })}
	}), nil
}

// Read reads a resource.
func (p *mcpGoPeer) Read(ctx context.Context, uri string) ([]ui.Document, error) {
	r := mcp.ReadResourceRequest{}
	r.Params.URI = uri
	result, err := p.ReadResource(ctx, r)
	if err != nil {
		return nil, err
	}
	var documents []ui.Document
	for _, each := range result.Contents {
		switch d := each.(type) {
		case mcp.TextResourceContents:
			documents = append(documents, ui.Document{URI: d.URI, MIMEType: d.MIMEType, Text: d.Text})
		case mcp.BlobResourceContents:
			data, err := base64.StdEncoding.DecodeString(d.Blob)
			if err != nil {
				return nil, err
			}
			documents = append(documents, ui.Document{URI: d.URI, MIMEType: d.MIMEType, Data: data})
		default:
			return nil, fmt.Errorf("contents are a %T", each)
		}
	}
	return documents, nil
}

// Call calls a tool.
func (p *mcpGoPeer) Call(ctx context.Context, tool string, arguments any, progress bool) (*trial.Result, error) {
	r := mcp.CallToolRequest{}
	r.Params.Name, r.Params.Arguments = tool, arguments
	if progress {
		r.Params.Meta = &mcp.Meta{ProgressToken: "progress of " + tool}
	}
	result, err := p.CallTool(ctx, r)
	if err != nil {
		return nil, err
	}
	return &trial.Result{
		Data: result.StructuredContent, Text: textIn(result.Content...), ViewData: extra(result.Meta, "oriel/viewData"), IsError: result.IsError,
	}, nil
}

func textIn(content ...mcp.Content) string {
	var texts []string
	for _, block := range content {
		if text, ok := block.(mcp.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// Prompt gets a prompt.
func (p *mcpGoPeer) Prompt(ctx context.Context, name string, arguments map[string]string) ([]trial.Message, error) {
	r := mcp.GetPromptRequest{}
	r.Params.Name, r.Params.Arguments = name, arguments
	result, err := p.GetPrompt(ctx, r)
	if err != nil {
		return nil, err
	}
	return converted(result.Messages, func(m mcp.PromptMessage) trial.Message {
		return trial.Message{Role: string(m.Role), Text: textIn(m.Content)}
	}), nil
}

// Complete completes an argument.
func (p *mcpGoPeer) Complete(ctx context.Context, c trial.Completing) ([]string, error) {
	r := mcp.CompleteRequest{}
	r.Params.Ref = mcp.PromptReference{Type: "ref/prompt", Name: c.Prompt}
	if c.Template != "" {
		r.Params.Ref = mcp.ResourceReference{Type: "ref/resource", URI: c.Template}
	}
	r.Params.Argument = mcp.CompleteArgument{Name: c.Name, Value: c.Typed}
	r.Params.Context.Arguments = c.Known
	result, err := p.Client.Complete(ctx, r)
	if err != nil {
		return nil, err
	}
	return result.Completion.Values, nil
}

// LogLevel says which log messages are wanted.
func (p *mcpGoPeer) LogLevel(ctx context.Context, level string) error {
	r := mcp.SetLevelRequest{}
	r.Params.Level = mcp.LoggingLevel(level)
	return p.SetLevel(ctx, r)
}

// Subscribe wants to hear of a resource.
func (p *mcpGoPeer) Subscribe(ctx context.Context, uri string) error {
	r := mcp.SubscribeRequest{}
	r.Params.URI = uri
	if err := p.Client.Subscribe(ctx, r); err != nil || !p.modern() {
		return err
	}
	return p.listen(ctx)
}

// Unsubscribe wants to hear no more of it.
func (p *mcpGoPeer) Unsubscribe(ctx context.Context, uri string) error {
	r := mcp.UnsubscribeRequest{}
	r.Params.URI = uri
	if err := p.Client.Unsubscribe(ctx, r); err != nil || !p.modern() {
		return err
	}
	return p.listen(ctx)
}

// Package library_test looks at an app with the official SDK's client.
package library_test

import (
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

type nothing struct{}

type slowInput struct {
	Asks bool `json:"asks,omitempty"`
}

// parcel is an app with a tool whose result has blocks of every kind.
func parcel() *oriel.App {
	app := oriel.New("parcel", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "follow"}, func(context.Context, nothing) (oriel.Result[nothing], error) {
		important, plain := 1.0, 0.25
		seen := time.Date(2026, time.November, 20, 12, 30, 0, 0, time.FixedZone("CET", 3600))
		return oriel.Result[nothing]{
			Text: "The parcel is in Rome.",
			Content: []ui.Block{
				ui.TextBlock{Text: "For you only.", Annotations: ui.Annotations{Audience: []ui.Role{ui.RoleUser}, Priority: &important, LastModified: seen}},
				ui.ImageBlock{Data: []byte("\x89PNG"), MIMEType: "image/png", Annotations: ui.Annotations{Audience: []ui.Role{ui.RoleUser, ui.RoleAssistant}}},
				ui.AudioBlock{Data: []byte("ding"), MIMEType: "audio/mpeg", Annotations: ui.Annotations{Priority: &plain}},
				ui.LinkBlock{
					URI: "https://parcels.example.com/rx7", Name: "rx7", Title: "RX 7", Description: "The parcel's page", MIMEType: "text/html", Size: 9,
					Annotations: ui.Annotations{LastModified: seen},
				},
				ui.ResourceBlock{URI: "parcels://rx7/notes", MIMEType: "text/plain", Text: "Fragile"},
				ui.ResourceBlock{URI: "parcels://rx7/label", MIMEType: "application/pdf", Data: []byte("%PDF")},
				ui.RawBlock(`{"type":"text","text":"As it is","_meta":{"example.com/raw":9007199254740993}}`),
			},
		}, nil
	})
	return app
}

// reach connects the official client to an app, over HTTP or pipes.
func reach(t *testing.T, app *oriel.App, over, protocol string, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	var transport mcp.Transport
	if over == "HTTP" {
		server := httptest.NewServer(app.Handler())
		t.Cleanup(server.Close)
		transport = &mcp.StreamableClientTransport{Endpoint: server.URL, DisableStandaloneSSE: true}
	} else {
		toServer, fromClient := io.Pipe()
		toClient, fromServer := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			ended <- app.Stdio(context.WithoutCancel(t.Context()), toServer, fromServer)
		}()
		t.Cleanup(func() {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
		transport = &mcp.IOTransport{Reader: toClient, Writer: fromClient}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "claude-ai", Version: "1"}, options)
	session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: protocol})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// What carries an app, and in which version.
var carriers = []struct{ over, protocol string }{
	{"HTTP", "2026-07-28"},
	{"HTTP", "2025-11-25"},
	{"pipes", "2026-07-28"},
	{"pipes", "2025-11-25"},
}

// The blocks of a result arrive as MCP has them, as the official client reads
// them.
func TestBlocksArrive(t *testing.T) {
	t.Parallel()
	size := int64(9)
	lastModified := "2026-11-20T11:30:00Z"
	want := []mcp.Content{
		&mcp.TextContent{Text: "The parcel is in Rome."},
		&mcp.TextContent{Text: "For you only.", Annotations: &mcp.Annotations{Audience: []mcp.Role{"user"}, Priority: 1, LastModified: lastModified}},
		&mcp.ImageContent{Data: []byte("\x89PNG"), MIMEType: "image/png", Annotations: &mcp.Annotations{Audience: []mcp.Role{"user", "assistant"}}},
		&mcp.AudioContent{Data: []byte("ding"), MIMEType: "audio/mpeg", Annotations: &mcp.Annotations{Priority: 0.25}},
		&mcp.ResourceLink{
			URI: "https://parcels.example.com/rx7", Name: "rx7", Title: "RX 7", Description: "The parcel's page", MIMEType: "text/html", Size: &size,
			Annotations: &mcp.Annotations{LastModified: lastModified},
		},
		&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "parcels://rx7/notes", MIMEType: "text/plain", Text: "Fragile"}},
		&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "parcels://rx7/label", MIMEType: "application/pdf", Blob: []byte("%PDF")}},
		&mcp.TextContent{Text: "As it is", Meta: mcp.Meta{"example.com/raw": float64(9007199254740993)}},
	}
	for _, carrier := range carriers {
		t.Run(carrier.over+" "+carrier.protocol, func(t *testing.T) {
			t.Parallel()
			session := reach(t, parcel(), carrier.over, carrier.protocol, nil)
			result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "follow"})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, result.Content); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Progress arrives while the call runs, and only at who asks for it.
func TestProgressArrives(t *testing.T) {
	t.Parallel()
	for _, carrier := range carriers {
		t.Run(carrier.over+" "+carrier.protocol, func(t *testing.T) {
			t.Parallel()
			app := oriel.New("slow", "1.0.0")
			heard := make(chan *mcp.ProgressNotificationParams, 10)
			oriel.AddTool(app, oriel.Tool{Name: "slow"}, func(ctx context.Context, in slowInput) (oriel.Result[slowInput], error) {
				r := oriel.RequestFrom(ctx)
				if err := r.Progress(ctx, 1, 2, "Halfway"); err != nil {
					return oriel.Result[slowInput]{}, fmt.Errorf("telling: %w", err)
				}
				if in.Asks {
					select {
					case first := <-heard: // it is there before the answer
						heard <- first
					case <-ctx.Done():
						return oriel.Result[slowInput]{}, &oriel.Error{Code: "unheard", Message: "The client has heard nothing."}
					}
				}
				return oriel.Result[slowInput]{Text: "Done."}, r.Progress(ctx, 2, 2, "")
			})
			session := reach(t, app, carrier.over, carrier.protocol, &mcp.ClientOptions{
				ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { heard <- r.Params },
			})
			params := &mcp.CallToolParams{Name: "slow", Arguments: slowInput{Asks: true}}
			params.SetProgressToken("token")
			result, err := session.CallTool(t.Context(), params)
			if err != nil || result.IsError {
				t.Fatalf("%v %+v", err, result)
			}
			for _, want := range []mcp.ProgressNotificationParams{
				{ProgressToken: "token", Progress: 1, Total: 2, Message: "Halfway"}, {ProgressToken: "token", Progress: 2, Total: 2},
			} {
				got := <-heard
				got.Meta = nil
				if diff := cmp.Diff(&want, got); diff != "" {
					t.Error(diff)
				}
			}
			if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "slow"}); err != nil {
				t.Fatal(err)
			}
			select {
			case unasked := <-heard:
				t.Errorf("who didn't ask is told %+v", unasked)
			default:
			}
		})
	}
}

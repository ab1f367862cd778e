package serve

import (
	"context"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
)

// peerOf is who sent a request, and what came along. In the older lifecycle the
// language of the user may come once, with initialize. Nothing else of it is
// taken over: the session may have another user by now.
func peerOf[P mcp.RequestParams](r *mcp.ServerRequest[P]) hosts.Peer {
	peer := hosts.Peer{Client: clientOf(r), Raw: r, Meta: maps.Clone(r.Params.GetMeta())}
	if first := r.Session.InitializeParams(); first != nil {
		for _, key := range []string{"openai/locale", "webplus/i18n"} {
			if locale, told := first.Meta[key]; told && peer.Meta[key] == nil {
				if peer.Meta == nil {
					peer.Meta = map[string]any{}
				}
				peer.Meta[key] = locale
			}
		}
	}
	if token := r.Params.GetProgressToken(); token != nil {
		peer.Progress = func(ctx context.Context, p hosts.Progress) error {
			return r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
				ProgressToken: token, Progress: p.Done, Total: p.Total, Message: p.Message,
			})
		}
	}
	return peer
}

// clientOf reads what the client said of itself: in initialize, or in this
// request's _meta.
func clientOf[P mcp.Params](r *mcp.ServerRequest[P]) hosts.Client {
	c := hosts.Client{Protocol: r.ProtocolVersion()}
	if info := r.ClientInfo(); info != nil {
		c.Told, c.Name, c.Version = true, info.Name, info.Version
	}
	capabilities := r.ClientCapabilities()
	if capabilities == nil {
		return c
	}
	c.Told = true
	settings, declared := capabilities.Extensions[UIExtension]
	if !declared {
		return c
	}
	extension, _ := settings.(map[string]any)
	types, _ := extension["mimeTypes"].([]any)
	for _, t := range types {
		if text, isText := t.(string); isText {
			c.UIMIMETypes = append(c.UIMIMETypes, text)
		}
	}
	if len(c.UIMIMETypes) == 0 {
		// The types are required, but who declares the extension shows views.
		c.UIMIMETypes = []string{hosts.ViewMIMEType}
	}
	return c
}

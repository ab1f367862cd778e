// Package gosdk adds views, or a whole Oriel app, to a server made with
// github.com/modelcontextprotocol/go-sdk.
//
// [AddView] gives a tool of the server a view, in every host that shows views. The tool
// keeps its handler and its results:
//
//	err := gosdk.AddView(server, "forecast", ui.HTML(page))
//
// [Attach] adds a whole app to a server: tools, views, resources, prompts and completion.
// [New] makes a server for an app alone; if you don't need go-sdk, oriel's App.Handler
// supports more.
//
// # How it works
//
// The app's entries are registered with the server under their own names, so the server's
// middleware, validation and notifications apply to them. A receiving middleware converts
// entries in lists for the host that asks, and declares the UI extension. Middleware that
// was added before sees the app's entries in a generic form; middleware that is added later
// sees what the host gets. Lists and views depend on the host, so they are marked as
// private for caches.
//
// # Hosts and users
//
// The host is detected from what the client says about itself. go-sdk's stateless HTTP
// handler doesn't keep what clients up to MCP 2025-11-25 said in initialize: they count as
// unknown, and get the metadata of all hosts. With the stateful handler, over stdio, and
// for clients of MCP 2026-07-28, the host is always known.
//
// The user of a request, which handlers read with oriel.RequestFrom, is the one whose token
// go-sdk's auth package has verified. A receiving middleware can set another with
// oriel.WithUser:
//
//	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
//		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
//			return next(oriel.WithUser(ctx, userOf(req.GetExtra())), method, req)
//		}
//	})
//
// With the stateless handler, values in the context of the HTTP request reach handlers.
// With the stateful one, all requests of a session have the values of the session's first
// request, even if another user sends them: there, don't pass users in the context.
//
// # Limits
//
// Questions (oriel.Ask and others) are converted to go-sdk's types, which support less than
// App.Handler; see docs/existing-servers.md. Clients can subscribe to the app's resources if
// the server has a SubscribeHandler. That should bound them, as the one of New does: anybody
// can subscribe, and go-sdk keeps all subscriptions in memory.
package gosdk

// Package gosdk puts an app, or a single view, on a server made with
// github.com/modelcontextprotocol/go-sdk that you already have.
//
// One line gives a tool of yours a view, in every host that shows views. The tool
// keeps its handler and its results:
//
//	err := gosdk.AddView(server, "forecast", ui.HTML(page))
//
// [Attach] adds a whole app beside what the server has: tools, views, resources,
// prompts and completion. [New] makes a server that has nothing but the app; where
// nothing ties you to go-sdk, oriel's own App.Handler does more.
//
// # How it works
//
// What the app has is registered with the server under its own names, so that the
// server's middleware, its checks and its notifications apply to it as to everything
// else. A receiving middleware puts the entries of the lists into the form of the
// host that asks, and declares the UI extension. Middleware that you add before sees
// the app's entries in a form for no host in particular, middleware that you add
// afterwards sees what the host gets. Lists and views depend on the host, so they
// are marked as private to whoever caches them.
//
// # Who asks
//
// A host is recognized by what its client says of itself. go-sdk's stateless HTTP
// handler forgets what clients of the older lifecycle said in initialize: they are
// taken for a host that nothing is known of, and get the metadata of all. The
// stateful handler, stdio, and clients of MCP 2026-07-28 anywhere have no such gap.
//
// The user of a request, which a handler reads with oriel.RequestFrom, is the one whose
// token the auth package of go-sdk has verified. A receiving middleware can set
// another with oriel.WithUser:
//
//	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
//		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
//			return next(oriel.WithUser(ctx, userOf(req.GetExtra())), method, req)
//		}
//	})
//
// Values that middleware has put into the context of the HTTP request reach handlers
// through the stateless handler. Through the stateful one all requests of a session
// have the values of its first request, whoever sends them: don't sign users in that
// way there.
//
// # Limits
//
// Questions to the user (oriel.Ask and the like) go through go-sdk's own types, which
// keep less of them than App.Handler does; see docs/existing-servers.md. Clients can
// subscribe to the app's resources where the server was made with a SubscribeHandler.
package gosdk

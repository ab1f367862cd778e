// Package foreign shows a view that another bundler's development server builds, such as Vite, webpack or
// Next.
//
// Such a server expects that a page and everything it loads come from the server's own origin, so scripts load
// other files by absolute paths. But a host shows a view's document on the host's origin. Each [Server] is
// therefore a proxy with its own origin, whose name can't be guessed. It forwards all requests, including
// WebSockets, to the development server. [Server.Document] returns the page with all addresses on that
// origin.
package foreign

// Package foreign shows a view that another bundler's development server builds:
// Vite, webpack, Next.
//
// Such a server thinks that a page and what it loads share an origin, at whose root
// it stands, and scripts name what they load by paths from there. A view's document
// is the host's, on an origin of the host's. So each [Server] is an origin of its own,
// with a name that nobody can guess: it hands on all requests, WebSockets included,
// and the document that it gives names everything by that origin.
package foreign

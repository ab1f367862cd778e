// Package devloop is what "oriel dev" does: it watches a project, builds its views in
// process, builds and runs its server, and tells whoever looks what has changed.
//
// A loop has these parts, each of which can be late without holding up another:
//
//   - [watch] tells what has changed in the project's folder.
//   - The gallery builds views (gallery.go). What it has built, the feed (feed.go)
//     hands to the running server, by the address in the environment variable
//     ORIEL_DEV; so a view's change needs no restart.
//   - The backend compiles the program and keeps one process of it running
//     (backend.go), or keeps somebody else's command running.
//   - The front (front.go) is the stable address of the server. It passes requests to
//     the process that runs at the moment, and holds them while there is none.
//   - The printer (dist.go) writes the documents that are committed, a while after
//     the last edit.
//
// What is wrong at the moment stands on the board (board.go). A page that shows all
// this is a [Screen].
package devloop

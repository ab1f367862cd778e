// Package devloop is what "oriel dev" does: it watches a project, builds its views in
// process, builds and runs its server, and reports what changes.
//
// A loop has these parts, none of which waits for another:
//
//   - Package watch reports changed files.
//   - viewBuilder builds views. The feed serves them to the running server, at the
//     address in the environment variable ORIEL_DEV, so a changed view needs no restart.
//   - backend compiles the program and keeps one process of it running, or keeps
//     another command running.
//   - proxy is the stable address of the server. It passes requests to the current
//     process, and holds them while there is none.
//   - issuer is the authorization server of an app that has none.
//   - distWriter writes the committed documents, a while after the last edit.
//   - typesWriter writes the types of the tools, and checker runs the type checker.
//
// problemList has everything that is wrong at the moment. A page that shows all this
// is a [Screen].
package devloop

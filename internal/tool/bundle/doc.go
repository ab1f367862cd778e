// Package bundle turns the folders below a project's "views" folder into
// self-contained HTML documents, with esbuild in process.
//
// A view is a folder with an index.html, index.tsx or index.ts. What it imports
// (TypeScript, JSX, CSS, images, fonts, JSON, text) ends up inside the document;
// nothing is loaded from elsewhere. "@oriel/view" is the runtime that this
// module carries, as are "@oriel/view/react" and its other entries. The same
// sources give the same bytes on every machine.
//
// Other names are packages: see package resolver. In the hash of a view's sources the
// lockfile stands for the packages, so that a checkout without node_modules can tell
// whether a document is up to date.
//
// JSX is compiled for the package that a "@jsxImportSource" comment names, else the
// nearest tsconfig.json, else for React or Preact if the nearest package.json depends
// on one of them, else to calls of h. With React or Preact, the default export of an
// index.tsx is mounted as the view.
//
// [Project.Build] makes documents for production. [Dev] makes them for
// development: quickly again after an edit, readable, with source maps.
//
// All paths inside the package are slash-separated and relative to the folder
// that sources may come from, the module's root; nothing outside is ever read.
package bundle

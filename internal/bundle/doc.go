// Package bundle turns the folders below a project's "views" folder into
// self-contained HTML documents, with esbuild in process.
//
// A view is a folder with an index.html, index.tsx or index.ts. What it imports
// (TypeScript, JSX, CSS, images, fonts, JSON, text) ends up inside the document;
// nothing is loaded from elsewhere. "@oriel/view" is the runtime that this
// module carries. The same sources give the same bytes on every machine.
//
// All paths inside the package are slash-separated and relative to the folder
// that sources may come from, the module's root; nothing outside is ever read.
package bundle

// Package bundle turns the folders below a project's "views" folder into
// self-contained HTML documents, with esbuild in process.
//
// A view is a folder with an index.html, index.tsx or index.ts. What it imports
// (TypeScript, JSX, CSS, images, fonts, JSON, text) ends up inside the document;
// nothing is loaded from elsewhere. "@oriel/view" is the runtime that this
// module carries, as are "@oriel/view/react" and its other entries. The same
// sources give the same bytes on every machine.
//
// Other names are packages, found in the folders node_modules between the
// importing file and the module's root by Node's rules ("exports" and "imports",
// "main", nested versions, links of workspaces and pnpm) and those of bundlers
// for browsers ("browser", "module", "sideEffects"; the conditions browser,
// import or require, module, production). In the hash of a view's sources the
// lockfile stands for them: whether a document is fresh can be told without
// node_modules.
//
// JSX is of the package that a "@jsxImportSource" comment names, else the
// nearest tsconfig.json, else of React or Preact as the nearest package.json
// depends on them, else calls of h. Of an index.tsx that has one of the two, the
// default export is mounted as the view.
//
// [Project.Build] makes documents for production. [Dev] makes them for
// development: quickly again after an edit, readable, with source maps.
//
// All paths inside the package are slash-separated and relative to the folder
// that sources may come from, the module's root; nothing outside is ever read.
package bundle

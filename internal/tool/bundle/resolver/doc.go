// Package resolver finds the file that an import in a view's source leads to.
//
// Paths ("./x") lead to files of the project, with TypeScript's convention that
// "./x.js" may be x.ts. Other names lead to packages in the folders node_modules
// between the importing file and the module's root, by Node's rules ("exports",
// "imports", "main", nested versions, links of workspaces and pnpm) and those of
// bundlers for browsers ("browser", "module", "sideEffects"; the conditions
// browser, import or require, module, production). Nothing outside the project's
// files is read: no global node_modules, no NODE_PATH.
package resolver

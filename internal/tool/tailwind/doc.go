// Package tailwind compiles style sheets with Tailwind CSS 4, without Node.
//
// The compiler is Tailwind's own, in the package "tailwindcss" that a project has installed,
// run by a JavaScript engine in this process. Finding possible classes in sources
// ([Candidates]), which Tailwind does in native code, is done here. The caller finds files.
//
// Scripts of a project (plugins, configurations) run in the same engine, without files,
// network and processes, and within limits of time and memory.
package tailwind

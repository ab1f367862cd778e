// Package tailwind makes style sheets with Tailwind CSS 4, without Node.
//
// The compiler is Tailwind's own, the package "tailwindcss" that a project has
// installed, run by a JavaScript engine in this process. What Tailwind does in
// native code is done here: finding the names in sources that may be classes
// ([Candidates]), and looking up files, which is up to whoever calls.
//
// Scripts of a project (plugins, configurations) run in the same engine. They
// reach no file, no network and no process, and are ended when they take too long
// or too much memory.
package tailwind

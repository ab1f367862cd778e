// Package hooks_test runs every hook of @oriel/view/react and /preact in Chromium:
// under React 18, React 19 in StrictMode, and Preact, in each kind of host. A page
// shows all hooks at once and plays through what happens to a view; what each hook
// is to give then, and what the host is to see of its functions, was written down
// in this package before.
package hooks_test

// Package peers shows MCP App servers that others have published in our
// workbench. It has what runs them; its tests do the showing. No production
// code imports it.
package peers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/orielapps/oriel/internal/programtest"
)

// preload is what a server over HTTP is loaded with, relative to the checkout.
const preload = "./test/peers/loopback.mjs"

// Peer is a server of the npm scope @modelcontextprotocol, by its package's
// name without that: "server-budget-allocator".
type Peer string

// Command returns the program that serves over standard input and output, with
// its arguments. Root is the checkout, where "npm ci" has run.
func (p Peer) Command(root string, args ...string) ([]string, error) {
	node, script, err := p.find(root)
	if err != nil {
		return nil, err
	}
	return append([]string{node, script, "--stdio"}, args...), nil
}

// Launch runs the server over HTTP, on a port of 127.0.0.1 that the system
// chooses. Its endpoint is the program's URL.
func (p Peer) Launch(ctx context.Context, root string, args ...string) (*programtest.Program, error) {
	node, script, err := p.find(root)
	if err != nil {
		return nil, err
	}
	program, err := programtest.Launch(ctx, root, node, append([]string{"--import", preload, script}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", p, err)
	}
	return program, nil
}

// find returns the absolute paths of Node.js and of the server's code.
func (p Peer) find(root string) (node, script string, err error) {
	root, err = filepath.Abs(root)
	if err != nil {
		return "", "", fmt.Errorf("finding the checkout: %w", err)
	}
	node = filepath.Join(root, "node_modules", "node", "bin", "node")
	if runtime.GOOS == "windows" {
		node += ".exe"
	}
	script = filepath.Join(root, "node_modules", "@modelcontextprotocol", string(p), "dist", "index.js")
	// Looking at them also makes a test's cached result depend on them.
	for _, file := range []string{node, script, filepath.Join(root, filepath.FromSlash(preload))} {
		if _, err := os.Stat(file); err != nil {
			return "", "", fmt.Errorf("%s can't be run; \"npm ci\" installs it: %w", p, err)
		}
	}
	return node, script, nil
}

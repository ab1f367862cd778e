// Package clients tries the clients of others against an app of ours: the official
// ones in TypeScript, of both generations, and the one of go-sdk. That of mcp-go is
// tried in the module mcpgo.
package clients_test

import (
	"path/filepath"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
)

func root(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// buildProbe builds the program that serves the probe over stdio.
func buildProbe(t *testing.T) string {
	t.Helper()
	return programtest.Build(t, root(t), "./test/clients/probe/program")
}

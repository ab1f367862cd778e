// Package clients tries the clients of others against an app of ours: the official
// ones in TypeScript, of both generations, and those of go-sdk and mcp-go.
package clients_test

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/test/clients/trial"
)

// versions are the protocol versions that the clients in Go can be told to speak.
var versions = []string{trial.Modern, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

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

// sessionsOf is how many sessions a client has opened over HTTP.
func sessionsOf(version string) int {
	if version == trial.Modern {
		return 0
	}
	return trial.Connections
}

// converted are the items of a list, each converted.
func converted[T, R any](list []T, convert func(T) R) []R {
	all := make([]R, 0, len(list))
	for _, item := range list {
		all = append(all, convert(item))
	}
	return all
}

// membersOf are the names of the members that a value has as JSON.
func membersOf(v any) []string {
	text, err := json.Marshal(v)
	var members map[string]any
	if err != nil || json.Unmarshal(text, &members) != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(members))
}

func toolOf(name string, ui any) trial.Tool {
	view, _ := ui.(map[string]any)
	uri, _ := view["resourceUri"].(string)
	return trial.Tool{Name: name, View: uri}
}

func argumentOf(name string, required bool) string {
	if required {
		return name
	}
	return name + "?"
}

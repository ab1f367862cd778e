package connector_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/connector"
)

func raw(entries ...string) []json.RawMessage {
	list := make([]json.RawMessage, len(entries))
	for i, entry := range entries {
		list[i] = json.RawMessage(entry)
	}
	return list
}

const (
	tool = `{"name": "forecast", "description": "Old", "inputSchema": {"type": "object"}, "_meta": {"ui": {"resourceUri": "ui://w/day/1a"}}}`
	view = `{"uri": "ui://w/day/1a", "name": "day", "mimeType": "text/html;profile=mcp-app"}`
)

func TestSince(t *testing.T) {
	t.Parallel()
	before := connector.Take(raw(tool), raw(view, `{"uri": "file:///a"}`), raw(`{"name": "greet"}`))
	for _, test := range []struct {
		name                      string
		tools, resources, prompts []json.RawMessage
		want                      connector.Change
		hosts                     []string
	}{
		{
			name:      "the same, written otherwise",
			tools:     raw(`{"_meta": {"ui": {"resourceUri": "ui://w/day/1a"}}, "inputSchema": {"type": "object"},   "description": "Old", "name": "forecast"}`),
			resources: raw(`{"uri": "file:///a"}`, view), prompts: raw(`{"name": "greet"}`),
		},
		{
			name:  "a view",
			tools: raw(strings.Replace(tool, "1a", "2b", 1)), resources: raw(strings.Replace(view, "1a", "2b", 1), `{"uri": "file:///a"}`), prompts: raw(`{"name": "greet"}`),
			want: connector.Change{Views: []string{"day"}}, hosts: []string{"ChatGPT"},
		},
		{
			name:  "a description, and a member less",
			tools: raw(`{"name": "forecast", "description": "New", "_meta": {"ui": {"resourceUri": "ui://w/day/1a"}}}`), resources: raw(view, `{"uri": "file:///a"}`), prompts: raw(`{"name": "greet"}`),
			want: connector.Change{Metadata: []string{"the tool forecast: description, inputSchema"}}, hosts: []string{"Claude", "ChatGPT"},
		},
		{
			name:  "come and gone",
			tools: raw(tool, `{"name": "rain"}`), resources: raw(view), prompts: nil,
			want:  connector.Change{Metadata: []string{"new: the tool rain", "gone: the prompt greet", "gone: the resource file:///a"}},
			hosts: []string{"Claude", "ChatGPT"},
		},
		{
			name:  "another view for the tool",
			tools: raw(strings.Replace(tool, "day", "week", 1)), resources: raw(view, `{"uri": "file:///a"}`), prompts: raw(`{"name": "greet"}`),
			want: connector.Change{Metadata: []string{"the tool forecast: _meta"}}, hosts: []string{"Claude", "ChatGPT"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := connector.Take(test.tools, test.resources, test.prompts).Since(before)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			var hosts []string
			for _, advice := range got.Advise() {
				hosts = append(hosts, advice.Host)
				if len(advice.Steps) == 0 {
					t.Errorf("nothing is to be done in %s", advice.Host)
				}
			}
			if diff := cmp.Diff(test.hosts, hosts); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTakeOfNonsense(t *testing.T) {
	t.Parallel()
	s := connector.Take(raw(`{`, `[]`, `null`, `{}`, `{"name": 3}`, `{"name": "`+strings.Repeat("ä", 1000)+`"}`), nil, nil)
	got := s.Since(connector.Take(nil, nil, nil))
	if len(got.Metadata) != 1 || len([]rune(got.Metadata[0])) > 120 {
		t.Errorf("got %v", got)
	}
	if !s.Since(s).None() {
		t.Error("it differs from itself")
	}
}

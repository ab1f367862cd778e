package oriel_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/orieltest"
)

// A result that a host is known not to take as a whole is a line of the log, once per tool.
func TestLargeResults(t *testing.T) {
	t.Parallel()
	type size struct {
		Text, Data, View int
	}
	type data struct {
		Text string `json:"text"`
	}
	for name, test := range map[string]struct {
		size  size
		hosts []string
	}{
		"small":                    {size{49_999, 40_000, 0}, nil},
		"two bytes per character":  {size{0, 0, 0}, nil},
		"for the view alone":       {size{10, 10, 1_000_000}, nil},
		"text":                     {size{50_001, 10, 0}, []string{"Claude Code (50000)"}},
		"data":                     {size{10, 60_000, 0}, []string{"Claude Code (50000)"}},
		"too large for more hosts": {size{10, 150_000, 0}, []string{"Claude Code (50000)", "Claude (150000)"}},
	} {
		letter := "x"
		if name == "two bytes per character" {
			letter, test.size = "é", size{49_999, 40_000, 0}
		}
		var log bytes.Buffer
		app := oriel.NewWith("large", "1", oriel.Options{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))})
		for _, tool := range []string{"one", "two"} {
			oriel.AddTool(app, oriel.Tool{Name: tool}, func(context.Context, struct{}) (oriel.Result[data], error) {
				return oriel.Result[data]{
					Text: strings.Repeat(letter, test.size.Text), Data: data{strings.Repeat(letter, test.size.Data)},
					ViewOnly: strings.Repeat(letter, test.size.View),
				}, nil
			})
		}
		for _, host := range []string{"claude", "vscode"} {
			for _, tool := range []string{"one", "two"} {
				orieltest.Connect(t, app, host).Call(tool, nil)
			}
		}
		want := 2 * min(1, len(test.hosts))
		if n := strings.Count(log.String(), "too large"); n != want || strings.Count(log.String(), "\n") != want {
			t.Errorf("%s: %d lines: %.1000s", name, n, &log)
		}
		for _, host := range []string{"Claude Code (50000)", "Claude (150000)"} {
			if got := strings.Contains(log.String(), host); got != strings.Contains(strings.Join(test.hosts, "\n"), host) {
				t.Errorf("%s: names %s: %t: %.1000s", name, host, got, &log)
			}
		}
	}
}

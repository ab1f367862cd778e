package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is measured takes the place of what was, and leaves the other parts alone.
func TestPublish(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, found := range []finding{
		&sizes{Rows: []row{{Name: "an old size", Ours: 1}}},
		&servers{Comparisons: []comparison{{Name: callLegacy}, {Name: callModern}}},
		&views{Loads: []loaded{{Name: viewByHand, Took: series{4}}, {Name: viewHello, Took: series{5}}}},
		&sizes{Rows: []row{{Name: "a new size", Ours: 1}}},
		startup{Bytes: 4711},
	} {
		if err := publish(folder, found); err != nil {
			t.Fatal(err)
		}
	}
	for name, marks := range map[string][]string{
		"bench.svg":  {callLegacy},
		"bench.md":   {callLegacy, viewByHand, "1.25", "a new size"},
		"bench.json": {callLegacy, viewByHand, "a new size"},
	} {
		raw, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, mark := range marks {
			if !strings.Contains(string(raw), mark) {
				t.Errorf("%s has no %s: %s", name, mark, raw)
			}
		}
		for _, mark := range []string{"an old size", "4711"} {
			if strings.Contains(string(raw), mark) {
				t.Errorf("%s has %s: %s", name, mark, raw)
			}
		}
	}
	if err := publish(filepath.Join(t.TempDir(), "none"), &sizes{}); err == nil {
		t.Error("it was published into a folder that is not there")
	}
	if err := os.WriteFile(filepath.Join(folder, "bench.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := publish(folder, &sizes{}); err == nil {
		t.Error("what was there can't be read, and was written over")
	}
}

// The page that is committed is made of the numbers that are.
func TestPublished(t *testing.T) {
	t.Parallel()
	folder := filepath.Join("..", "..", "docs")
	all, err := readPublished(filepath.Join(folder, "bench.json"))
	if err != nil {
		t.Fatal(err)
	}
	if all.Sizes == nil || all.Views == nil || all.Servers == nil {
		t.Errorf("docs/bench.json lacks a part: %+v", all)
	}
	page, err := all.page()
	if err != nil {
		t.Fatal(err)
	}
	committed, err := os.ReadFile(filepath.Join(folder, "bench.md"))
	if err != nil {
		t.Fatal(err)
	}
	if withoutProcessors(string(page)) != withoutProcessors(string(committed)) {
		t.Error("docs/bench.md is not what docs/bench.json gives: make bench BENCH=\"-parts sizes,views -long -plot\" writes both")
	}
}

// withoutProcessors leaves out what a page says of the machine that wrote it.
func withoutProcessors(page string) string {
	var lines []string
	for line := range strings.Lines(page) {
		if !strings.Contains(line, " processors, ") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

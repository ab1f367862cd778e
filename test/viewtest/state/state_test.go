package state_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

var update = flag.Bool("update", false, "write the table of docs/state.md instead of comparing with it")

// found is what became of the state, by the scene's name and the host's.
type found struct {
	mu    sync.Mutex
	words map[[2]string]string
}

func TestState(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	all := &found{words: map[[2]string]string{}}
	// When all hosts are through.
	t.Cleanup(func() {
		if !t.Failed() {
			compare(t, all.words)
		}
	})
	for _, kind := range hostKinds() {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			all.play(t, browser, kind)
		})
	}
}

// play does to the view in one kind of host all that may happen to it.
func (f *found) play(t *testing.T, browser *browsertest.Browser, kind hostKind) {
	t.Helper()
	s := newStage(t, browser, kind)
	for _, scene := range scenes() {
		viewpage.Must(t, s.converse(t.Context()))
		word, err := scene.play(t.Context(), t, s)
		if err != nil {
			t.Fatalf("%s: %v", scene.name, err)
		}
		f.mu.Lock()
		f.words[[2]string{scene.name, kind.name}] = word
		f.mu.Unlock()
	}
	for _, m := range s.page.Messages() {
		t.Errorf("in the console: %s", m)
	}
	for _, v := range s.page.Violations() {
		t.Errorf("a violation: %s", v)
	}
}

// The table stands between these lines.
const (
	tableBegins = "<!-- Written by \"go test ./test/viewtest/state -update\". -->\n"
	tableEnds   = "<!-- The end of what is written. -->\n"
)

// compare writes the table, or compares it.
func compare(t *testing.T, words map[[2]string]string) {
	t.Helper()
	if run := flag.Lookup("test.run"); run != nil && strings.Contains(run.Value.String(), "/") {
		return // a part of the hosts says nothing about the others
	}
	path := filepath.Join("..", "..", "..", "docs", "state.md")
	page, err := os.ReadFile(path)
	viewpage.Must(t, err)
	before, rest, begins := strings.Cut(string(page), tableBegins)
	_, after, ends := strings.Cut(rest, tableEnds)
	if !begins || !ends {
		t.Fatalf("%s has no place for the table", path)
	}
	got := before + tableBegins + table(words) + tableEnds + after
	if *update {
		viewpage.Must(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	if diff := cmp.Diff(string(page), got); diff != "" {
		t.Errorf("docs/state.md does not say what was found; \"go test ./test/viewtest/state -update\" writes it (-file +found):\n%s", diff)
	}
}

// table has a row for each scene and a column for each kind of host.
func table(words map[[2]string]string) string {
	var b strings.Builder
	b.WriteString("\n|")
	for _, kind := range hostKinds() {
		b.WriteString(" | " + kind.name)
	}
	b.WriteString(" |\n|---|" + strings.Repeat("---|", len(hostKinds())) + "\n")
	for _, scene := range scenes() {
		_, _ = fmt.Fprintf(&b, "| %s", scene.name)
		for _, kind := range hostKinds() {
			b.WriteString(" | " + words[[2]string{scene.name, kind.name}])
		}
		b.WriteString(" |\n")
	}
	b.WriteString("\n")
	return b.String()
}

package workbench_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// visit opens a page that nothing is attached to, as that would slow it, and returns
// what hears when something is in sight.
func visit(b *testing.B, e workbenchtest.Edition) (app *workbenchtest.App, bench *workbenchtest.Bench, shown chan workbench.Shown) {
	b.Helper()
	const many = 100
	shown = make(chan workbench.Shown, many)
	app, bench = develop(b, e, workbench.Options{Shown: func(s workbench.Shown) { shown <- s }})
	browser, err := browsertest.Launch(context.WithoutCancel(b.Context()), browsertest.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = browser.Close() }) // it is only looked at
	if err := browser.Visit(b.Context(), bench.URL()+runNote+"claude"); err != nil {
		b.Fatal(err)
	}
	eventually(b, "the view has called its tool", func() bool { return app.Calls.Load() > 0 })
	time.Sleep(2 * time.Second)
	return app, bench, shown
}

// pause is how long a person takes between two edits, at the least.
const pause = 500 * time.Millisecond

func report(b *testing.B, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(took[len(took)/2]), "ms/median")
	b.ReportMetric(ms(took[0]), "ms/best")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkReload measures the time from the news that a view's document has
// changed until the page has drawn the new one, with the tool's answer.
func BenchmarkReload(b *testing.B) {
	for name, padding := range map[string]int{"small": 0, "1MB": 1 << 20} {
		b.Run(name, func(b *testing.B) {
			source := workbenchtest.Document(b, workbenchtest.NoteSource+"\n;globalThis.padding = '"+strings.Repeat("x", padding)+"';", workbenchtest.NoteStyle)
			app, bench, shown := visit(b, workbenchtest.Edition{Document: source, Answer: "noted"})
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				app.Become(workbenchtest.Edition{Document: edited(source, fmt.Sprint("edit ", i)), Answer: "noted"})
				time.Sleep(pause)
				begun := time.Now()
				bench.Reload("app", "note")
				took = append(took, received(b, "the document", shown).At.Sub(begun))
			}
			report(b, took)
		})
	}
}

func BenchmarkRestyle(b *testing.B) {
	_, bench, shown := visit(b, workbenchtest.Edition{Document: workbenchtest.NoteDocument(b, "EDITION"), Answer: "noted"})
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		time.Sleep(pause)
		begun := time.Now()
		bench.Restyle("app", "note", []devreport.Style{{ID: "main", CSS: fmt.Sprintf("h1 { margin: %dpx }", i%50)}})
		took = append(took, received(b, "the style", shown).At.Sub(begun))
	}
	report(b, took)
}

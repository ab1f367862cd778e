package workbench

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// Each script of a document is found by its own map, on whatever line it begins.
func TestInlineScripts(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("<!doctype html>\n<p>Ä</p><script>without()</script>\n\n")
	const scripts = 4
	for i := range scripts {
		built := api.Transform(fmt.Sprintf("// a comment\nthrow new Error('number %d')\n", i), api.TransformOptions{
			Loader: api.LoaderTS, MinifyWhitespace: true, Sourcemap: api.SourceMapInline, Sourcefile: fmt.Sprintf("views/v%d.ts", i),
		})
		text.WriteString("<i>Ö</i>" + strings.Repeat("\n", i%2) + "<script>" + string(built.Code) + "</script>")
	}
	document := text.String()
	w := &Workbench{}
	for i := range scripts {
		before, _, _ := strings.Cut(document, fmt.Sprintf("number %d", i))
		line := strings.Count(before, "\n") + 1
		column := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
		got := w.inlineScripts(document).findInDocument(line, column)
		if want := fmt.Sprintf("views/v%d.ts", i); got.File != want || got.Line != 2 || !strings.Contains(got.Excerpt, ">  2") && !strings.Contains(got.Excerpt, "> 2") {
			t.Errorf("number %d is found at %+v, want line 2 of %s", i, got, want)
		}
	}
	if first, again := w.inlineScripts(document), w.inlineScripts(document); &first[0] != &again[0] {
		t.Error("the same document is read twice")
	}
	many := strings.Repeat("<script>x\n//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozfQ==\n</script>\n", 1000)
	if got := len(w.inlineScripts(many)); got != 20 {
		t.Errorf("%d of a thousand scripts are read, want 20", got)
	}
}

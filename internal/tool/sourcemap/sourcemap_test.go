package sourcemap_test

import (
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/sourcemap"
)

// The bundler minifies a program, and each word of it is found where it was.
func TestFind(t *testing.T) {
	t.Parallel()
	source := "// Ünïcödé 🎈\nexport function first(wind: number): string {\n" +
		strings.Repeat("\n", 40) +
		"\tconst météo = \"𝒳\"; throw new RangeError(`${météo} ${wind}`)\n}\nconsole.info(first, document.title)\n"
	built := api.Transform(source, api.TransformOptions{
		Loader: api.LoaderTS, MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true, Sourcemap: api.SourceMapExternal,
		Sourcefile: "views/a/index.ts", Charset: api.CharsetUTF8,
	})
	if len(built.Errors) > 0 {
		t.Fatal(built.Errors)
	}
	m, err := sourcemap.Parse(built.Map)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"RangeError", "throw", "console", "document", "title"} {
		line, column := position(string(built.Code), word)
		wantLine, wantColumn := position(source, word)
		got, ok := m.Find(line, column)
		if !ok || got.Source != "views/a/index.ts" || got.Line != wantLine || got.Column != wantColumn || got.Text != source {
			t.Errorf("%s is found at %s:%d:%d (%t), want %d:%d", word, got.Source, got.Line, got.Column, ok, wantLine, wantColumn)
		}
	}
	for _, nowhere := range [][2]int{{0, 1}, {1000, 1}, {-1, 1}, {1, 0}} {
		if got, ok := m.Find(nowhere[0], nowhere[1]); ok {
			t.Errorf("%v is found at %s:%d", nowhere, got.Source, got.Line)
		}
	}
}

// position returns the line and the column, in UTF-16 units, of a word.
func position(text, word string) (line, column int) {
	before, _, _ := strings.Cut(text, word)
	line = strings.Count(before, "\n") + 1
	before = before[strings.LastIndexByte(before, '\n')+1:]
	column = 1
	for _, r := range before {
		if column++; r > 0xffff {
			column++
		}
	}
	return line, column
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "{}", `{"version":2,"mappings":""}`, `{"version":3,"sections":[],"mappings":""}`, `{"version":3,"sources":["a"],"mappings":"A!AA"}`,
		`{"version":3,"sources":["a"],"mappings":"ACAA"}`, `{"version":3,"sources":["a"],"mappings":"AADA"}`, `{"version":3,"sources":["a"],"mappings":"ggggggggggggggggggA"}`,
		`{"version":3,"sources":["a"],"mappings":"g"}`,
	} {
		if _, err := sourcemap.Parse([]byte(text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"version":3,"sources":["a"],"sourcesContent":["x"],"mappings":"AAAA,IAAI;;EACA"}`), 1, 3)
	f.Fuzz(func(t *testing.T, data []byte, line, column int) {
		m, err := sourcemap.Parse(data)
		if err != nil {
			return
		}
		if place, ok := m.Find(line, column); ok && (place.Line < 1 || place.Column < 1) {
			t.Errorf("the place is %d:%d", place.Line, place.Column)
		}
	})
}

package hosts

import (
	"errors"
	"path"
	"strings"
	"testing"

	"github.com/orielapps/oriel/ui"
)

func TestEveryFileParses(t *testing.T) {
	t.Parallel()
	entries, err := profileFiles.ReadDir("profiles")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		data, err := profileFiles.ReadFile(path.Join("profiles", entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(strings.TrimSuffix(entry.Name(), ".json"), data); err != nil {
			t.Error(err)
		}
	}
	if len(entries) > len(All()) {
		t.Errorf("%d files, %d profiles", len(entries), len(All()))
	}
}

func TestFaultyFilesAreRefused(t *testing.T) {
	t.Parallel()
	const (
		origin = `,"source":"s","date":"2026-01-26","kind":"observed"}`
		fact   = `{"value":"mcp-apps"` + origin
	)
	for name, test := range map[string]struct{ file, want string }{
		"empty":            {``, "decoding"},
		"no title":         {`{"adapter":` + fact + `}`, "title or its adapter"},
		"unknown field":    {`{"title":"X","adapter":` + fact + `,"colour":1}`, "unknown field"},
		"unknown feature":  {`{"title":"X","adapter":` + fact + `,"features":{"teleport":{"value":true` + origin + `}}`, "teleport"},
		"unknown adapter":  {`{"title":"X","adapter":{"value":"gopher","source":"s","date":"2026-01-26","kind":"observed"}}`, "gopher"},
		"no value":         {`{"title":"X","adapter":{"source":"s","date":"2026-01-26","kind":"observed"}}`, "without a value"},
		"no source":        {`{"title":"X","adapter":{"value":"","date":"2026-01-26","kind":"observed"}}`, "without a source"},
		"no date":          {`{"title":"X","adapter":{"value":"","source":"s","kind":"observed"}}`, "date"},
		"unknown kind":     {`{"title":"X","adapter":{"value":"","source":"s","date":"2026-01-26","kind":"heard"}}`, "heard"},
		"no source, named": {`{"title":"X","adapter":` + fact + `,"opaqueOrigin":{"value":true,"date":"2026-01-26","kind":"observed"}}`, "opaqueOrigin: fact without a source"},
		"no fact, named":   {`{"title":"X","adapter":` + fact + `,"sandboxFlags":null}`, "sandboxFlags: "},
		"wrong type":       {`{"title":"X","adapter":` + fact + `,"clients":{"value":"x"` + origin + `}`, "clients: "},
		"feature, named":   {`{"title":"X","adapter":` + fact + `,"features":{"openLinks":{"value":1` + origin + `}}`, "features.openLinks: "},
		"title of another": {`{"title":7,"adapter":` + fact + `}`, "title: "},
		"text after it":    {`{"title":"X","adapter":` + fact + `} x`, "more after its end"},
		"another after it": {`{"title":"X","adapter":` + fact + `}{}`, "more after its end"},
		"a brace after it": {`{"title":"X","adapter":` + fact + `}}`, "more after its end"},
		"no client name":   {`{"title":"X","adapter":` + fact + `,"clients":{"value":[""]` + origin + `}`, "clients"},
		"hostile CSP":      {`{"title":"X","adapter":` + fact + `,"cspExtra":{"value":{"connectDomains":["https://a; b"]}` + origin + `}`, "break out"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Parse("x", []byte(test.file))
			known, ok := errors.AsType[*ui.Error](err)
			if !ok || known.Code != "profile_invalid" || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}

package hosts

import (
	"path"
	"strings"
	"testing"
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
		"empty":           {``, "decoding"},
		"no title":        {`{"adapter":` + fact + `}`, "title or its adapter"},
		"unknown field":   {`{"title":"X","adapter":` + fact + `,"colour":1}`, "unknown field"},
		"unknown feature": {`{"title":"X","adapter":` + fact + `,"features":{"teleport":{"value":true` + origin + `}}`, "teleport"},
		"unknown adapter": {`{"title":"X","adapter":{"value":"gopher","source":"s","date":"2026-01-26","kind":"observed"}}`, "gopher"},
		"no value":        {`{"title":"X","adapter":{"source":"s","date":"2026-01-26","kind":"observed"}}`, "without a value"},
		"no source":       {`{"title":"X","adapter":{"value":"","date":"2026-01-26","kind":"observed"}}`, "without a source"},
		"no date":         {`{"title":"X","adapter":{"value":"","source":"s","kind":"observed"}}`, "date"},
		"unknown kind":    {`{"title":"X","adapter":{"value":"","source":"s","date":"2026-01-26","kind":"heard"}}`, "heard"},
		"hostile CSP":     {`{"title":"X","adapter":` + fact + `,"cspExtra":{"value":{"connectDomains":["https://a; b"]}` + origin + `}`, "break out"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Parse("x", []byte(test.file))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}

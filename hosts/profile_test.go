package hosts

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/orielapps/oriel/ui"
)

// The files are what people write, and the Go made of them is what programs have.
func TestBuiltInIsWhatTheFilesSay(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("profiles/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no profiles: %v", err)
	}
	var want []*Profile
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Parse(strings.TrimSuffix(filepath.Base(file), ".json"), data)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, p)
	}
	byID := func(a, b *Profile) bool { return a.ID < b.ID }
	if diff := cmp.Diff(want, builtIn(), cmpopts.SortSlices(byID)); diff != "" {
		t.Errorf("Run \"make generate\" and commit what it writes:\n%s", diff)
	}
	if !slices.IsSortedFunc(builtIn(), func(a, b *Profile) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("they are not in order")
	}
}

func TestFaultyFilesAreRefused(t *testing.T) {
	t.Parallel()
	const (
		origin = `,"source":"s","date":"2026-01-26","kind":"observed"}`
		fact   = `{"value":"mcp-apps"` + origin
	)
	for name, test := range map[string]struct{ file, want string }{
		"empty":            {``, "can't be decoded"},
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
		"text after it":    {`{"title":"X","adapter":` + fact + `} x`, "more data after the object"},
		"another after it": {`{"title":"X","adapter":` + fact + `}{}`, "more data after the object"},
		"a brace after it": {`{"title":"X","adapter":` + fact + `}}`, "more data after the object"},
		"no client name":   {`{"title":"X","adapter":` + fact + `,"clients":{"value":[""]` + origin + `}`, "clients"},
		"no size":          {`{"title":"X","adapter":` + fact + `,"maxResult":{"value":0` + origin + `}`, "maxResult is not a size"},
		"no such confirm":  {`{"title":"X","adapter":` + fact + `,"confirms":{"value":{"readOnly":"none","closedWorld":"none","openWorld":"maybe","destructive":"none"}` + origin + `}`, "confirms has an unknown value"},
		"half a confirm":   {`{"title":"X","adapter":` + fact + `,"confirms":{"value":{"readOnly":"none"}` + origin + `}`, "or not all four"},
		"unknown assets":   {`{"title":"X","adapter":` + fact + `,"assets":{"value":"cdn"` + origin + `}`, "assets \"cdn\" is unknown"},
		"hostile CSP":      {`{"title":"X","adapter":` + fact + `,"csp":{"connect-src":{"value":{"allowed":["https://a; b"]}` + origin + `}}`, "https://a; b"},
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

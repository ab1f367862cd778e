package ui_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/orielapps/oriel/ui"
)

func TestNewView(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"dist/index.html": {Data: []byte("<p>built elsewhere")}, "dist/empty.html": {}}
	for name, test := range map[string]struct {
		view     string
		content  ui.Content
		metadata ui.Metadata
		code     string // of the error; empty if the view is fine
	}{
		"html":                 {"a", ui.HTML("<p>"), ui.Metadata{}, ""},
		"built":                {"a-1", ui.Built{Name: "a", HTML: "<p>"}, ui.Metadata{}, ""},
		"file":                 {"a", ui.File{FS: files, Path: "dist/index.html"}, ui.Metadata{}, ""},
		"url":                  {"a", ui.URL("https://example.com/x?y=1"), ui.Metadata{}, ""},
		"loopback url":         {"a", ui.URL("http://localhost:3000"), ui.Metadata{}, ""},
		"remote dom":           {"a", ui.RemoteDOM{Script: "x"}, ui.Metadata{}, ""},
		"no content":           {"a", nil, ui.Metadata{}, "view_without_content"},
		"empty html":           {"a", ui.HTML("\n "), ui.Metadata{}, "view_without_content"},
		"never generated":      {"a", ui.Built{Name: "a"}, ui.Metadata{}, "view_without_content"},
		"missing file":         {"a", ui.File{FS: files, Path: "dist/nothing.html"}, ui.Metadata{}, "view_file_missing"},
		"empty file":           {"a", ui.File{FS: files, Path: "dist/empty.html"}, ui.Metadata{}, "view_without_content"},
		"no file system":       {"a", ui.File{}, ui.Metadata{}, "view_without_content"},
		"plain http":           {"a", ui.URL("http://example.com"), ui.Metadata{}, "view_url_invalid"},
		"javascript url":       {"a", ui.URL("javascript:alert(1)"), ui.Metadata{}, "view_url_invalid"},
		"url with password":    {"a", ui.URL("https://me:pw@example.com"), ui.Metadata{}, "view_url_invalid"},
		"url with a directive": {"a", ui.URL("https://a.example;script-src/x"), ui.Metadata{}, "view_url_invalid"},
		"url that imitates":    {"a", ui.URL("https://аpple.com"), ui.Metadata{}, "view_url_invalid"},
		"unknown framework":    {"a", ui.RemoteDOM{Script: "x", Framework: "vue"}, ui.Metadata{}, "remote_dom_framework_unknown"},
		"upper case":           {"Forecast", ui.HTML("<p>"), ui.Metadata{}, "view_name_invalid"},
		"path":                 {"../x", ui.HTML("<p>"), ui.Metadata{}, "view_name_invalid"},
		"no name":              {"", ui.HTML("<p>"), ui.Metadata{}, "view_name_invalid"},
		"hyphen first":         {"-a", ui.HTML("<p>"), ui.Metadata{}, "view_name_invalid"},
		"hyphen last":          {"a-", ui.HTML("<p>"), ui.Metadata{}, "view_name_invalid"},
		"hyphens":              {"a--b", ui.HTML("<p>"), ui.Metadata{}, ""},
		"line break":           {"a\n", ui.HTML("<p>"), ui.Metadata{}, "view_name_invalid"},
		"not ASCII":            {"é", ui.HTML("<p>"), ui.Metadata{}, "view_name_invalid"},
		"longest":              {strings.Repeat("a", 64), ui.HTML("<p>"), ui.Metadata{}, ""},
		"long":                 {strings.Repeat("a", 65), ui.HTML("<p>"), ui.Metadata{}, "view_name_invalid"},
		"unknown border":       {"a", ui.HTML("<p>"), ui.Metadata{Border: 77}, "border_unknown"},
		"negative size":        {"a", ui.HTML("<p>"), ui.Metadata{Dimensions: ui.Dimensions{Width: -1}}, "dimensions_invalid"},
		"data without JSON":    {"a", ui.HTML("<p>"), ui.Metadata{InitialData: math.NaN()}, "initial_data_invalid"},
		"broken domain":        {"a", ui.HTML("<p>"), ui.Metadata{Domain: "x\r\nSet-Cookie: a"}, "domain_invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, err := ui.NewView("My App", test.view, test.content, test.metadata)
			if test.code == "" {
				if err != nil {
					t.Fatal(err)
				}
				if want := "ui://my-app/" + test.view + "/"; !strings.HasPrefix(v.URI(), want) || len(v.URI()) != len(want)+12 {
					t.Errorf("URI is %q, want %q and a hash", v.URI(), want)
				}
				return
			}
			public, ok := errors.AsType[*ui.Error](err)
			if !ok || public.Code != test.code || public.Fix == "" {
				t.Errorf("got %v, want the code %s and a mend", err, test.code)
			}
		})
	}
}

func FuzzValidSource(f *testing.F) {
	f.Add("https://a.example; script-src *")
	f.Add("https://*.example.com:1")
	f.Fuzz(func(t *testing.T, source string) {
		if ui.ValidSource(source) && strings.ContainsFunc(source, func(r rune) bool {
			return r <= ' ' || r > '~' || strings.ContainsRune(`;,'"`, r)
		}) {
			t.Errorf("%q could break out of a policy", source)
		}
	})
}

func TestToolValidate(t *testing.T) {
	t.Parallel()
	if err := (&ui.Tool{Name: "greet", Visibility: 99}).Validate(); err == nil {
		t.Error("a visibility that is none is accepted")
	}
	for name, valid := range map[string]bool{
		"greet": true, "a.b-c_D9": true, strings.Repeat("a", 128): true,
		"": false, "with space": false, "naïve": false, strings.Repeat("a", 129): false, "a/b": false, "a\n": false,
	} {
		if err := (&ui.Tool{Name: name}).Validate(); (err == nil) != valid {
			t.Errorf("%.20q: %v", name, err)
		}
	}
}

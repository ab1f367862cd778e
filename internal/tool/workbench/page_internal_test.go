package workbench

import (
	"regexp"
	"strings"
	"testing"
)

var (
	addressPattern = regexp.MustCompile(`(?:href|src)="(v/[^"]+)"`)
	importPattern  = regexp.MustCompile(`(?:\bfrom|\bimport) ?"\./([\w.-]+)"`)
	preloadPattern = regexp.MustCompile(`<link rel="modulepreload" href="v/\w+/([^"]+)">`)
)

// Every file of the page is below the version, and nowhere else.
func TestPageIsOfOneVersion(t *testing.T) {
	t.Parallel()
	page, _ := pageFile("/")
	found := addressPattern.FindAllStringSubmatch(string(page), -1)
	if len(found) != 3 {
		t.Fatalf("the page has %d files of its version: %s", len(found), page)
	}
	for _, one := range found {
		if file, kind := pageFile("/" + one[1]); len(file) == 0 || kind == "" {
			t.Errorf("%s is not there", one[1])
		}
		name := one[1][strings.LastIndexByte(one[1], '/')+1:]
		for _, other := range []string{"/" + name, "/v/0123456789abcdef/" + name, "/v/" + name} {
			if file, _ := pageFile(other); file != nil {
				t.Errorf("%s is served to a page of another version", other)
			}
		}
	}
}

// What the page's script imports at its start is loaded together with it.
func TestPagePreloadsModules(t *testing.T) {
	t.Parallel()
	page, _ := pageFile("/")
	script, err := pageAssets.ReadFile("dist/main.js")
	if err != nil {
		t.Fatal(err)
	}
	imported := map[string]bool{}
	for _, one := range importPattern.FindAllSubmatch(script, -1) {
		imported[string(one[1])] = true
	}
	preloaded := map[string]bool{}
	for _, one := range preloadPattern.FindAllSubmatch(page, -1) {
		preloaded[string(one[1])] = true
	}
	if len(imported) == 0 {
		t.Fatal("the script imports nothing")
	}
	for name := range imported {
		if !preloaded[name] {
			t.Errorf("%s is not preloaded", name)
		}
	}
	for name := range preloaded {
		if !imported[name] {
			t.Errorf("%s is preloaded, but not imported at the start", name)
		}
	}
}

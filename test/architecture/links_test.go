package architecture_test

import (
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var (
	// markdownLink is [text](target); images are links, too.
	markdownLink = regexp.MustCompile(`\[[^\]]*\]\(([^()\s]+)\)`)
	fencedCode   = regexp.MustCompile("(?ms)^```.*?^```")
	heading      = regexp.MustCompile(`(?m)^#{1,6} +(.+?) *$`)
)

// Every link between the Markdown files leads to a file that is there, and to a
// heading that it has.
func TestLinksLead(t *testing.T) {
	t.Parallel()
	files := tree(t, root(t))
	links := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Ext(name) != ".md" || strings.Contains(name, "/testdata/") {
			continue
		}
		for _, problem := range deadLinks(files, name) {
			t.Error(problem)
		}
		links += len(markdownLink.FindAll(files[name], -1))
	}
	if links == 0 {
		t.Error("no Markdown file has a link; has their form changed?")
	}
}

// deadLinks returns a sentence for each link of a file that leads nowhere.
func deadLinks(files map[string][]byte, name string) []string {
	text := fencedCode.ReplaceAllString(string(files[name]), "")
	var problems []string
	for _, link := range markdownLink.FindAllStringSubmatch(text, -1) {
		target, err := url.Parse(link[1])
		if err != nil || target.Scheme != "" {
			continue
		}
		to := name
		if target.Path != "" {
			to = path.Join(path.Dir(name), target.Path)
		}
		content, isFile := files[to]
		switch {
		case !isFile && !isFolder(files, to):
			problems = append(problems, name+" links to "+link[1]+", but there is no "+to)
		case target.Fragment != "" && !slices.Contains(anchors(string(content)), target.Fragment):
			problems = append(problems, name+" links to "+link[1]+", but "+to+" has no such heading")
		}
	}
	return problems
}

func isFolder(files map[string][]byte, name string) bool {
	for file := range files {
		if strings.HasPrefix(file, name+"/") {
			return true
		}
	}
	return false
}

// anchors returns the fragments of a file's headings, as GitHub makes them.
func anchors(text string) []string {
	var all []string
	for _, found := range heading.FindAllStringSubmatch(fencedCode.ReplaceAllString(text, ""), -1) {
		all = append(all, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, found[1]))
	}
	return all
}

func TestDeadLinks(t *testing.T) {
	t.Parallel()
	files := map[string][]byte{
		"README.md":      []byte("# Top\n[a](docs/a.md#the-b-of-c) [b](docs/b.md) [`c`](docs/a.md#d) [e](docs) [f](#top) [g](https://x.example/y)\n```\n[h](i.md)\n```\n"),
		"docs/a.md":      []byte("# A\n## The `b` of c\n```\n# d\n```\n[up](../README.md#nowhere)\n"),
		"docs/view/c.md": []byte("[a](../a.md#a)\n"),
	}
	var got []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		got = append(got, deadLinks(files, name)...)
	}
	want := []string{
		"README.md links to docs/b.md, but there is no docs/b.md",
		"README.md links to docs/a.md#d, but docs/a.md has no such heading",
		"docs/a.md links to ../README.md#nowhere, but README.md has no such heading",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

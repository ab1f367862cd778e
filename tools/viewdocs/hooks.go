package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

const (
	hooksEntry  = "view/src/react/index.ts"
	hooksFile   = "hooks.md"
	hooksModule = runtimeModule + "/react"
)

// hooksPage writes the one page of the hooks and components, which are the same in
// React and Preact; empty where there are none. Each needs an example.
func hooksPage(root string, calls *book) (string, error) {
	s, err := sheetOf(root, hooksEntry, hooksModule+", "+runtimeModule+"/preact", calls)
	if s == nil || err != nil {
		return "", err
	}
	// A component that is a class is no shape here.
	for _, e := range s.book.all {
		if e.kind == "class" {
			e.group = local
		}
	}
	made := s.book.of(local)
	links := make([]string, 0, len(made))
	for _, e := range made {
		links = append(links, fmt.Sprintf("[`%s`](%s)", e.name, s.book.address[e.name]))
	}
	s.linef("%s.\n", strings.Join(links, ", "))
	for _, e := range made {
		if err := s.hook(e); err != nil {
			return "", err
		}
	}
	for _, e := range s.book.of(shape) {
		s.declared(e)
	}
	s.linef("The calls: [index](README.md).")
	return s.String(), s.err
}

// hook writes the section of a hook or a component.
func (s *sheet) hook(e *entry) error {
	if len(e.examples) == 0 {
		return e.errorf("its section needs an @example")
	}
	s.linef("## %s\n", e.name)
	s.paragraph(e, e.summary)
	s.fence("ts", e.calledAs())
	s.paragraph(e, e.text)
	for _, name := range e.paramNames {
		if !e.hasParam(name) {
			return e.errorf("@param %s: there is no such parameter", name)
		}
		s.item(e, "`"+name+"`", e.params[name])
	}
	if len(e.paramNames) > 0 {
		s.linef("")
	}
	if e.returns != "" {
		s.paragraph(e, "Gives "+lower(e.returns))
	}
	for _, text := range e.throws {
		s.paragraph(e, "Throws "+lower(strings.TrimSuffix(text, "."))+".")
	}
	if links := s.typesIn(e); len(links) > 0 {
		s.linef("Types: %s.\n", strings.Join(links, ", "))
	}
	for _, text := range e.examples {
		s.fence("tsx", s.book.component(text))
	}
	return nil
}

// calledAs is the declaration without what stands behind it: of a function that
// is called in several ways, each of them.
func (e *entry) calledAs() string {
	if e.signature != nil {
		return e.signature.declare(e.name)
	}
	words := code(e.tokens)
	if e.kind == "class" {
		return "class " + e.oneLine(words[:slices.IndexFunc(words, isText("{"))])
	}
	if len(words) < 3 || words[1].text != ":" || words[2].text != "{" {
		return e.valueText()
	}
	ways := split(words[3:closing(words, 2, false)], ";")
	lines := make([]string, 0, len(ways))
	for _, way := range ways {
		lines = append(lines, e.name+strings.ReplaceAll(e.oneLine(way), ", )", ")"))
	}
	return strings.Join(lines, "\n")
}

// lower is a text that goes on with a sentence.
func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// typesIn returns links to the types that a declaration names.
func (s *sheet) typesIn(e *entry) []string {
	var links []string
	for _, name := range typeName.FindAllString(e.calledAs(), -1) {
		if name == e.name {
			continue
		}
		link := fmt.Sprintf("[`%s`](%s)", name, s.book.address[name])
		if s.book.address[name] != "" && !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	return links
}

var (
	typeName = regexp.MustCompile(`\b[A-Z]\w*`)
	word     = regexp.MustCompile(`(^|[^.\w])([A-Za-z]\w*)\b`)
	builtin  = regexp.MustCompile(`(?:^|[^.\w])(use(?:State|Effect|Ref|Memo|Callback))\b`)
	imported = regexp.MustCompile(`(?s)^((?:import [^;]*;\s*)+)(.*)$`)
)

// component puts imports before the code of an example: of what it uses of the
// entry, and of the library's own hooks. What else it needs, it imports itself.
func (b *book) component(text string) string {
	own, body := "", text
	if parts := imported.FindStringSubmatch(text); parts != nil {
		own, body = strings.TrimSpace(parts[1])+"\n", parts[2]
	}
	var names, library []string
	add := func(to *[]string, name string) {
		if !slices.Contains(*to, name) {
			*to = append(*to, name)
		}
	}
	for _, found := range builtin.FindAllStringSubmatch(body, -1) {
		add(&library, found[1])
	}
	for _, found := range word.FindAllStringSubmatch(body, -1) {
		if slices.ContainsFunc(b.all, func(e *entry) bool { return e.name == found[2] }) {
			add(&names, found[2])
		}
	}
	slices.Sort(names)
	slices.Sort(library)
	var head strings.Builder
	head.WriteString(own)
	if len(names) > 0 {
		_, _ = fmt.Fprintf(&head, "import { %s } from %q;\n", strings.Join(b.imports(names), ", "), hooksModule)
	}
	if len(library) > 0 {
		_, _ = fmt.Fprintf(&head, "import { %s } from \"react\"; // or \"preact/hooks\"\n", strings.Join(library, ", "))
	}
	return head.String() + "\n" + body
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A declaration is one declaration at the top of a module.
type declaration struct {
	file string // relative to the module's root, with slashes
	line int
	kind string // const, function, interface, type or class
	name string
	doc  string // the text between /** and */, or empty
	// exported is set where "export" stands before it.
	exported bool
	// tokens are those from the name on to the end.
	tokens []token
	source string // the whole module
}

// errorf is an error at the declaration.
func (d *declaration) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s: %s", d.file, d.line, d.name, fmt.Sprintf(format, args...))
}

// oneLine returns the source of tokens on one line, without comments.
func (d *declaration) oneLine(tokens []token) string {
	var text strings.Builder
	end := 0
	for i, t := range code(tokens) {
		if i > 0 && t.at > end {
			text.WriteByte(' ')
		}
		text.WriteString(t.text)
		end = t.at + len(t.text)
	}
	return strings.TrimPrefix(strings.ReplaceAll(text.String(), "( ", "("), "| ")
}

// body returns the source of the declaration, from its kind to its end.
func (d *declaration) body() string {
	last := d.tokens[len(d.tokens)-1]
	return d.kind + " " + d.source[d.tokens[0].at:last.at+len(last.text)]
}

// A module is what one file declares and exports.
type module struct {
	declarations []*declaration
	// exports are the names that it exports from others, in order, each with the
	// file that declares it; "*" is all of that file.
	exports []reexport
	// imports are the files that it imports or exports from.
	imports []string
}

type reexport struct {
	name, from string
	line       int
}

var kinds = []string{"const", "function", "interface", "type", "class"}

var relativeImport = regexp.MustCompile(`(?m)(?:^import|from) "(\.\.?/[^"]+\.ts)"`)

// readModule scans a file of view/src.
func readModule(root, file string) (*module, error) {
	content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		return nil, fmt.Errorf("reading the runtime: %w", err)
	}
	source := string(content)
	tokens, err := lex(source)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	m := &module{}
	for _, found := range relativeImport.FindAllStringSubmatch(source, -1) {
		m.imports = append(m.imports, path.Join(path.Dir(file), found[1]))
	}
	for at := 0; at < len(tokens); {
		end := statementEnd(tokens, at)
		if end < 0 {
			return nil, fmt.Errorf("%s:%d: a statement has no end", file, lineOf(source, tokens[at].at))
		}
		if err := m.add(file, source, tokens[at:end]); err != nil {
			return nil, err
		}
		at = end
	}
	return m, nil
}

// statementEnd returns the index after the statement, or the run of comments and
// one statement, that begins at start.
func statementEnd(tokens []token, start int) int {
	head := start
	for head < len(tokens) && tokens[head].kind == comment {
		head++
	}
	if head == len(tokens) {
		return head
	}
	end := find(tokens, head, false, isText(";"))
	if first := code(tokens[head:]); blockEnds(first) {
		open := find(tokens, head, false, isText("{"))
		if open >= 0 && (end < 0 || open < end) {
			return closing(tokens, open, false) + 1
		}
	}
	if end < 0 {
		return -1
	}
	return end + 1
}

// blockEnds says whether a closing brace, not a semicolon, ends the statement.
func blockEnds(tokens []token) bool {
	for _, t := range tokens {
		switch t.text {
		case "interface", "class", "function", "global":
			return true
		case "export", "async", "declare", "abstract":
		default:
			return false
		}
	}
	return false
}

// add takes one statement with the comments before it.
func (m *module) add(file, source string, statement []token) error {
	words := code(statement)
	if len(words) == 0 {
		return nil
	}
	doc := ""
	if i := slices.IndexFunc(statement, func(t token) bool { return t.kind != comment }); i > 0 {
		if text, isDoc := strings.CutPrefix(statement[i-1].text, "/**"); isDoc {
			doc = strings.TrimSuffix(text, "*/")
		}
	}
	line := lineOf(source, words[0].at)
	exported := words[0].text == "export"
	rest := words
	for len(rest) > 0 && slices.Contains([]string{"export", "async", "declare", "abstract"}, rest[0].text) {
		rest = rest[1:]
	}
	if exported && len(rest) > 0 && (rest[0].text == "{" || rest[0].text == "*" || len(rest) > 1 && rest[0].text == "type" && rest[1].text == "{") {
		return m.addExports(file, line, rest)
	}
	if len(rest) < 2 || !slices.Contains(kinds, rest[0].text) || rest[1].kind != identifier {
		return nil
	}
	name := slices.IndexFunc(statement, func(t token) bool { return t.at == rest[1].at })
	m.declarations = append(m.declarations, &declaration{
		file: file, line: line, kind: rest[0].text, name: rest[1].text,
		doc: doc, exported: exported, tokens: statement[name:], source: source,
	})
	return nil
}

// addExports takes "export { a, b } from "./x.ts"" and "export * from "./x.ts"".
func (m *module) addExports(file string, line int, words []token) error {
	if words[0].text == "type" {
		words = words[1:]
	}
	end := 0
	if words[0].text == "{" {
		end = closing(words, 0, false)
	}
	if end < 0 || len(words) < end+3 || words[end+1].text != "from" {
		return fmt.Errorf("%s:%d: want export { names } from \"./file.ts\", or export * from it", file, line)
	}
	source := strings.Trim(words[end+2].text, `"'`)
	if !strings.HasPrefix(source, ".") {
		return nil // a library's, which are documented there
	}
	from := filepath.ToSlash(filepath.Join(filepath.Dir(file), source))
	if words[0].text == "*" {
		m.exports = append(m.exports, reexport{"*", from, line})
		return nil
	}
	for _, part := range split(words[1:end], ",") {
		if part[0].text == "type" {
			part = part[1:]
		}
		if len(part) != 1 {
			return fmt.Errorf("%s:%d: an export has the name of its declaration", file, line)
		}
		m.exports = append(m.exports, reexport{part[0].text, from, line})
	}
	return nil
}

// A runtime is the modules of view/src, and what the entry exports.
type runtime struct {
	modules map[string]*module
	exports []*declaration
}

// readRuntime reads the entry and the modules below its folder that it imports,
// directly or through others: they declare what it exports and the types of options.
// Elsewhere has the addresses of what other entries export: modules outside of the
// entry's folder are read for other exports only.
func readRuntime(root, entry string, elsewhere map[string]string) (*runtime, error) {
	r := &runtime{modules: map[string]*module{}}
	for waiting := []string{entry}; len(waiting) > 0; waiting = waiting[1:] {
		file := waiting[0]
		if r.modules[file] != nil || !below(entry, file) {
			continue
		}
		m, err := readModule(root, file)
		if errors.Is(err, fs.ErrNotExist) && file != entry {
			continue // an export of it is missed below, anything else by the type checker
		}
		if err != nil {
			return nil, err
		}
		r.modules[file] = m
		waiting = append(waiting, m.imports...)
	}
	for _, export := range r.modules[entry].exports {
		if !below(entry, export.from) {
			if elsewhere[export.name] != "" {
				continue
			}
			if err := r.readOutside(root, export.from); err != nil {
				return nil, err
			}
		}
		if export.name == "*" && r.modules[export.from] != nil {
			r.exports = append(r.exports, r.modules[export.from].exported()...)
			continue
		}
		d := r.declared(export.from, export.name)
		if d == nil {
			return nil, fmt.Errorf("%s:%d: %s does not declare %s", entry, export.line, export.from, export.name)
		}
		r.exports = append(r.exports, d)
	}
	return r, nil
}

func (r *runtime) readOutside(root, file string) error {
	if r.modules[file] != nil {
		return nil
	}
	m, err := readModule(root, file)
	if err != nil {
		return err
	}
	r.modules[file] = m
	return nil
}

// below reports whether a file is in the entry's folder or below it.
func below(entry, file string) bool { return strings.HasPrefix(file, path.Dir(entry)+"/") }

// exported returns what the module declares and exports itself.
func (m *module) exported() []*declaration {
	var all []*declaration
	for _, d := range m.declarations {
		if d.exported {
			all = append(all, d)
		}
	}
	return all
}

func (r *runtime) declared(file, name string) *declaration {
	m, ok := r.modules[file]
	if !ok {
		return nil
	}
	for _, d := range m.declarations {
		if d.name == name {
			return d
		}
	}
	return nil
}

// typeNamed returns the interface or type alias of that name: of the file, else
// of any.
func (r *runtime) typeNamed(file, name string) *declaration {
	isType := func(d *declaration) bool { return d != nil && (d.kind == "interface" || d.kind == "type") }
	if d := r.declared(file, name); isType(d) {
		return d
	}
	for _, other := range slices.Sorted(maps.Keys(r.modules)) {
		if d := r.declared(other, name); isType(d) {
			return d
		}
	}
	return nil
}

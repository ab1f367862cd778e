package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

const runtimeModule = "@oriel/view"

// An example is code that uses the runtime, in both of its forms.
type example struct {
	module, script string
}

// exampleOf reads the code of a comment. Where it does not import what it uses of
// the API, the import is put before it; in a page without a bundler the API is
// globalThis.oriel.
func (b *book) exampleOf(text string) (example, error) {
	tokens, err := lex(text)
	if err != nil {
		return example{}, err
	}
	names, rest, err := b.used(tokens)
	if err != nil {
		return example{}, err
	}
	if len(names) == 0 || len(rest) == 0 {
		return example{}, errors.New("the code uses nothing of the runtime")
	}
	body := text[rest[0].at:]
	for i := range rest {
		rest[i].at -= len(text) - len(body)
	}
	script, err := onGlobal(body, rest, names)
	if err != nil {
		return example{}, err
	}
	return example{
		module: fmt.Sprintf("import { %s } from %q;\n\n%s", strings.Join(b.imports(names), ", "), runtimeModule, body),
		script: document(script, awaits(rest)),
	}, nil
}

// used returns the names of the API that the code uses, and the code without its
// import.
func (b *book) used(tokens []token) (names []string, rest []token, err error) {
	rest = tokens
	if len(tokens) > 0 && tokens[0].text == "import" {
		end := find(tokens, 0, false, isText(";"))
		if end < 1 || strings.Trim(tokens[end-1].text, `"'`) != runtimeModule {
			return nil, nil, fmt.Errorf("an example imports from %q alone", runtimeModule)
		}
		rest = tokens[end+1:]
	}
	for i, t := range rest {
		_, known := b.address[t.text]
		if known && t.kind == identifier && !slices.Contains(names, t.text) && (i == 0 || !isAccess(rest[i-1])) {
			names = append(names, t.text)
		}
	}
	slices.Sort(names)
	return names, rest, nil
}

// imports returns the names as an import has them, types last.
func (b *book) imports(names []string) []string {
	var values, types []string
	for _, name := range names {
		i := slices.IndexFunc(b.all, func(e *entry) bool { return e.name == name })
		if kind := b.all[i].kind; kind == "interface" || kind == "type" {
			types = append(types, "type "+name)
		} else {
			values = append(values, name)
		}
	}
	return append(values, types...)
}

// isAccess says whether the next name is one of an object.
func isAccess(t token) bool { return t.text == "." || t.text == "?." }

// onGlobal puts "oriel." before each use of a name, and leaves out what is
// TypeScript alone: type arguments and the ! of what is never null.
func onGlobal(body string, tokens []token, names []string) (string, error) {
	var script strings.Builder
	start := 0
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		script.WriteString(body[start:t.at])
		start = t.at + len(t.text)
		after := ""
		if i+1 < len(tokens) {
			after = tokens[i+1].text
		}
		if i > 0 && t.text == "!" && after != "=" && ends(tokens[i-1], t.at) {
			continue
		}
		if t.kind == identifier && slices.Contains(names, t.text) && (i == 0 || !isAccess(tokens[i-1])) {
			script.WriteString("oriel.")
		}
		script.WriteString(t.text)
		if t.kind == identifier && after == "<" {
			if end := closing(tokens, i+1, true); end >= 0 && end+1 < len(tokens) && tokens[end+1].text == "(" {
				i = end
				start = tokens[end].at + 1
			}
		}
	}
	script.WriteString(body[start:])
	plain := strings.TrimSpace(script.String())
	result := api.Transform(plain, api.TransformOptions{Loader: api.LoaderJS, Format: api.FormatESModule, Target: api.ES2022})
	for _, message := range result.Errors {
		return "", fmt.Errorf("an example is plain JavaScript, but for type arguments in front of parentheses: %s", message.Text)
	}
	return plain, nil
}

// ends says whether the token is the end of an operand that reaches up to at.
func ends(t token, at int) bool {
	return t.at+len(t.text) == at && (t.kind == identifier || t.text == ")" || t.text == "]")
}

// awaits says whether a module has to run the code: one that awaits outside
// functions.
func awaits(tokens []token) bool {
	depth := 0
	for _, t := range tokens {
		switch {
		case t.kind == punctuation && t.text == "{":
			depth++
		case t.kind == punctuation && t.text == "}":
			depth--
		case t.kind == identifier && t.text == "await" && depth == 0:
			return true
		}
	}
	return false
}

func document(script string, module bool) string {
	var html strings.Builder
	html.WriteString("<script src=\"" + runtimeModule + "\"></script>\n<script")
	if module {
		html.WriteString(` type="module"`)
	}
	html.WriteString(">\n")
	for line := range strings.Lines(script) {
		if strings.TrimSpace(line) != "" {
			html.WriteString("  ")
		}
		html.WriteString(line)
	}
	html.WriteString("\n</script>")
	return html.String()
}

package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// No type that somebody who imports the package can come to see has an any in it: it
// would switch the checker off in their code.
func TestNoAnyInTheSurface(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	entries, err := readEntries(filepath.Join(root, filepath.FromSlash(packageFile)))
	if err != nil {
		t.Fatal(err)
	}
	s := &surface{t: t, dir: filepath.Join(root, filepath.FromSlash(typesDir)), files: map[string]*declared{}, seen: map[string]bool{}}
	for _, entry := range entries {
		s.all(entry)
	}
	if len(s.seen) < 100 || !s.seen["calls/calltool#callTool"] || !s.seen["values/types#ToolResult"] || !s.seen["hosts/support#Optional"] {
		t.Errorf("only %d declarations are looked at", len(s.seen))
	}
}

// The scan sees what it is to see.
func TestSurfaceFindsAny(t *testing.T) {
	t.Parallel()
	const text = `import type { A, B as C } from "./a.js";
/** any */
interface Hidden { x: any }
export interface Own { any: void; any?: string; c: C }
export declare const f: import("./b.js").Deep<(many: string) => Promise<any>>;
export type G = { a: string;
  b: Hidden };
export { z as y, type Q } from "./c.js";
export * from "./d.js";
`
	d := readDeclared("dir/x", text)
	if !slices.Equal(d.stars, []string{"dir/d"}) || d.from["C"] != "dir/a#B" || d.from["y"] != "dir/c#z" || d.from["Q"] != "dir/c#Q" {
		t.Errorf("got %+v", d)
	}
	for name, want := range map[string]bool{"Hidden": true, "Own": false, "f": true, "G": false} {
		if got := hasAny(d.own[name]); d.own[name] == "" || got != want {
			t.Errorf("%s: got %t of %q", name, got, d.own[name])
		}
	}
}

// surface walks the declarations that the entries let people see.
type surface struct {
	t     *testing.T
	dir   string
	files map[string]*declared
	seen  map[string]bool // "file#name"
}

// declared is what one file declares.
type declared struct {
	own   map[string]string // the text of each declaration
	value map[string]bool   // which of them are no types
	from  map[string]string // what is imported or exported from elsewhere: "file#name"
	shown []string          // what is exported
	stars []string          // files of which everything is exported
}

func (s *surface) file(name string) *declared {
	if d := s.files[name]; d != nil {
		return d
	}
	text, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(name)+".d.ts"))
	if err != nil {
		s.t.Fatal(err)
	}
	s.files[name] = readDeclared(name, string(text))
	return s.files[name]
}

func (s *surface) all(file string) {
	d := s.file(file)
	for _, name := range d.shown {
		s.look(file, name)
	}
	for _, other := range d.stars {
		s.all(other)
	}
}

var (
	word     = regexp.MustCompile(`[A-Za-z_$][\w$]*`)
	imported = regexp.MustCompile(`import\("([^"]+)"\)\.([\w$]+)`)
)

func (s *surface) look(file, name string) {
	if s.seen[file+"#"+name] {
		return
	}
	s.seen[file+"#"+name] = true
	d := s.file(file)
	text, own := d.own[name]
	if !own {
		if other, inner, ok := strings.Cut(d.from[name], "#"); ok && !strings.HasPrefix(other, "!") {
			s.look(other, inner)
		}
		return
	}
	if hasAny(text) {
		s.t.Errorf("%s/%s.d.ts: %s has an any:\n%s", typesDir, file, name, text)
	}
	for _, match := range imported.FindAllStringSubmatch(text, -1) {
		if strings.HasPrefix(match[1], ".") {
			s.look(neighbour(file, match[1]), match[2])
		}
	}
	for _, at := range word.FindAllStringIndex(text, -1) {
		other := text[at[0]:at[1]]
		// A value gives its type only where that is asked for; a member may be called the same.
		if d.value[other] && !strings.HasSuffix(text[:at[0]], "typeof ") {
			continue
		}
		if d.own[other] != "" || d.from[other] != "" {
			s.look(file, other)
		}
	}
}

// hasAny reports whether a declaration uses the type any. A member may be called so.
func hasAny(text string) bool {
	for _, at := range word.FindAllStringIndex(text, -1) {
		rest := strings.TrimPrefix(text[at[1]:], "?")
		if text[at[0]:at[1]] == "any" && !strings.HasPrefix(rest, ":") {
			return true
		}
	}
	return false
}

// neighbour is the file that a specifier means; one of another package begins with
// an exclamation mark.
func neighbour(file, specifier string) string {
	if !strings.HasPrefix(specifier, ".") {
		return "!" + specifier
	}
	return path.Join(path.Dir(file), strings.TrimSuffix(specifier, ".js"))
}

var (
	comments = regexp.MustCompile(`(?s)/\*.*?\*/|(?m:^\s*//.*$)`)
	linked   = regexp.MustCompile(`(?s)^(import|export)\s+(?:type\s+)?\{(.*)\}(?:\s+from\s+"([^"]+)")?$`)
	star     = regexp.MustCompile(`^export\s+\*\s+from\s+"([^"]+)"$`)
	declares = regexp.MustCompile(`^(export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(const|let|function|class|interface|type)\s+([\w$]+)`)
)

func readDeclared(file, text string) *declared {
	d := &declared{own: map[string]string{}, value: map[string]bool{}, from: map[string]string{}}
	for _, statement := range statements(comments.ReplaceAllString(text, "")) {
		if match := star.FindStringSubmatch(statement); match != nil {
			d.stars = append(d.stars, neighbour(file, match[1]))
			continue
		}
		if match := linked.FindStringSubmatch(statement); match != nil {
			for item := range strings.SplitSeq(match[2], ",") {
				theirs, ours, renamed := strings.Cut(strings.TrimPrefix(strings.TrimSpace(item), "type "), " as ")
				if !renamed {
					ours = theirs
				}
				if theirs == "" {
					continue
				}
				if match[3] != "" {
					d.from[ours] = neighbour(file, match[3]) + "#" + theirs
				} else if ours != theirs {
					d.from[ours] = file + "#" + theirs
				}
				if match[1] == "export" {
					d.shown = append(d.shown, ours)
				}
			}
			continue
		}
		if match := declares.FindStringSubmatch(statement); match != nil {
			d.own[match[3]] += statement + "\n"
			d.value[match[3]] = slices.Contains([]string{"const", "let", "function"}, match[2])
			if match[1] != "" {
				d.shown = append(d.shown, match[3])
			}
		}
	}
	return d
}

// statements splits a file of declarations.
func statements(text string) []string {
	var list []string
	depth, begin := 0, 0
	end := func(at int) {
		if statement := strings.TrimSpace(text[begin:at]); statement != "" {
			list = append(list, strings.TrimSuffix(statement, ";"))
		}
		begin = at
	}
	for i, r := range text {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
			bodied := regexp.MustCompile(`^\s*(?:export\s+)?(?:declare\s+)?(?:abstract\s+)?(?:interface|class)\s`)
			if depth == 0 && r == '}' && bodied.MatchString(text[begin:]) {
				end(i + 1)
			}
		case ';':
			if depth == 0 {
				end(i + 1)
			}
		}
	}
	end(len(text))
	return list
}

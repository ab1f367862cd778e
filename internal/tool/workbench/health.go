package workbench

import (
	"encoding/base64"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/orielapps/oriel/internal/tool/sourcemap"
)

// Health is something that is wrong with a view, as a page has found it.
type Health struct {
	// Server and Profile are those of the view, and URI is its address at the server.
	Server, Profile, URI string
	// Level is "warning" or "broken".
	Level string
	// Kind is stable: "exception", "rejection", "console", "blocked", "failed", "pending",
	// "blank", "silent", "stuck", "message", "resize" or "reload".
	Kind string
	// Text says what is wrong, and Fix how to correct it.
	Text, Fix string
	// Place is the innermost place in the view's sources; its File is empty where that is not known.
	Place SourcePlace
}

// SourcePlace is a place in a source of a view. Line and Column count from 1.
type SourcePlace struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Excerpt string `json:"excerpt,omitempty"`
}

type healthRequest struct {
	target

	// Document is the address of the view's document.
	Document string `json:"document"`
	URI      string `json:"uri"`
	Level    string `json:"level"`
	Kind     string `json:"kind"`
	Text     string `json:"text"`
	Fix      string `json:"fix"`
	// Stack are the calls that led to it, as browsers write them.
	Stack string `json:"stack"`
}

// health takes what a page has found, and answers with its place in the sources.
func (w *Workbench) health(_ *http.Request, in healthRequest) (any, error) {
	place := w.sourceOf(in.Document, in.Stack)
	if w.options.Health != nil {
		clean := func(text string) string { return w.events.redact.clean(atMost(text, maxProblemText)) }
		w.options.Health(Health{
			Server: in.Server, Profile: in.Profile, URI: clean(in.URI), Level: clean(in.Level), Kind: clean(in.Kind),
			Text: clean(in.Text), Fix: clean(in.Fix), Place: place,
		})
	}
	return place, nil
}

// framePattern is a place in a stack: its address, line and column.
var framePattern = regexp.MustCompile(`(https?://[^\s()]+|<anonymous>):(\d+):(\d+)`)

// sourceOf returns the innermost place of a stack in the view's own sources, or else in any
// source.
func (w *Workbench) sourceOf(document, stack string) SourcePlace {
	const mostFrames = 50
	var first SourcePlace
	scripts := w.inlineScripts(w.sandbox.Text(path.Base(document)))
	for _, frame := range framePattern.FindAllStringSubmatch(stack, mostFrames) {
		line, _ := strconv.Atoi(frame[2])
		column, _ := strconv.Atoi(frame[3])
		var found SourcePlace
		switch {
		case frame[1] == "<anonymous>":
			found = scripts.find(line, column)
		case path.Base(frame[1]) == path.Base(document):
			found = scripts.findInDocument(line, column)
		default:
			found = SourcePlace{File: frame[1], Line: line, Column: column}
		}
		if isOwnSource(found.File) {
			return found
		}
		if first.File == "" {
			first = found
		}
	}
	return first
}

// isOwnSource reports whether a source is the project's, and not a package's.
func isOwnSource(file string) bool {
	return file != "" && !strings.Contains(file, "node_modules/") && !strings.HasPrefix(file, "@oriel/") && !strings.Contains(file, "://")
}

// inlineScripts are the inline scripts of a document that have source maps.
type inlineScripts []inlineScript

type inlineScript struct {
	sources *sourcemap.Map
	lines   []string
	// line and column are where the script begins in its document, both counted from 0; the column
	// in UTF-16 units, as browsers count.
	line, column int
}

// lastScripts are the scripts of the document that was asked for last: a view that does wrong
// does so often.
type lastScripts struct {
	mu      sync.Mutex
	text    string
	scripts inlineScripts
}

// inlineScripts finds the scripts of a document.
func (w *Workbench) inlineScripts(text string) inlineScripts {
	w.scripts.mu.Lock()
	defer w.scripts.mu.Unlock()
	if w.scripts.text != text {
		w.scripts.text, w.scripts.scripts = text, w.readScripts(text)
	}
	return w.scripts.scripts
}

func (w *Workbench) readScripts(text string) (found inlineScripts) {
	const tag, end = "<script", "</script"
	const mostMaps = 20
	line, lineStart, counted := 0, 0, 0
	for at := 0; len(found) < mostMaps; {
		begin := strings.Index(text[at:], tag)
		if begin < 0 {
			break
		}
		at += begin + len(tag)
		open := strings.IndexByte(text[at:], '>')
		if open < 0 {
			break
		}
		at += open + 1
		length := strings.Index(text[at:], end)
		if length < 0 {
			break
		}
		script := text[at : at+length]
		if m := w.mapOf(script); m != nil {
			line += strings.Count(text[counted:at], "\n")
			if last := strings.LastIndexByte(text[counted:at], '\n'); last >= 0 {
				lineStart = counted + last + 1
			}
			counted = at
			found = append(found, inlineScript{
				sources: m, lines: strings.Split(script, "\n"),
				line: line, column: len(utf16.Encode([]rune(text[lineStart:at]))),
			})
		}
		at += length
	}
	return found
}

// findInDocument returns the source of a place in the document.
func (s inlineScripts) findInDocument(line, column int) SourcePlace {
	// The last one that begins before the place: two scripts may share a line.
	for _, one := range slices.Backward(s) {
		switch inside := line - one.line; {
		case inside < 1 || inside == 1 && column <= one.column:
		case inside == 1:
			return one.find(1, column-one.column)
		default:
			return one.find(inside, column)
		}
	}
	return SourcePlace{}
}

// find returns the source of a place in one of the scripts. Browsers don't say in which one,
// if the document was written into a frame: it is the first that has such a place.
func (s inlineScripts) find(line, column int) SourcePlace {
	for _, one := range s {
		if line <= len(one.lines) && line >= 1 && column <= len(one.lines[line-1])+1 {
			if found := one.find(line, column); found.File != "" {
				return found
			}
		}
	}
	return SourcePlace{}
}

func (one inlineScript) find(line, column int) SourcePlace {
	place, ok := one.sources.Find(line, column)
	if !ok {
		return SourcePlace{}
	}
	return SourcePlace{
		File: strings.TrimPrefix(place.Source, "oriel:///"), Line: place.Line, Column: place.Column,
		Excerpt: excerpt(place.Text, place.Line),
	}
}

// mapOf returns the source map that a script names; nil if there is none.
func (w *Workbench) mapOf(script string) *sourcemap.Map {
	const mark = "//# sourceMappingURL="
	at := strings.LastIndex(script, mark)
	if at < 0 {
		return nil
	}
	address, _, _ := strings.Cut(script[at+len(mark):], "\n")
	m, err := sourcemap.Parse(w.mapData(strings.TrimSpace(address)))
	if err != nil {
		return nil
	}
	return m
}

// mapData reads a source map that is part of its address, or that the dev loop has.
// Nothing else is requested, because a view may name any address.
func (w *Workbench) mapData(address string) []byte {
	if data, ok := dataOf(address); ok {
		return data
	}
	if w.options.SourceMap == nil {
		return nil
	}
	return w.options.SourceMap(address)
}

// excerpt returns the lines of a source around a line, which is marked.
func excerpt(source string, at int) string {
	const around, longest = 2, 160
	lines := strings.Split(strings.TrimSuffix(source, "\n"), "\n")
	if source == "" || at < 1 || at > len(lines) {
		return ""
	}
	var text strings.Builder
	last := min(at+around, len(lines))
	width := len(strconv.Itoa(last))
	for number := max(at-around, 1); number <= last; number++ {
		mark := " "
		if number == at {
			mark = ">"
		}
		line := atMost(strings.ReplaceAll(strings.TrimRight(lines[number-1], "\r"), "\t", "    "), longest)
		digits := strconv.Itoa(number)
		text.WriteString(strings.TrimRight(mark+" "+strings.Repeat(" ", width-len(digits))+digits+" | "+line, " ") + "\n")
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// dataOf decodes a data URL in base 64.
func dataOf(address string) ([]byte, bool) {
	rest, ok := strings.CutPrefix(address, "data:application/json")
	_, encoded, found := strings.Cut(rest, ";base64,")
	if !ok || !found {
		return nil, false
	}
	data, err := base64.StdEncoding.DecodeString(encoded)
	return data, err == nil
}

package bundle

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

func tailwindMissing() *Fault {
	return &Fault{
		Code:    "tailwind_missing",
		Message: "The style sheet is for Tailwind CSS, which is not installed.",
		Fix:     "Run oriel add tailwindcss.",
	}
}

func tailwindOld(version string) *Fault {
	return &Fault{
		Code:    "tailwind_version",
		Message: "Tailwind CSS " + version + " is installed; style sheets are compiled with version 4 and later.",
		Fix:     `Run oriel add tailwindcss@4. Its style sheets begin with @import "tailwindcss"; an old configuration is named by @config.`,
	}
}

// at places a fault at the first occurrence of a word in the style sheet, or at its first
// line.
func (f *tailwindFiles) at(fault *Fault, word string) *Fault {
	return located(fault, f.name, f.shown, word)
}

// within places a fault at a word in the imported style sheets of a folder.
func (f *tailwindFiles) within(fault *Fault, dir, word string) *Fault {
	if dir != f.root {
		for _, name := range slices.Sorted(maps.Keys(f.texts)) {
			if path.Dir(name) == dir && strings.Contains(f.texts[name], word) {
				return located(fault, name, f.texts[name], word)
			}
		}
	}
	return f.at(fault, word)
}

// located places a fault at the first occurrence of a word in a text, or at its first line.
func located(fault *Fault, name, text, word string) *Fault {
	at := strings.Index(text, word)
	if word == "" || at < 0 {
		at, word = 0, ""
	}
	line := strings.Count(text[:at], "\n")
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	end := len(text)
	if cut := strings.IndexByte(text[at:], '\n'); cut >= 0 {
		end = at + cut
	}
	return fault.At(name, line+1, text[begin:end], at-begin, min(len(word), end-at))
}

var inBackticks = regexp.MustCompile("`([^`]+)`")

// thrown converts an error that Tailwind has thrown. It has no place, but quotes words of the
// style sheet.
func (f *tailwindFiles) thrown(message string) *Fault {
	fault := &Fault{
		Code:    "tailwind_invalid",
		Message: "Tailwind can't compile this: " + sentence(firstLine(message)),
	}
	if strings.HasPrefix(message, "Cannot apply unknown utility class") {
		fault.Code = "tailwind_class_unknown"
		fault.Message = sentence(strings.TrimSuffix(cutAfter(message, "`", 2), "."))
		fault.Fix = `Correct the class. In a CSS module, or a style sheet of its own, say where its classes come from: ` +
			`@reference "tailwindcss", or the path of the style sheet that imports it.`
	}
	var words []string
	for _, match := range inBackticks.FindAllStringSubmatch(message, -1) {
		words = append(words, match[1])
	}
	if _, after, ok := strings.Cut(message, " at "); ok {
		words = append(words, strings.TrimSpace(after)) // "Missing closing } at .card"
	}
	for _, word := range words {
		if strings.Contains(f.text, word) {
			return f.at(fault, word)
		}
		for _, name := range slices.Sorted(maps.Keys(f.texts)) {
			if !resolver.InPackage(name) && strings.Contains(f.texts[name], word) {
				return located(fault, name, f.texts[name], word)
			}
		}
	}
	return f.at(fault, "")
}

// cutAfter returns a text up to and including its nth mark.
func cutAfter(text, mark string, n int) string {
	end := 0
	for range n {
		at := strings.Index(text[end:], mark)
		if at < 0 {
			return text
		}
		end += at + len(mark)
	}
	return text[:end]
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// placeInOriginal places a fault in a compiled style sheet at the same words of the original.
func (c *compiler) placeInOriginal(fault *Fault, original string, location *api.Location) *Fault {
	_, name, _ := strings.Cut(location.File, ":")
	if inline, ok := c.inlineStyle(location.File); ok {
		name, original = c.page.name, inline
	}
	return located(fault, name, original, wordsAt(location))
}

// inlineStyle returns the text of a style sheet in the page, after as many empty lines as
// there are lines before it.
func (c *compiler) inlineStyle(key string) (string, bool) {
	namespace, index, _ := strings.Cut(key, ":")
	i, err := strconv.Atoi(index)
	if namespace != fromPage || err != nil || c.page == nil || i >= len(c.page.inline) {
		return "", false
	}
	inline := c.page.inline[i]
	return strings.Repeat("\n", inline.line-1) + strings.Repeat(" ", inline.offset) + inline.text, true
}

// generated reports whether a place is in text that Tailwind has generated.
func (c *compiler) generated(location *api.Location) bool {
	original, ok := c.originalSheet(location.File)
	return ok && !strings.Contains(original, wordsAt(location))
}

// wordsAt returns the text at a place, without quotes.
func wordsAt(location *api.Location) string {
	begin := min(location.Column, len(location.LineText))
	end := min(begin+location.Length, len(location.LineText))
	return strings.Trim(location.LineText[begin:end], `"'`)
}

package bundle

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/view"
)

//go:embed fonts.js
var fontInstaller string

// fontScript is the code of fonts.js.
var fontScript = sync.OnceValue(func() string {
	result := api.Transform(fontInstaller, api.TransformOptions{
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true, Target: api.ES2022,
		Format: api.FormatIIFE,
	})
	return strings.TrimSpace(string(result.Code))
})

// extractFonts removes the fonts from the style sheets of a bundle, and returns the element of
// a script that installs them; "" without fonts.
func extractFonts(outputs map[string]output) string {
	var fonts strings.Builder
	names := make([]string, 0, len(outputs))
	for name := range outputs {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		files := outputs[name]
		if strings.Contains(files.style, "data:font/") {
			var own string
			files.style, own = splitFonts(files.style)
			outputs[name] = files
			fonts.WriteString(own)
		}
	}
	if fonts.Len() == 0 {
		return ""
	}
	text, err := json.Marshal(fonts.String())
	if err != nil {
		return "" // a string can always be marshalled
	}
	return view.Script("{const fonts=" + string(text) + ";" + fontScript() + "}")
}

// cssToken matches comments, strings, URLs, and the beginning and end of rules.
var cssToken = regexp.MustCompile(`(?s)/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\((?:\\.|[^"'\\)])(?:\\.|[^\\)])*\)|\\.|[{};]`)

// fontRule matches a rule with a font as a data URL.
var fontRule = regexp.MustCompile(`(?s)^\s*@font-face\s*\{.*url\(["']?data:font/[^,]*;base64,`)

// conditional matches the beginning of rules with a condition.
var conditional = regexp.MustCompile(`^\s*@(?:media|container|supports|scope)\b`)

// splitFonts separates the rules with fonts as data URLs from a style sheet. Those under a
// condition stay.
func splitFonts(css string) (rest, fonts string) {
	var kept, cut strings.Builder
	var conditions []bool // of the rules around, whether they are conditional
	written, begin := 0, 0
	opened := -1 // beginning of a possible font rule
	for _, at := range cssToken.FindAllStringIndex(css, -1) {
		switch css[at[0]] {
		case '{':
			if opened < 0 && strings.HasPrefix(strings.TrimSpace(css[begin:]), "@font-face") && !slices.Contains(conditions, true) {
				opened = begin
			}
			conditions = append(conditions, conditional.MatchString(css[begin:at[0]]))
			begin = at[1]
		case '}':
			if len(conditions) > 0 {
				conditions = conditions[:len(conditions)-1]
			}
			if rule := css[max(opened, 0):at[1]]; opened >= 0 && fontRule.MatchString(rule) {
				kept.WriteString(css[written:opened])
				cut.WriteString(strings.TrimSpace(rule))
				written = at[1]
			}
			opened, begin = -1, at[1]
		case ';':
			begin = at[1]
		case '/':
			if strings.TrimSpace(css[begin:at[0]]) == "" {
				begin = at[1]
			}
		}
	}
	kept.WriteString(css[written:])
	return kept.String(), cut.String()
}

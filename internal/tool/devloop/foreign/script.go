package foreign

import (
	"path"
	"regexp"
	"strings"

	"github.com/orielapps/oriel/internal/webpage"
)

var (
	// assetModule is what Vite makes of an imported image: its path, and a source map.
	assetModule = regexp.MustCompile(`^\s*export default "(/[^/"][^"\\]*)";?\s*(?://# sourceMappingURL=\S*\s*)?$`)
	// styleModule is where Vite keeps the text of an imported style sheet.
	styleModule = regexp.MustCompile(`(?m)^(const __vite__css = )("(?:[^"\\]|\\.)*")`)
)

// addressed returns a script with whole addresses in place of those paths that pages
// get to see.
func addressed(script, at, origin string) string {
	if found := assetModule.FindStringSubmatch(script); found != nil {
		return strings.Replace(script, `"`+found[1]+`"`, `"`+origin+found[1]+`"`, 1)
	}
	switch path.Ext(at) {
	case ".css", ".scss", ".sass", ".less", ".styl", ".stylus", ".pcss", ".postcss", ".vue", ".svelte", ".astro":
	default:
		return script
	}
	return styleModule.ReplaceAllStringFunc(script, func(statement string) string {
		found := styleModule.FindStringSubmatch(statement)
		return found[1] + styleText(found[2], origin)
	})
}

// styleText changes the style sheet that a script has as a string. What is there in
// between is CSS in which quotes and line ends have a backslash before them.
func styleText(literal, origin string) string {
	escapes := strings.NewReplacer(`\"`, `"`, `\n`, "\n", `\t`, "\t", `\\`, `\`)
	sheet := escapes.Replace(literal[1 : len(literal)-1])
	changed := webpage.RewriteCSS(sheet, func(reference string) string {
		if strings.HasPrefix(reference, "/") && !strings.HasPrefix(reference, "//") {
			return origin + reference
		}
		return reference
	})
	if changed == sheet {
		return literal
	}
	return `"` + strings.NewReplacer(`"`, `\"`, "\n", `\n`, "\t", `\t`, `\`, `\\`).Replace(changed) + `"`
}

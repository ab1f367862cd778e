package foreign

import (
	"path"
	"regexp"
	"strings"

	"github.com/orielapps/oriel/internal/webpage"
)

var (
	// assetModule matches Vite's module for an imported image: its path, and a source map.
	assetModule = regexp.MustCompile(`^\s*export default "(/[^/"][^"\\]*)";?\s*(?://# sourceMappingURL=\S*\s*)?$`)
	// styleModule matches the statement with the text of a style sheet in Vite's module for it.
	styleModule = regexp.MustCompile(`(?m)^(const __vite__css = )("(?:[^"\\]|\\.)*")`)
)

// withOrigin adds an origin to the paths in a script that pages load: those of images and in style sheets. at is the
// script's path.
func withOrigin(script, at, origin string) string {
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

// styleText adds an origin to the paths in a style sheet. The literal is a JavaScript string in double
// quotes.
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

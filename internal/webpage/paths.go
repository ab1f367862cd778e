package webpage

import "strings"

// RewritePaths replaces every string of a script that is a path from the root, such as
// "/assets/logo.svg", by the result of to, unless that is the same. It includes strings
// inside of strings, with a backslash before their quotes.
//
// The result of to must not contain quotes, backslashes, or line breaks.
func RewritePaths(script string, to func(path string) string) string {
	var out strings.Builder
	copied := 0
	for at := 0; ; {
		i := strings.IndexByte(script[at:], '/')
		if i < 0 {
			break
		}
		start := at + i
		end := start
		for end < len(script) && isPathCharacter(script[end]) {
			end++
		}
		at = end
		if !isQuoted(script, start, end) {
			continue
		}
		if path, changed := script[start:end], to(script[start:end]); changed != path {
			out.WriteString(script[copied:start])
			out.WriteString(changed)
			copied = end
		}
	}
	if copied == 0 {
		return script
	}
	out.WriteString(script[copied:])
	return out.String()
}

// isQuoted reports whether a part is between two equal quotes.
func isQuoted(script string, start, end int) bool {
	if start == 0 || end == len(script) {
		return false
	}
	quote := script[start-1]
	if strings.IndexByte("\"'`", quote) < 0 {
		return false
	}
	if start > 1 && script[start-2] == '\\' {
		return strings.HasPrefix(script[end:], `\`+string(quote))
	}
	return script[end] == quote
}

func isPathCharacter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("/._-~@+=,%()[]!", c) >= 0
}

// RewriteScripts changes the text of the scripts inside of a document, including modules.
func RewriteScripts(document string, change func(script string) string) string {
	return edit(document, func(e *element) (string, bool) {
		if e.Data != "script" || e.has("src") || !isClassic(e.kind()) && !e.isModule() {
			return "", false
		}
		text := change(e.text)
		return e.write(text), text != e.text
	})
}

package tailwind

import (
	"errors"
	"path"
	"regexp"
	"strings"
)

// Split splits the pattern of a [Source] into a folder or file, and a glob for files below it;
// an empty glob means all of them.
func Split(pattern string) (name, glob string) {
	parts := strings.Split(pattern, "/")
	for i, part := range parts {
		if strings.ContainsAny(part, `*?[]{}!`) {
			return path.Join(append([]string{"."}, parts[:i]...)...), strings.Join(parts[i:], "/")
		}
	}
	return path.Join(".", pattern), ""
}

var (
	errBraces = errors.New("a brace is not closed")
	errGlob   = errors.New("it is too long")
)

// maxGlob is the longest pattern.
const maxGlob = 1000

// Glob returns the expression for a pattern: "*" and "?" within a name, "**" over
// folders, "[a-z]", "{a,b}".
func Glob(pattern string) (*regexp.Regexp, error) {
	if len(pattern) > maxGlob {
		return nil, errGlob
	}
	var b strings.Builder
	b.WriteString("^")
	depth := 0
	for at := 0; at < len(pattern); at++ {
		switch c := pattern[at]; {
		case strings.HasPrefix(pattern[at:], "**/"):
			b.WriteString("(?:.*/)?")
			at += len("*/")
		case strings.HasPrefix(pattern[at:], "**"):
			b.WriteString(".*")
			at++
		case c == '*':
			b.WriteString("[^/]*")
		case c == '?':
			b.WriteString("[^/]")
		case c == '{':
			depth++
			b.WriteString("(?:")
		case c == '}' && depth > 0:
			depth--
			b.WriteString(")")
		case c == ',' && depth > 0:
			b.WriteString("|")
		case c == '[' && strings.Contains(pattern[at+1:], "]"):
			end := at + strings.IndexByte(pattern[at:], ']')
			b.WriteString(class(pattern[at+1 : end]))
			at = end
		case c == '\\' && at+1 < len(pattern):
			at++
			b.WriteString(regexp.QuoteMeta(pattern[at : at+1]))
		default:
			b.WriteString(regexp.QuoteMeta(pattern[at : at+1]))
		}
	}
	if depth > 0 {
		return nil, errBraces
	}
	return regexp.Compile(b.String() + "$") //nolint:wrapcheck // the caller names the pattern
}

// class is the expression for "[abc]" and "[!abc]", whose inside is given.
func class(inside string) string {
	not := ""
	if strings.HasPrefix(inside, "!") || strings.HasPrefix(inside, "^") {
		not, inside = "^/", inside[1:]
	}
	if inside == "" {
		return "[^/]"
	}
	return "[" + not + strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "^", `\^`).Replace(inside) + "]"
}

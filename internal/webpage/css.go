package webpage

import "strings"

// RewriteCSS replaces every address in a style sheet, in url() and @import, by the result of
// to. Comments and other strings stay.
func RewriteCSS(sheet string, to func(reference string) string) string {
	var out strings.Builder
	rest := sheet
	for {
		at := strings.IndexAny(rest, `/"'uU@`)
		if at < 0 {
			break
		}
		out.WriteString(rest[:at])
		word := at > 0 && isNameCharacter(rest[at-1])
		rest = rest[at:]
		length, reference, open, end := cssReference(rest, word)
		if reference == "" {
			out.WriteString(rest[:length])
		} else if changed := to(reference); changed == reference {
			out.WriteString(rest[:length])
		} else {
			out.WriteString(open + cssString(changed) + end)
		}
		rest = rest[length:]
	}
	if out.Len() == 0 {
		return sheet
	}
	out.WriteString(rest)
	return out.String()
}

// cssReference returns the length of the token at the start of the rest of a sheet and, if it
// is a reference, its address and the text around that. word reports whether a word ends
// just before.
func cssReference(rest string, word bool) (length int, reference, open, end string) {
	const urlFunction, importRule, comment = "url(", "@import", "/*"
	switch {
	case strings.HasPrefix(rest, comment):
		if i := strings.Index(rest[len(comment):], "*/"); i >= 0 {
			return i + 2*len(comment), "", "", ""
		}
		return len(rest), "", "", ""
	case rest[0] == '"', rest[0] == '\'':
		_, length = quoted(rest)
		return length, "", "", ""
	case !word && hasPrefixFold(rest, urlFunction):
		inner := strings.TrimLeft(rest[len(urlFunction):], cssSpace)
		lead := len(rest) - len(inner)
		if inner == "" {
			return len(rest), "", "", ""
		}
		if inner[0] == '"' || inner[0] == '\'' {
			text, n := quoted(inner)
			return lead + n, text, "url(", ""
		}
		i := strings.IndexByte(inner, ')')
		if i < 0 {
			return len(rest), "", "", ""
		}
		return lead + i + 1, unescapeCSS(strings.TrimRight(inner[:i], cssSpace)), "url(", ")"
	case hasPrefixFold(rest, importRule):
		inner := strings.TrimLeft(rest[len(importRule):], cssSpace)
		lead := len(rest) - len(inner)
		if inner == "" || inner[0] != '"' && inner[0] != '\'' {
			return lead, "", "", "" // url() follows, or a rule with a longer name
		}
		text, n := quoted(inner)
		return lead + n, text, "@import ", ""
	default:
		return 1, "", "", ""
	}
}

const cssSpace = " \t\r\n\f"

// quoted returns the text of a string at the start of the rest of a sheet, and its length
// with quotes. A string without an end ends with the line.
func quoted(rest string) (text string, length int) {
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case rest[0]:
			return unescapeCSS(rest[1:i]), i + 1
		case '\n':
			return "", i
		case '\\':
			i++
		}
	}
	return "", len(rest)
}

// unescapeCSS removes the escapes that bundlers write in addresses: a backslash before the
// character itself. It returns "" for hexadecimal escapes, so that the reference stays.
func unescapeCSS(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			i++
			if i == len(text) || strings.IndexByte("0123456789abcdefABCDEF\n", text[i]) >= 0 {
				return ""
			}
		}
		out.WriteByte(text[i])
	}
	return out.String()
}

func cssString(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\a `, "<", `\3c `).Replace(text) + `"`
}

func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

func isNameCharacter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c >= 0x80
}

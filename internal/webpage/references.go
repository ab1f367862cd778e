package webpage

import (
	"slices"
	"strings"
)

// loads are the attributes with addresses of files that a document loads. Links and forms,
// which people follow, are not included.
var loads = map[string][]string{
	"audio": {"src"}, "embed": {"src"}, "iframe": {"src"}, "image": {"href", "xlink:href"}, "img": {"src"}, "input": {"src"},
	"link": {"href"}, "object": {"data"}, "script": {"src"}, "source": {"src"}, "track": {"src"}, "use": {"href", "xlink:href"},
	"video": {"src", "poster"},
}

// sets are the attributes with several addresses, each with the size that it is for.
var sets = map[string][]string{"img": {"srcset"}, "link": {"imagesrcset"}, "source": {"srcset"}}

// Rewrite replaces the addresses of the files that a document loads by the result of to: in
// the attributes of its elements, in their styles, and in its style sheets. Addresses in
// scripts, data URLs and references within the document stay.
func Rewrite(document string, to func(reference string) string) string {
	return edit(document, func(e *element) (string, bool) {
		text, changed := e.text, rewriteAttributes(e, to)
		if e.Data == "style" {
			text = RewriteCSS(text, func(reference string) string { return within(reference, to) })
		}
		if !changed && text == e.text {
			return "", false
		}
		return e.write(text), true
	})
}

// rewriteAttributes reports whether it has changed an attribute. If an address changes, it
// removes the checksum, because the content of the file may change too.
func rewriteAttributes(e *element, to func(reference string) string) (changed bool) {
	for i := range e.Attr {
		a := &e.Attr[i]
		if value := rewritten(e.Data, a.Key, a.Val, to); value != a.Val {
			a.Val, changed = value, true
		}
	}
	if changed {
		e.drop("integrity")
	}
	return changed
}

// rewritten returns the value of an attribute with other addresses.
func rewritten(tag, name, value string, to func(string) string) string {
	switch {
	case slices.Contains(loads[tag], name):
		trimmed := strings.TrimSpace(value)
		if moved := within(trimmed, to); moved != trimmed {
			return moved
		}
		return value
	case slices.Contains(sets[tag], name):
		return rewriteSet(value, to)
	case name == "style":
		return RewriteCSS(value, func(reference string) string { return within(reference, to) })
	default:
		return value
	}
}

// within returns references that load nothing unchanged.
func within(reference string, to func(string) string) string {
	if isSelfContained(reference) {
		return reference
	}
	return to(reference)
}

// isSelfContained reports whether a reference loads nothing.
func isSelfContained(reference string) bool {
	if reference == "" || reference[0] == '#' {
		return true
	}
	for _, scheme := range []string{"data:", "blob:", "about:", "javascript:"} {
		if hasPrefixFold(reference, scheme) {
			return true
		}
	}
	return false
}

// rewriteSet rewrites the addresses of a srcset (HTML standard, "Srcset attributes").
func rewriteSet(set string, to func(string) string) string {
	const space = " \t\r\n\f"
	var out []string
	changed := false
	for rest := strings.TrimLeft(set, space+","); rest != ""; rest = strings.TrimLeft(rest, space+",") {
		end := strings.IndexAny(rest, space)
		if end < 0 {
			end = len(rest)
		}
		reference := rest[:end]
		rest = rest[end:]
		descriptor := ""
		if trimmed := strings.TrimRight(reference, ","); trimmed != reference {
			reference = trimmed
		} else {
			before, after, _ := strings.Cut(rest, ",")
			descriptor, rest = strings.TrimSpace(before), after
		}
		moved := within(reference, to)
		changed = changed || moved != reference
		out = append(out, strings.TrimSpace(moved+" "+descriptor))
	}
	if !changed {
		return set
	}
	return strings.Join(out, ", ")
}

package webpage

import (
	"slices"
	"strings"
)

// loads says which attributes of which elements name something that a document
// loads. What a person may follow, links and forms, is not among them.
var loads = map[string][]string{
	"audio": {"src"}, "embed": {"src"}, "iframe": {"src"}, "image": {"href", "xlink:href"}, "img": {"src"}, "input": {"src"},
	"link": {"href"}, "object": {"data"}, "script": {"src"}, "source": {"src"}, "track": {"src"}, "use": {"href", "xlink:href"},
	"video": {"src", "poster"},
}

// sets are the attributes that hold several addresses, each with the size it is for.
var sets = map[string][]string{"img": {"srcset"}, "link": {"imagesrcset"}, "source": {"srcset"}}

// Rewrite gives every address of what a document loads the value that to returns for
// it: in the attributes of its elements, in their styles, and in its style sheets.
// Those in scripts stay, and so do data URLs and references within the document.
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

// rewriteAttributes reports whether an attribute is different now. Who gives a file
// another address, may change what is in it, too: its checksum says no more.
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

// rewritten is the value of an attribute with other addresses.
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

// within leaves alone what leads nowhere.
func within(reference string, to func(string) string) string {
	if isSelfContained(reference) {
		return reference
	}
	return to(reference)
}

// isSelfContained reports whether nothing is loaded for a reference.
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

package oriel

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
)

// describe makes a text from a result's data for hosts without UI: one line per
// member, nested members indented, in the order of the data.
func describe(data json.RawMessage) string {
	const longest = 8000
	d := &describer{decoder: json.NewDecoder(bytes.NewReader(data)), limit: longest}
	d.decoder.UseNumber()
	token, err := d.decoder.Token()
	if err != nil || token != json.Delim('{') {
		return "Done."
	}
	d.object("")
	text := strings.TrimRight(d.out.String(), "\n")
	if text == "" {
		return "Done."
	}
	return text
}

// describer reads the JSON token by token, because a map would lose the order.
type describer struct {
	decoder *json.Decoder
	out     strings.Builder
	limit   int
}

func (d *describer) object(indent string) {
	for d.decoder.More() {
		name, err := d.decoder.Token()
		if err != nil {
			return
		}
		key, _ := name.(string)
		d.value(indent+words(key)+":", indent+"  ")
	}
	_, _ = d.decoder.Token() // the closing brace: More has already validated it
}

func (d *describer) value(lead, indent string) {
	token, err := d.decoder.Token()
	if err != nil {
		return
	}
	switch t := token.(type) {
	case json.Delim:
		d.line(lead)
		if t == '{' {
			d.object(indent)
			return
		}
		for d.decoder.More() {
			d.value(indent+"-", indent+"  ")
		}
		_, _ = d.decoder.Token()
	case string:
		d.line(lead + " " + strings.ReplaceAll(cut(t, longestValue), "\n", "\n"+indent))
	case json.Number:
		d.line(lead + " " + t.String())
	case bool:
		d.line(lead + " " + map[bool]string{true: "yes", false: "no"}[t])
	default:
		d.line(lead + " none")
	}
}

// longestValue is the maximum length of one value, in bytes, which leaves room for the
// others.
const longestValue = 2000

// cut shortens a text to at most that many bytes, and marks the cut.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

func (d *describer) line(text string) {
	if d.out.Len() > d.limit {
		return
	}
	if d.out.Len()+len(text) > d.limit {
		text = "…"
		d.limit = 0
	}
	d.out.WriteString(text + "\n")
}

// words turns a JSON name into words: "dayLength" into "Day length".
func words(name string) string {
	var out strings.Builder
	for i, r := range name {
		switch {
		case i == 0:
			out.WriteRune(unicode.ToUpper(r))
		case r == '_' || r == '-':
			out.WriteRune(' ')
		case unicode.IsUpper(r) && i > 0 && unicode.IsLower(rune(name[i-1])):
			out.WriteRune(' ')
			out.WriteRune(unicode.ToLower(r))
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

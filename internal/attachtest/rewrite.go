package attachtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf16"
)

// style is a way to write JSON that changes nothing of what it says.
type style struct {
	name string
	// space stands around each token.
	space string
	// backwards is whether the members of objects are written from the last to the first,
	// escaped whether all letters of texts and names are.
	backwards, escaped bool
}

// rewritten writes a JSON text in another way. What is no JSON stays as it is.
func rewritten(text string, s style) string {
	if s.space == "" && !s.backwards && !s.escaped {
		return text
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var out bytes.Buffer
	out.WriteString(s.space)
	if err := s.value(&out, decoder); err != nil {
		return text
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return text
	}
	return out.String()
}

func (s style) value(out *bytes.Buffer, from *json.Decoder) error {
	token, err := from.Token()
	if err != nil {
		return fmt.Errorf("reading: %w", err)
	}
	switch token := token.(type) {
	case json.Delim:
		err = s.all(out, from, token)
	case string:
		s.text(out, token)
	case nil:
		out.WriteString("null")
	default:
		fmt.Fprint(out, token)
	}
	out.WriteString(s.space)
	return err
}

// all writes what is in an object or a list.
func (s style) all(out *bytes.Buffer, from *json.Decoder, open json.Delim) error {
	var parts []string
	for from.More() {
		var part bytes.Buffer
		part.WriteString(s.space)
		if open == '{' {
			name, err := from.Token()
			if err != nil {
				return fmt.Errorf("reading: %w", err)
			}
			text, _ := name.(string)
			s.text(&part, text)
			part.WriteString(s.space + ":" + s.space)
		}
		if err := s.value(&part, from); err != nil {
			return err
		}
		parts = append(parts, part.String())
	}
	if s.backwards && open == '{' {
		slices.Reverse(parts)
	}
	end, err := from.Token()
	if err != nil {
		return fmt.Errorf("reading: %w", err)
	}
	fmt.Fprint(out, open)
	out.WriteString(strings.Join(parts, ",") + s.space)
	fmt.Fprint(out, end)
	return nil
}

func (s style) text(out *bytes.Buffer, text string) {
	if !s.escaped {
		out.WriteString(quotedJSON(text))
		return
	}
	out.WriteByte('"')
	for _, r := range text {
		for _, half := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(out, `\u%04x`, half)
		}
	}
	out.WriteByte('"')
}

// bare is a text as it is written, without quotation marks.
func (s style) bare(text string) string {
	var out bytes.Buffer
	s.text(&out, text)
	return strings.Trim(out.String(), `"`)
}

// quotedJSON is a text as JSON has it.
func quotedJSON(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		return `""` // texts can be written
	}
	return string(quoted)
}

// Package secrets removes credentials from texts and JSON before they are shown.
package secrets

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

const (
	// Shortest is the minimum length of a secret, in bytes. Shorter values would match in
	// ordinary texts.
	Shortest = 6
	// Marker replaces a secret.
	Marker = "[redacted]"
)

// Mask removes a set of secrets from texts and JSON. The zero value and nil remove
// nothing. It is safe for concurrent use.
type Mask struct {
	// secrets are in the order of the search: longest first.
	secrets []string
}

// New returns a mask for values, and for their JSON escapes, because a text may contain
// JSON. It ignores values shorter than [Shortest].
func New(values ...string) *Mask {
	var secrets []string
	for _, value := range values {
		if len(value) < Shortest || strings.Contains(Marker, value) {
			continue
		}
		secrets = append(secrets, value)
		if written, err := json.Marshal(value); err == nil {
			secrets = append(secrets, string(written[1:len(written)-1]))
		}
		plain := quote(value)
		secrets = append(secrets, string(plain[1:len(plain)-1]))
	}
	slices.SortFunc(secrets, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	if secrets = slices.Compact(secrets); len(secrets) == 0 {
		return nil
	}
	return &Mask{secrets: secrets}
}

// Text returns a text without the secrets. One marker replaces overlapping secrets.
func (m *Mask) Text(text string) string {
	if !m.in(text) {
		return text
	}
	searches := make([]search, len(m.secrets))
	for i, secret := range m.secrets {
		searches[i] = search{secret: secret, at: -1}
	}
	var out strings.Builder
	for from := 0; ; {
		start := len(text)
		for i := range searches {
			searches[i].seek(text, from)
			start = min(start, searches[i].at)
		}
		out.WriteString(text[from:start])
		if start == len(text) {
			return out.String()
		}
		out.WriteString(Marker)
		from = covered(searches, text, start)
	}
}

// JSON returns a value without the secrets. It searches decoded strings and names,
// however they were escaped, and the digits of numbers. Valid JSON stays valid; invalid
// JSON is treated as text.
func (m *Mask) JSON(raw json.RawMessage) json.RawMessage {
	if m == nil || len(m.secrets) == 0 || len(raw) == 0 {
		return raw
	}
	return m.json(raw)
}

// in reports whether a text contains one of the secrets.
func (m *Mask) in(text string) bool {
	return m != nil && slices.ContainsFunc(m.secrets, func(secret string) bool { return strings.Contains(text, secret) })
}

// search has the next place of a secret; the text's end if there is none.
type search struct {
	secret string
	at     int
}

// seek moves to the first place at or after from.
func (s *search) seek(text string, from int) {
	if s.at >= from {
		return
	}
	s.at = len(text)
	if found := strings.Index(text[from:], s.secret); found >= 0 {
		s.at = from + found
	}
}

// covered returns the end of the secret at start and of all that overlap it.
func covered(searches []search, text string, start int) int {
	end := start + 1
	for grown := true; grown; {
		grown = false
		for i := range searches {
			for one := &searches[i]; one.at < end && one.at < len(text); one.seek(text, one.at+1) {
				if after := one.at + len(one.secret); after > end {
					end, grown = after, true
				}
			}
		}
	}
	return end
}

// quote writes a text as a JSON string without escapes that only HTML needs.
func quote(text string) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return []byte(`"` + Marker + `"`) // a string can always be written
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

package secrets

import (
	"bytes"
	"encoding/json"
	"strings"
)

// json masks the tokens of a value. Parts without a secret stay unchanged, byte for
// byte.
func (m *Mask) json(raw json.RawMessage) json.RawMessage {
	if !json.Valid(raw) {
		return json.RawMessage(m.Text(string(raw)))
	}
	var out bytes.Buffer
	kept := 0 // everything before it is in out
	for at := 0; at < len(raw); {
		end := at + 1
		var masked []byte
		switch char := raw[at]; {
		case char == '"':
			end = stringEnd(raw, at)
			masked = m.maskedString(raw[at:end])
		case char == '-' || char >= '0' && char <= '9':
			end = numberEnd(raw, at)
			if m.in(string(raw[at:end])) {
				masked = quote(Marker)
			}
		}
		if masked != nil {
			out.Write(raw[kept:at])
			out.Write(masked)
			kept = end
		}
		at = end
	}
	if kept == 0 {
		return raw
	}
	out.Write(raw[kept:])
	return out.Bytes()
}

// maskedString returns the replacement of a string with a secret; nil without one.
func (m *Mask) maskedString(written []byte) []byte {
	text := string(written[1 : len(written)-1])
	if bytes.IndexByte(written, '\\') >= 0 && json.Unmarshal(written, &text) != nil {
		return quote(Marker) // unreachable: a valid string can be decoded
	}
	if !m.in(text) {
		return nil
	}
	return quote(m.Text(text))
}

// stringEnd returns where the string ends that begins at a place in valid JSON.
func stringEnd(raw []byte, at int) int {
	for at++; raw[at] != '"'; at++ {
		if raw[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// numberEnd returns where the number ends that begins at a place in JSON.
func numberEnd(raw []byte, at int) int {
	for at < len(raw) && strings.IndexByte("+-.0123456789Ee", raw[at]) >= 0 {
		at++
	}
	return at
}

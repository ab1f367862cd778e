package oriel

import (
	"mime"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxFileName is how many bytes a file's name and its type have at most: what file
// systems take.
const maxFileName = 255

// cleanFileName makes a name of what an uploader said: no folders, nothing that ends
// a line or a text, nothing that turns the direction of writing and so hides what a
// file is, no dots or spaces at its ends.
func cleanFileName(said string) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(said, ""))
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	for len(name) > maxFileName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	if name = strings.TrimRight(strings.TrimSpace(name), ". "); name == "" {
		return "file"
	}
	return name
}

// cleanMIMEType makes a media type of what an uploader said.
func cleanMIMEType(said string) string {
	if len(said) <= maxFileName {
		if kind, parameters, err := mime.ParseMediaType(said); err == nil && strings.Contains(kind, "/") {
			if whole := mime.FormatMediaType(kind, parameters); whole != "" {
				return whole
			}
		}
	}
	return "application/octet-stream"
}

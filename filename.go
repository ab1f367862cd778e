package oriel

import (
	"mime"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxFileName is the maximum length of a file's name and of its type, in bytes: the
// limit of common file systems.
const maxFileName = 255

// cleanFileName removes from an uploader's name folders, control characters, characters
// that change the direction of text and could hide the file's extension, and dots and
// spaces at both ends.
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

// cleanMIMEType returns the media type that an uploader gave, or the default if it is invalid.
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

package ui

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"
)

// URI starts with "ui://" and changes with the content, because hosts cache a view
// by its URI: "ui://APP/NAME/HASH", where HASH is the first 12 hexadecimal digits
// of the SHA-256 of the content's source and, if there is one, Metadata.Compat. It is empty for a view that is made
// neither by [NewView] nor by [ViewAt].
//
// It is computed when it is first asked for, and may be asked for concurrently.
func (v *View) URI() string {
	if v.uri == nil {
		return ""
	}
	return v.uri()
}

// ViewAt returns a view of which nothing is known but its URI, such as the one that
// a tool of another server names.
func ViewAt(uri string) *View { return &View{uri: func() string { return uri }} }

// ViewPrefix is what the URIs of all views of an app begin with.
func ViewPrefix(app string) string {
	words := strings.FieldsFunc(strings.ToLower(app), func(r rune) bool { return !isSlugCharacter(r) })
	return "ui://" + strings.Trim(strings.Join(words, "-"), "-") + "/"
}

// uriOf returns what computes the URI of a view of an app. To hash four documents of
// some hundred kilobytes takes a quarter of the time in which a server starts, and no
// call needs it, only lists and reads.
func uriOf(app, name string, content Content, compat Compat) func() string {
	return sync.OnceValue(func() string { return ViewPrefix(app) + name + "/" + build(content.source(), compat) })
}

// build names what a view is built from, in the URI.
func build(source string, compat Compat) string {
	const digits = 12
	sum := sha256.New()
	var buffer [8 << 10]byte // instead of a second copy of the whole document
	for len(source) > 0 {
		n := copy(buffer[:], source)
		_, _ = sum.Write(buffer[:n]) // a hash takes everything
		source = source[n:]
	}
	if compat != 0 {
		_, _ = sum.Write([]byte{0, byte(compat)})
	}
	return hex.EncodeToString(sum.Sum(nil))[:digits]
}

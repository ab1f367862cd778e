package ui

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"
)

// URI returns the view's URI, "ui://APP/NAME/HASH". It changes with the content, because
// hosts cache a view by its URI: HASH is the first 12 hexadecimal digits of the SHA-256
// of the content's source and of Metadata.Compat. It is empty for a view that was made
// neither by [NewView] nor by [ViewAt].
//
// It is computed on the first call. Calls may be concurrent.
func (v *View) URI() string {
	if v.uri == nil {
		return ""
	}
	return v.uri()
}

// ViewAt returns a view with a URI and nothing else, such as a view that a tool of
// another server names.
func ViewAt(uri string) *View { return &View{uri: func() string { return uri }} }

// ViewPrefix returns the prefix of the URIs of all views of an app.
func ViewPrefix(app string) string {
	words := strings.FieldsFunc(strings.ToLower(app), func(r rune) bool { return !isSlugCharacter(r) })
	return "ui://" + strings.Trim(strings.Join(words, "-"), "-") + "/"
}

// uriOf returns a function that computes the URI of a view. Hashing is put off, because
// for four documents of some hundred kilobytes it takes a quarter of a server's start,
// and calls don't need it, only lists and reads.
func uriOf(app, name string, content Content, compat Compat) func() string {
	return sync.OnceValue(func() string { return ViewPrefix(app) + name + "/" + build(content.source(), compat) })
}

// build returns the last part of the URI, a hash of the view's source.
func build(source string, compat Compat) string {
	const digits = 12
	sum := sha256.New()
	var buffer [8 << 10]byte // avoids a copy of the whole document
	for len(source) > 0 {
		n := copy(buffer[:], source)
		_, _ = sum.Write(buffer[:n]) // writing to a hash never fails
		source = source[n:]
	}
	if compat != 0 {
		_, _ = sum.Write([]byte{0, byte(compat)})
	}
	return hex.EncodeToString(sum.Sum(nil))[:digits]
}

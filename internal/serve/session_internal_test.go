package serve

import (
	"encoding/base64"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
)

// FuzzNewSession holds that whatever a client says of itself, there is an id that
// says it again, no longer than a header may be, and without control characters.
func FuzzNewSession(f *testing.F) {
	f.Add("claude-ai", "1.0", "de-CH", hosts.ViewMIMEType, "text/html+skybridge", 0, byte(31))
	f.Add("", "", "", "", "", 3, byte(0))
	f.Add(strings.Repeat("ä", 300), strings.Repeat("1", 999), strings.Repeat("\U0001f600", 50), strings.Repeat("m", 51), strings.Repeat("é", 25), 2, byte(7))
	f.Add("a\x00b\nc\u202ed\ufffd\xff", "\x7f\u0085", "\r", "text/html\n", "text/html", 1, byte(1))
	f.Fuzz(func(t *testing.T, name, version, locale, type1, type2 string, protocol int, flags byte) {
		begun := newSession(hosts.Client{
			Name: name, Version: version, Protocol: legacyProtocols[uint(protocol)%uint(len(legacyProtocols))], UIMIMETypes: []string{type1, type2, type1, "text/x"},
			Introduced: flags&1 != 0, Forms: flags&2 != 0, Pages: flags&4 != 0, Sampling: flags&8 != 0, Roots: flags&16 != 0,
		}, locale)
		if len(begun.id) > maxSessionID || strings.ContainsFunc(begun.id, func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Fatalf("the id is %q", begun.id)
		}
		read, ok := readSession(begun.id)
		if !ok {
			t.Fatalf("%q can't be read", begun.id)
		}
		if diff := cmp.Diff(begun, read, cmp.AllowUnexported(session{})); diff != "" {
			t.Error(diff)
		}
		for _, text := range append([]string{read.client.Name, read.client.Version, read.locale}, read.client.UIMIMETypes...) {
			if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) }) {
				t.Errorf("it has what can't be seen: %q", text)
			}
		}
	})
}

// FuzzReadSession holds that an id that is read is the only one that says what it
// says.
func FuzzReadSession(f *testing.F) {
	for _, c := range []hosts.Client{
		{Protocol: newestLegacy},
		{Name: "claude-ai", Version: "1", Protocol: defaultProtocol, Introduced: true, UIMIMETypes: []string{hosts.ViewMIMEType}},
		{Name: "x", Protocol: "2024-11-05", Introduced: true, Forms: true, Roots: true, UIMIMETypes: []string{"text/html", "text/x-own"}},
	} {
		id := newSession(c, "de").id
		f.Add(id)
		f.Add(id[:len(id)-1])
		f.Add(id + "A")
		f.Add(id + "=")
	}
	f.Add("")
	f.Add("\n")
	f.Add(strings.Repeat("A", maxSessionID+1))
	f.Add(base64.RawURLEncoding.EncodeToString(make([]byte, 30)))
	f.Fuzz(func(t *testing.T, id string) {
		s, ok := readSession(id)
		if !ok {
			return
		}
		again := newSession(s.client, s.locale)
		again.nonce = s.nonce
		if len(id) > maxSessionID || again.write() != id {
			t.Errorf("%q is read as %+v, which is %q", id, s, again.write())
		}
	})
}

// What a client can say again in other words is refused, so that one session has
// one id.
func TestReadSessionIsStrict(t *testing.T) {
	t.Parallel()
	id := newSession(hosts.Client{Name: "claude-ai", Version: "1", Protocol: newestLegacy, Introduced: true, UIMIMETypes: []string{hosts.ViewMIMEType}}, "de").id
	raw, err := base64.RawURLEncoding.DecodeString(id)
	if err != nil {
		t.Fatal(err)
	}
	const protocolAt, flagsAt, nameAt = 1 + nonceSize, 2 + nonceSize, 3 + nonceSize
	changed := func(change func(b []byte) []byte) string {
		return base64.RawURLEncoding.EncodeToString(change(append([]byte{}, raw...)))
	}
	set := func(at int, to byte) string {
		return changed(func(b []byte) []byte { b[at] = to; return b })
	}
	add := func(more ...byte) string {
		return changed(func(b []byte) []byte { return append(b, more...) })
	}
	if _, ok := readSession(changed(func(b []byte) []byte { return b })); !ok {
		t.Fatal("the id itself is refused")
	}
	for what, other := range map[string]string{
		"nothing":                 "",
		"no base64":               "%%%",
		"padded":                  id + "==",
		"with a line break":       id[:10] + "\n" + id[10:],
		"standard base64":         base64.StdEncoding.EncodeToString(raw),
		"another version":         set(0, 2),
		"no such protocol":        set(protocolAt, 4),
		"no such flag":            set(flagsAt, 0x80),
		"a name beyond the end":   set(nameAt, 255),
		"a control character":     set(nameAt+1, '\n'),
		"invalid UTF-8":           set(nameAt+1, 0xff),
		"cut":                     changed(func(b []byte) []byte { return b[:len(b)-2] }),
		"a type twice":            add(1),
		"types in another order":  changed(func(b []byte) []byte { return append(b[:len(b)-1], 2, 1) }),
		"a common type in words":  add(append([]byte{0, 9}, "text/html"...)...),
		"an empty type":           add(0, 0),
		"no such type":            add(99),
		"three types":             add(2, 3),
		"a long type":             add(append([]byte{0, maxMIMEType + 1}, strings.Repeat("x", maxMIMEType+1)...)...),
		"more than an id may be":  strings.Repeat("A", 100_000),
		"only a nonce":            base64.RawURLEncoding.EncodeToString(raw[:1+nonceSize]),
		"of another implementer":  "1868a90c-d1a4-4f4b-9f1c-3a5f0d9f2f64",
		"somebody's idea of null": "null",
	} {
		if s, ok := readSession(other); ok {
			t.Errorf("%s: it is read as %+v", what, s)
		}
	}
}

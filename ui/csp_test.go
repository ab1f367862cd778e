package ui_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/ui"
)

// What may stand in every list of a policy, and what may in none. Each refused
// one is refused when the view is declared.
func TestCSPSourceTable(t *testing.T) {
	t.Parallel()
	const (
		cyrillic = "а" // U+0430, in place of a Latin a
		rtl      = "\u202e"
	)
	for _, test := range []struct {
		kind, source string
		why          string // part of the message; empty where the source is fine
	}{
		{"origin", "https://api.example.com", ""},
		{"with a port", "https://api.example.com:8443", ""},
		{"with the root path", "https://api.example.com/", ""},
		{"capitals", "HTTPS://API.Example.com", ""},
		{"one label", "https://intranet", ""},
		{"an underscore", "https://my_bucket.storage.example.com", ""},
		{"IPv4", "https://192.0.2.1", ""},
		{"wildcard", "https://*.example.com", ""},
		{"wildcard with a port", "https://*.example.com:8443", ""},
		{"loopback", "http://localhost:3000", ""},
		{"loopback, IPv4", "http://127.0.0.1:3000", ""},
		{"loopback, a name below", "http://api.localhost:3000", ""},
		{"loopback, all names below", "http://*.localhost:3000", ""},
		{"punycode", "https://xn--mnchen-3ya.example", ""},
		{"punycode, Cyrillic throughout", "https://xn--e1afmkfd.xn--p1ai", ""},
		{"punycode, Latin and Japanese", "https://xn--jp-bi5ctf.example", ""},
		{"punycode, Latin and Katakana", "https://xn--tokyo-lr4dmmod.example", ""},
		{"punycode, Latin and Hangul", "https://xn--tv-ro2i723k.example", ""},
		{"punycode, Latin and Bopomofo", "https://xn--tv-xo4an86m.example", ""},
		{"punycode, Japanese throughout", "https://xn--r8jz45g.example", ""},
		{"punycode, Korean throughout", "https://xn--3e0b707e.example", ""},
		{"punycode, Greek throughout", "https://xn--hxaliqm8bhn.xn--hxakic4aa", ""},
		{"punycode, Hindi throughout", "https://xn--h2brj9c.xn--h2bhs4b8d8a", ""},
		{"punycode, Hebrew throughout", "https://xn--4dbrk0ce.example", ""},
		{"punycode, capitals", "https://XN--MNCHEN-3YA.example", ""},
		{"the longest label", "https://" + strings.Repeat("a", 63) + ".example", ""},

		{"empty", "", "is not an origin"},
		{"a space", " ", "break out"},
		{"anything", "*", "is not an origin"},
		{"any scheme", "https:", "is not an origin"},
		{"any scheme, slashes", "https://", "is not an origin"},
		{"any host", "https://*", "wildcard"},
		{"any host with a dot", "https://*.", "wildcard"},
		{"any host of a top-level domain", "https://*.com", "top-level domain"},
		{"wildcard in the middle", "https://a.*.example.com", "wildcard"},
		{"wildcard at the end", "https://example.*", "wildcard"},
		{"wildcard in a label", "https://a*.example.com", "wildcard"},
		{"two wildcards", "https://*.*.example.com", "wildcard"},
		{"no scheme", "api.example.com", "is not an origin"},
		{"no scheme, a port", "api.example.com:443", "is not an origin"},
		{"scheme-relative", "//api.example.com", "is not an origin"},

		{"keyword", "'self'", "break out"},
		{"keyword for evil", "'unsafe-eval'", "break out"},
		{"keyword for inline", "'unsafe-inline'", "break out"},
		{"nonce", "'nonce-abc'", "break out"},
		{"keyword without quotes", "unsafe-inline", "is not an origin"},
		{"a directive", "https://a.example; script-src *", "break out"},
		{"a directive without spaces", "https://a.example;script-src", "break out"},
		{"a second policy", "https://a.example,https://b.example", "break out"},
		{"two sources", "https://a.example https://b.example", "break out"},
		{"quotation mark", `https://a.example"`, "break out"},
		{"markup", "https://a.example<script>", "break out"},
		{"backslash", `https://a.example\@evil.example`, "break out"},
		{"line feed", "https://a.example\n", "break out"},
		{"header", "https://a.example\r\nSet-Cookie: a=b", "break out"},
		{"tab", "https://a.\texample", "break out"},
		{"NUL", "https://a.example\x00", "break out"},
		{"delete", "https://a.example\x7f", "break out"},

		{"homoglyph", "https://" + cyrillic + "pple.com", "imitate"},
		{"mixed scripts", "https://p" + cyrillic + "ypal.com", "imitate"},
		{"full-width letters", "https://ｅｘａｍｐｌｅ.com", "imitate"},
		{"full-width dot", "https://example。com", "imitate"},
		{"fraction slash", "https://example.com\u2044.evil.example", "imitate"},
		{"right to left", "https://a.example" + rtl + "moc.elgoog", "imitate"},
		{"zero width", "https://exa\u200bmple.com", "imitate"},
		{"no-break space", "https://a.example\u00a0https://b.example", "imitate"},
		{"line separator", "https://a.example\u2028", "imitate"},
		{"not UTF-8", "https://a.example\xff", "imitate"},
		{"IDN, not in punycode", "https://münchen.example", "punycode form"},
		{"punycode that mixes scripts", "https://xn--pple-43d.com", "look alike"},
		{"punycode that mixes scripts, in capitals", "https://XN--PPLE-43D.com", "look alike"},
		{"punycode that hides a joiner", "https://xn--ab-m1t.example", "hides U+200D"},
		{"punycode, Latin and Armenian", "https://xn--ggle-vifa.com", "look alike"},
		{"punycode, Latin and Cherokee", "https://xn--a-28h.com", "look alike"},
		{"punycode, Latin and Lisu", "https://xn--oogle-9b0s.com", "look alike"},
		{"punycode, Latin and Coptic", "https://xn--ggle-vd0ca.com", "look alike"},
		{"punycode, Latin and a digit of Hindi", "https://xn--a-jzd.com", "look alike"},
		{"punycode, Cyrillic and Greek", "https://xn--mxa7w.com", "look alike"},
		{"punycode, Cyrillic and Armenian", "https://xn--80apagh2a90s.com", "look alike"},
		{"punycode, Han and Cyrillic", "https://xn--k1a7111c.com", "look alike"},
		{"punycode of the Hangul filler", "https://xn--google-ns5e.com", "no registry"},
		{"punycode of the Hangul choseong filler", "https://xn--google-8xy.com", "no registry"},
		{"punycode of full-width letters", "https://xn--pple-zg0y.com", "no registry"},
		{"punycode of mathematical letters", "https://xn--pple-4u20c.com", "no registry"},
		{"punycode of half-width Katakana", "https://xn--4j7ca3av.com", "no registry"},
		{"punycode of a ligature", "https://xn--x-sy8h.com", "no registry"},
		{"punycode of a mark in front", "https://xn--a-wbb.com", "no registry"},
		{"punycode of a letter and its accent", "https://xn--cafe-yvc.com", "no registry"},
		{"punycode of a grapheme joiner", "https://xn--ab-x0b.com", "no registry"},
		{"punycode of a variation selector", "https://xn--ab-372n.com", "no registry"},
		{"punycode of a soft hyphen", "https://xn--ab-5da.com", "hides U+00AD"},
		{"punycode of nothing", "https://xn--.example", "hyphen"},
		{"punycode of ASCII", "https://xn--abc-.example", "hyphen"},
		{"punycode that is none", "https://xn--99999999999.example", "not punycode"},

		{"data", "data:", "is not an origin"},
		{"data with content", "data:text/plain,x", "break out"},
		{"blob", "blob:", "is not an origin"},
		{"blob of an origin", "blob:https://a.example", "is not an origin"},
		{"javascript", "javascript:alert", "is not an origin"},
		{"javascript with a host", "javascript://a.example", "scheme"},
		{"filesystem", "filesystem:https://a.example", "is not an origin"},
		{"file", "file:///etc/passwd", "is not an origin"},
		{"file with a host", "file://host", "scheme"},
		{"extension", "chrome-extension://abc", "scheme"},
		{"ftp", "ftp://a.example", "scheme"},
		{"not encrypted", "http://a.example", "not encrypted"},
		{"not encrypted, looks like loopback", "http://localhost.evil.example", "not encrypted"},
		{"not encrypted, ends like loopback", "http://evillocalhost", "not encrypted"},

		{"path", "https://a.example/path", "more than an origin"},
		{"two slashes", "https://a.example//", "more than an origin"},
		{"query", "https://a.example?x", "more than an origin"},
		{"empty query", "https://a.example?", "more than an origin"},
		{"fragment", "https://a.example#x", "more than an origin"},
		{"empty fragment", "https://a.example#", "more than an origin"},
		{"user", "https://me@a.example", "more than an origin"},
		{"user that looks like a host", "https://google.com@a.example", "more than an origin"},
		{"password", "https://me:pw@a.example", "more than an origin"},

		{"port zero", "https://a.example:0", "port"},
		{"port too large", "https://a.example:65536", "port"},
		{"port far too large", "https://a.example:99999999999999999999", "port"},
		{"no port", "https://a.example:", "port"},
		{"port with a zero before it", "https://a.example:0443", "port"},
		{"negative port", "https://a.example:-1", "is not an origin"},
		{"any port", "https://a.example:*", "is not an origin"},
		{"IPv6", "https://[::1]", "IPv6"},
		{"IPv6 with a port", "https://[2001:db8::1]:443", "IPv6"},
		{"IPv6 loopback", "http://[::1]:3000", "IPv6"},
		{"IPv6 with a zone", "https://[fe80::1%25en0]", "IPv6"},

		{"percent", "https://%61.example", "is not an origin"},
		{"percent for a semicolon", "https://a%3bb", "is not an origin"},
		{"dollar", "https://a$.example", `'$'`},
		{"braces", "https://{host}.example", "is not an origin"},
		{"empty label", "https://a..example", "empty label"},
		{"dot before", "https://.example", "empty label"},
		{"dot after", "https://a.example.", "empty label"},
		{"hyphen before", "https://-a.example", "hyphen"},
		{"hyphen after", "https://a-.example", "hyphen"},
		{"long label", "https://" + strings.Repeat("a", 64) + ".example", "label of more than 63"},
		{"long name", "https://" + strings.Repeat("a.", 127) + "example", "more than 253"},
		{"10 kB", "https://" + strings.Repeat("a", 10_000), "more than 253"},
		{"10 kB of path", "https://a.example/" + strings.Repeat("a", 10_000), "more than an origin"},
	} {
		t.Run(test.kind, func(t *testing.T) {
			t.Parallel()
			for list, csp := range map[string]*ui.CSP{
				"ConnectDomains":  {ConnectDomains: []string{"https://fine.example", test.source}},
				"ResourceDomains": {ResourceDomains: []string{test.source}},
				"FrameDomains":    {FrameDomains: []string{test.source}},
				"BaseURIDomains":  {BaseURIDomains: []string{test.source}},
				"RedirectDomains": {RedirectDomains: []string{test.source}},
			} {
				_, err := ui.NewView("app", "v", ui.HTML("<p>"), ui.Metadata{CSP: csp})
				if test.why == "" {
					if err != nil {
						t.Errorf("%s: %v", list, err)
					}
					continue
				}
				refused(t, err, "csp_source_invalid", list, test.why)
			}
			if ui.ValidSource(test.source) != (test.why == "") {
				t.Errorf("ValidSource disagrees")
			}
		})
	}
}

// A WebSocket can be connected to and nothing else.
func TestCSPWebSockets(t *testing.T) {
	t.Parallel()
	for source, valid := range map[string]bool{"wss://live.example.com": true, "ws://localhost:3000": true, "ws://live.example.com": false} {
		if err := (&ui.CSP{ConnectDomains: []string{source}}).Validate(); (err == nil) != valid {
			t.Errorf("ConnectDomains: %q: %v", source, err)
		}
		for list, csp := range map[string]*ui.CSP{
			"ResourceDomains": {ResourceDomains: []string{source}}, "FrameDomains": {FrameDomains: []string{source}},
			"BaseURIDomains": {BaseURIDomains: []string{source}}, "RedirectDomains": {RedirectDomains: []string{source}},
		} {
			refused(t, csp.Validate(), "csp_source_invalid", list, "scheme")
		}
	}
}

func TestCSPTooManySources(t *testing.T) {
	t.Parallel()
	var sources []string
	for i := range 201 {
		sources = append(sources, fmt.Sprintf("https://a%d.example", i))
	}
	if err := (&ui.CSP{ConnectDomains: sources[:200], ResourceDomains: sources[:200]}).Validate(); err != nil {
		t.Error(err)
	}
	refused(t, (&ui.CSP{BaseURIDomains: sources}).Validate(), "csp_sources_too_many", "BaseURIDomains", "201")
	refused(t, (&ui.CSP{FrameDomains: slices.Repeat([]string{"https://a.example"}, 1_000_000)}).Validate(), "csp_sources_too_many", "1000000")
}

// Of a view's own address, the host has to be one that a policy can name, and
// nothing in the rest may deceive whoever reads it.
func TestViewURLTable(t *testing.T) {
	t.Parallel()
	for kind, test := range map[string]struct{ url, why string }{
		"page":            {"https://example.com/a/b.html?c=d&e=f#g", ""},
		"accents":         {"https://example.com/Übersicht?größe=1", ""},
		"quote":           {"https://example.com/it's", ""},
		"loopback":        {"http://127.0.0.1:3000/", ""},
		"empty":           {"", "origin"},
		"relative":        {"/page", "origin"},
		"javascript":      {"javascript:alert(1)", "origin"},
		"data":            {"data:text/html,hello", "origin"},
		"blob":            {"blob:https://example.com/1", "origin"},
		"file":            {"file:///etc/passwd", "origin"},
		"about":           {"about:blank", "origin"},
		"not encrypted":   {"http://example.com", "encrypted"},
		"user":            {"https://example.com@evil.example", "user name"},
		"password":        {"https://me:pw@example.com", "user name"},
		"homoglyph":       {"https://аpple.com", "imitate"},
		"punycode":        {"https://xn--pple-43d.com", "look alike"},
		"wildcard":        {"https://*.example.com", "wildcard"},
		"IPv6":            {"https://[::1]/", "IPv6"},
		"port":            {"https://example.com:70000/", "port"},
		"space":           {"https://example.com/a b", "' '"},
		"line feed":       {"https://example.com/a\nb", `'\n'`},
		"NUL":             {"https://example.com/\x00", `'\x00'`},
		"right to left":   {"https://example.com/\u202egpj.exe", `'\u202e'`},
		"zero width":      {"https://example.com/\u200b", `'\u200b'`},
		"backslash":       {`https://example.com\evil`, `'\\'`},
		"markup":          {`https://example.com/"><script>`, `'"'`},
		"not UTF-8":       {"https://example.com/\xff", "not a URL"},
		"broken percent":  {"https://example.com/%zz", "not a URL"},
		"directive":       {"https://a.example;script-src/x", "break out"},
		"100 kB":          {"https://example.com/" + strings.Repeat("a", 100_000), "bytes"},
		"two schemes":     {"https:https://example.com", "origin"},
		"only the scheme": {"https://", "origin"},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			_, err := ui.NewView("app", "v", ui.URL(test.url), ui.Metadata{})
			if test.why == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			refused(t, err, "view_url_invalid", test.why)
		})
	}
}

func TestDomainTable(t *testing.T) {
	t.Parallel()
	for domain, why := range map[string]string{
		"app.example.com": "", "https://app.example.com": "", "https://app.example.com/": "", "https://app.example.com:8443": "",
		"xn--mnchen-3ya.example": "", strings.Repeat("0", 32) + ".claudemcpcontent.com": "",
		"*.example.com": "wildcard", "https://*.example.com": "wildcard", "app.example.com/path": `'/'`, "http://app.example.com": "scheme",
		"javascript:alert(1)": "break out", "app.example.com:443": "origin", "me@app.example.com": `'@'`, "a..b": "empty label",
		"аpp.example.com": "", "app example": "", "x\r\nSet-Cookie: a": "", "https://аpp.example.com": "imitate",
		"xn--pple-43d.com": "look alike", strings.Repeat("a", 10_000): "more than 253",
	} {
		_, err := ui.NewView("app", "v", ui.HTML("<p>"), ui.Metadata{Domain: domain})
		if valid := why == "" && !strings.ContainsFunc(domain, func(r rune) bool { return r <= ' ' || r > '~' }); valid {
			if err != nil {
				t.Errorf("%.80q: %v", domain, err)
			}
			continue
		}
		refused(t, err, "domain_invalid", why)
	}
}

// refused checks that an error is a public one with a code, a mend and a short
// message with all the parts.
func refused(t *testing.T, err error, code string, parts ...string) {
	t.Helper()
	public, ok := errors.AsType[*ui.Error](err)
	if !ok || public.Code != code || public.Fix == "" {
		t.Errorf("got %v, want the code %s and a mend", err, code)
		return
	}
	for _, part := range parts {
		if !strings.Contains(public.Message, part) {
			t.Errorf("%q does not say %q", public.Message, part)
		}
	}
	if len(public.Message) > 600 {
		t.Errorf("the message has %d bytes", len(public.Message))
	}
}

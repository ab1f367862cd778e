package view_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/orielapps/oriel/view"
)

func TestScript(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ code, want string }{
		"plain":                  {`let a = 1 < 2 && "<b>";`, `<script>let a = 1 < 2 && "<b>";</script>`},
		"empty":                  {"", "<script></script>"},
		"end tag":                {`x = "</script>"`, `<script>x = "\x3C/script>"</script>`},
		"end tag, any case":      {`x = "</ScRiPt >"`, `<script>x = "\x3C/ScRiPt >"</script>`},
		"end tag, unfinished":    {`x = "</script`, `<script>x = "\x3C/script</script>`},
		"end tags":               {`"</script></script>"`, `<script>"\x3C/script>\x3C/script>"</script>`},
		"end tag doubled":        {`"<</script>"`, `<script>"<\x3C/script>"</script>`},
		"comment":                {`x = "<!-- <script>"`, `<script>x = "\x3C!-- <script>"</script>`},
		"another end tag":        {`x = "</style>"`, `<script>x = "</style>"</script>`},
		"a variable named so":    {"if (i<script.length) {}", "<script>if (i<script.length) {}</script>"},
		"nul":                    {"x = \"\x00\"", `<script>x = "\x00"</script>`},
		"a dollar sign":          {`"$1 </script> ${x}"`, `<script>"$1 \x3C/script> ${x}"</script>`},
		"separators":             {"x = \"\u2028\u2029\"", "<script>x = \"\u2028\u2029\"</script>"},
		"invalid UTF-8 is left":  {"x = \"\xff\"", "<script>x = \"\xff\"</script>"},
		"a name that goes on":    {`"</scripture>"`, `<script>"\x3C/scripture>"</script>`},
		"the end of a comment":   {"for (;n-->0;);", "<script>for (;n-->0;);</script>"},
		"in a regular character": {`/[</script>]/u`, `<script>/[\x3C/script>]/u</script>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, view.Script(c.code)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestScriptCarriesTheRuntimeUnchanged(t *testing.T) {
	t.Parallel()
	for _, code := range []string{view.Inline(), view.MCPUIBridge()} {
		requireFirst(t, view.InsertFirst("<!doctype html><title>x</title>", view.Script(code)), code)
	}
}

func TestDataScript(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ id, json, want string }{
		"object":     {view.InitialDataID, `{"a":1}`, `<script type="application/json" id="oriel-initial-data">{"a":1}</script>`},
		"end tag":    {"x", `"</script><!-- <script>"`, `<script type="application/json" id="x">"\u003c/script>\u003c!-- \u003cscript>"</script>`},
		"separators": {"x", "\"\u2028\u2029\"", `<script type="application/json" id="x">"\u2028\u2029"</script>`},
		"escaped":    {"x", `"\u2028\\u003c"`, `<script type="application/json" id="x">"\u2028\\u003c"</script>`},
		"id":         {`a"><b c='&`, `1`, `<script type="application/json" id="a&#34;&gt;&lt;b c=&#39;&amp;">1</script>`},
		"nothing":    {"x", ``, `<script type="application/json" id="x"></script>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, view.DataScript(c.id, []byte(c.json))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// escape undoes what Script may have done, which is more than it should do where
// the code held the escape itself.
var escape = regexp.MustCompile(`(?i)\\x3C(/script|!--)`)

func FuzzScript(f *testing.F) {
	for _, code := range []string{
		"", "alert(1)", "</script>", "<!--<script>", "<!--<script></script>", "</SCRIPT\n>",
		"\x00", "a\r\nb\rc", `\x3C/script`, "<", "</", "<!", "]]>", "<\x00/script>", "&lt;/script>",
	} {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		first := firstInHead(t, view.InsertFirst("<!doctype html><p>after</p>", view.Script(code)))
		if first == nil || first.Data != "script" {
			t.Fatalf("%q: the head begins with %+v", code, first)
		}
		if next := first.NextSibling; next != nil {
			t.Fatalf("%q: something of the code got out of the script: %+v", code, next)
		}
		// HTML reads every line end as LF, and so does JavaScript.
		lines := strings.NewReplacer("\r\n", "\n", "\r", "\n")
		want := escape.ReplaceAllString(lines.Replace(strings.ReplaceAll(code, "\x00", `\x00`)), "<$1")
		if got := escape.ReplaceAllString(textOf(first), "<$1"); got != want {
			t.Errorf("the script became %q, want %q", got, want)
		}
	})
}

func FuzzDataScript(f *testing.F) {
	for _, seed := range [][2]string{
		{"x", "</script>"},
		{`"><script>`, "<!--\u2028\u2029"},
		{"", "\x00\xff\r\n"},
		{"&amp;", `\u003c`},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, id, text string) {
		data, err := json.Marshal(map[string]string{"text": text})
		if err != nil {
			t.Fatal(err)
		}
		first := firstInHead(t, view.InsertFirst("<!doctype html><p>after</p>", view.DataScript(id, data)))
		if first == nil || first.NextSibling != nil {
			t.Fatalf("%q, %q: the head is not the element alone", id, text)
		}
		want := []html.Attribute{
			{Key: "type", Val: "application/json"},
			{Key: "id", Val: strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\ufffd").Replace(id)},
		}
		if diff := cmp.Diff(want, first.Attr); diff != "" {
			t.Error(diff)
		}
		var before, after any
		if err := json.Unmarshal(data, &before); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(textOf(first)), &after); err != nil {
			t.Fatalf("%q is not JSON any more: %v", textOf(first), err)
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Error(diff)
		}
	})
}

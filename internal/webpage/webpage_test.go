package webpage_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/webpage"
)

func shout(reference string) string {
	if strings.HasPrefix(reference, "https://x.example/") {
		return reference
	}
	return "https://x.example/" + strings.TrimLeft(reference, "./")
}

func TestRewrite(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ document, want string }{
		"nothing":                 {"<!DOCTYPE html><P Class=a>x</p>", "<!DOCTYPE html><P Class=a>x</p>"},
		"script and style sheet":  {`<script type=module crossorigin src="/a.js"></script><LINK rel=stylesheet href=b.css>`, `<script type="module" crossorigin="" src="https://x.example/a.js"></script><link rel="stylesheet" href="https://x.example/b.css">`},
		"around is kept":          {"<!-- <img src=a> --><p>&amp;<img\nsrc=' a.png '>&lt;", `<!-- <img src=a> --><p>&amp;<img src="https://x.example/a.png">&lt;`},
		"checksums":               {`<script integrity="sha256-x" src="/a.js"></script>`, `<script src="https://x.example/a.js"></script>`},
		"checksums elsewhere":     {`<script integrity="sha256-x" src="https://x.example/a.js"></script>`, `<script integrity="sha256-x" src="https://x.example/a.js"></script>`},
		"links stay":              {`<a href="/x">y</a><form action="/z"></form>`, `<a href="/x">y</a><form action="/z"></form>`},
		"what leads nowhere":      {`<img src="data:,"><use href="#a"/><img src><iframe src="about:blank">`, `<img src="data:,"><use href="#a"/><img src><iframe src="about:blank">`},
		"sets":                    {`<img srcset="a.png 1x, b.png 2x,c.png">`, `<img srcset="https://x.example/a.png 1x, https://x.example/b.png 2x, https://x.example/c.png">`},
		"set with a data URL":     {`<img srcset="data:image/png;base64,AA== 1x, b.png 2x">`, `<img srcset="data:image/png;base64,AA== 1x, https://x.example/b.png 2x">`},
		"scripts are not touched": {`<script>a='<img src="/b">'</script>`, `<script>a='<img src="/b">'</script>`},
		"inline style":            {`<p style="background:url(a.png)">`, `<p style="background:url(&#34;https://x.example/a.png&#34;)">`},
		"style sheet":             {`<style media=print>p{background:url('a.png')}</style>`, `<style media="print">p{background:url("https://x.example/a.png")}</style>`},
		"quotes":                  {`<img alt='"' src="a&amp;b">`, `<img alt="&#34;" src="https://x.example/a&amp;b">`},
		"unfinished":              {`<img src=a`, `<img src=a`},
		"script without end":      {`<script src=a.js>x`, `<script src="https://x.example/a.js">x</script>`},
		"svg":                     {`<svg viewBox="0 0 1 1"><image xlink:href="a.png"/></svg>`, `<svg viewBox="0 0 1 1"><image xlink:href="https://x.example/a.png"/></svg>`},
	} {
		if diff := cmp.Diff(test.want, webpage.Rewrite(test.document, shout)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestRewriteCSS(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ sheet, want string }{
		"nothing":      {"a{color:red}", "a{color:red}"},
		"plain":        {"a{background:url( a.png )}", `a{background:url("https://x.example/a.png")}`},
		"quoted":       {`a{background:url("a b.png" )}`, `a{background:url("https://x.example/a b.png" )}`},
		"single":       {`@font-face{src:URL('a.woff2') format('woff2')}`, `@font-face{src:url("https://x.example/a.woff2") format('woff2')}`},
		"import":       {`@import "a.css" screen;@import url(b.css);`, `@import "https://x.example/a.css" screen;@import url("https://x.example/b.css");`},
		"comment":      {`/* url(a.png) */a{b:url(c)}`, `/* url(a.png) */a{b:url("https://x.example/c")}`},
		"string":       {`a::after{content:"url(a.png)"}`, `a::after{content:"url(a.png)"}`},
		"escaped":      {`a{b:url(a\ b.png)}`, `a{b:url("https://x.example/a b.png")}`},
		"hexadecimal":  {`a{b:url(\61.png)}`, `a{b:url(\61.png)}`},
		"a word":       {`a{b:curl(c)}`, `a{b:curl(c)}`},
		"import-like":  {`@imported "a";`, `@imported "a";`},
		"no end":       {`a{b:url(c`, `a{b:url(c`},
		"no string":    {"a{b:url(\"c\n)}", "a{b:url(\"c\n)}"},
		"no comment":   {"a/* url(b)", "a/* url(b)"},
		"empty":        {"a{b:url()}", "a{b:url()}"},
		"empty quoted": {`a{b:url("")}`, `a{b:url("")}`},
	} {
		if diff := cmp.Diff(test.want, webpage.RewriteCSS(test.sheet, shout)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if got := webpage.RewriteCSS("a{b:url(c)}", func(string) string { return `"</style>\` }); got != `a{b:url("\"\3c /style>\\")}` {
		t.Errorf("an address gets out of its string: %s", got)
	}
}

package bundle

import (
	"strings"
	"testing"
)

func TestCutFonts(t *testing.T) {
	t.Parallel()
	const font = `@font-face{font-family:A;src:url(data:font/woff2;base64,AA==) format("woff2")}`
	for _, test := range []struct{ name, css, rest, fonts string }{
		{"none", `a{b:c}`, `a{b:c}`, ""},
		{"alone", font, "", font},
		{"between", `a{b:c}` + font + `d{e:f}`, `a{b:c}d{e:f}`, font},
		{"two", font + `a{}` + font, `a{}`, font + font},
		{"in a layer", `@layer x{` + font + `a{}}`, `@layer x{a{}}`, font},
		{"in a layer in another", `@layer x{@layer y{` + font + `}a{}}`, `@layer x{@layer y{}a{}}`, font},
		{"under a condition", `@media print{` + font + `}`, `@media print{` + font + `}`, ""},
		{"under a condition in a layer", `@layer x{@supports (a:b){` + font + `}}`, `@layer x{@supports (a:b){` + font + `}}`, ""},
		{"after a condition", `@media print{a{}}` + font, `@media print{a{}}`, font},
		{"after a statement", `@layer x,y;` + font, `@layer x,y;`, font},
		{"from elsewhere", `@font-face{src:url(https://a.example/b.woff2)}`, `@font-face{src:url(https://a.example/b.woff2)}`, ""},
		{"in a string", `a{content:"` + strings.ReplaceAll(font, `"`, `\"`) + `"}`, `a{content:"` + strings.ReplaceAll(font, `"`, `\"`) + `"}`, ""},
		{"in a comment", `/*` + font + `*/a{}`, `/*` + font + `*/a{}`, ""},
		{"behind a comment", "/* project:x.css */\n" + font + "\na{}", "/* project:x.css */\na{}", font},
		{"braces in a URL", `a{b:url(data:image/svg+xml,<svg>}{/*'</svg>)}` + font, `a{b:url(data:image/svg+xml,<svg>}{/*'</svg>)}`, font},
		{"braces in a string", `a{b:"}{\"}"}` + font, `a{b:"}{\"}"}`, font},
		{"an escaped brace", `.a\{{b:c}` + font, `.a\{{b:c}`, font},
		{"written large", "@font-face {\n  font-family: A;\n  src: url(\"data:font/ttf;base64,AA==\");\n}\n", "\n", "@font-face {\n  font-family: A;\n  src: url(\"data:font/ttf;base64,AA==\");\n}"},
		{"with a map", font + "\n/*# sourceMappingURL=http://x/view.css.map */", "\n/*# sourceMappingURL=http://x/view.css.map */", font},
		{"unfinished", `a{b:c}}}` + font + `{{`, `a{b:c}}}{{`, font},
		{"never ends", `@font-face{src:url(data:font/ttf;base64,AA`, `@font-face{src:url(data:font/ttf;base64,AA`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if rest, fonts := splitFonts(test.css); rest != test.rest || fonts != test.fonts {
				t.Errorf("of\n%s\nremains\n%s\nwithout\n%s", test.css, rest, fonts)
			}
		})
	}
}

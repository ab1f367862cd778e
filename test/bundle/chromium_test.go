package bundle_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

// adder is a WebAssembly module with a function "add" of two numbers.
const adder = "\x00asm\x01\x00\x00\x00\x01\x07\x01\x60\x02\x7f\x7f\x01\x7f\x03\x02\x01\x00\x07\x07\x01\x03add\x00\x00\x0a\x09\x01\x07\x00\x20\x00\x20\x01\x6a\x0b"

// TestSmokeInChromium runs documents under the policy of a view that declares
// nothing. Each view puts a promise of what it saw into globalThis.seen.
func TestSmokeInChromium(t *testing.T) {
	t.Parallel()
	const sizeOf = `const sizeOf = async (src) => { const i = new Image(); i.src = src; await i.decode(); return i.naturalWidth + "x" + i.naturalHeight; };`
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><title>#1 "quoted" &lt;/script></title><rect width="30" height="20"/></svg>`
	var dot bytes.Buffer
	if err := png.Encode(&dot, image.NewRGBA(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	font := string(viewpage.TallFont())
	counter := `import { useState } from "react";
		export default function App() { const [n, set] = useState(1); globalThis.seen = String(n); return <button onClick={() => set(n + 1)}>{n}</button>; }`
	browser := browsertest.Start(t)
	for _, test := range []struct {
		name  string
		texts map[string]string
		want  string
		// packages are installed for it; click is clicked first.
		packages []string
		click    string
		policy   string
	}{
		{
			name: "images of a script", want: "3x2 30x20 30x20",
			texts: map[string]string{
				"views/v/index.ts": sizeOf + `import dot from "./dot.png"; import art from "../_art/a b ü.svg"; import { again } from "./more";
					globalThis.seen = Promise.all([dot, art, again].map(sizeOf)).then((all) => all.join(" "));`,
				"views/v/more.ts": `export { default as again } from "../_art/a b ü.svg";`,
				"views/v/dot.png": dot.String(), "views/_art/a b ü.svg": svg,
			},
		},
		{
			name: "url() of styles", want: strings.TrimSpace(strings.Repeat("30x20 ", 9)),
			texts: map[string]string{
				"views/v/index.ts": sizeOf + `import "./a.css"; import "pkg/style.css";
					const names = ["plain", "double", "single", "spaces", "escaped", "fragment", "imported", "package", "variable"];
					globalThis.seen = Promise.all(names.map((name) => {
						const b = document.body.appendChild(document.createElement("b"));
						b.className = name;
						return sizeOf(/url\("(.*)"\)/s.exec(getComputedStyle(b).backgroundImage)![1]!.replace(/\\(.)/g, "$1"));
					})).then((all) => all.join(" "));`,
				"views/v/a.css": `@import url("./sub/imported.css");
					.plain { background: url(x.svg) }
					.double { background: #fff url("./x.svg") no-repeat }
					.single { background-image: url('../_art/a b ü.svg') }
					.spaces { background: url(  "../_art/a b ü.svg"  ) }
					.escaped { background: url(../_art/a\ b\ ü.svg) }
					.fragment { background: url("x.svg#part") }
					.variable { --art: url(x.svg); background: var(--art) }
					.data { cursor: url("data:image/svg+xml,%3Csvg/%3E"), auto; clip-path: url(#shape) }`,
				"views/v/sub/imported.css": `.imported { background: url(../x.svg) }`,
				"views/v/x.svg":            svg, "views/_art/a b ü.svg": svg,
				"node_modules/pkg/style.css": `.package { background: url("./img/y.svg") }`, "node_modules/pkg/img/y.svg": svg,
				"node_modules/pkg/package.json": `{"name": "pkg"}`, "package-lock.json": "{}",
			},
		},
		{
			name: "a page", want: "3x2 3x2 30x20 rgb(1, 2, 3) classic",
			texts: map[string]string{
				"views/v/index.html": `<!doctype html><html><head><link rel=icon href=x.svg><link rel=stylesheet href="p.css"><style>i { background: url('dot.png') }</style></head>
					<body><i>i</i><p>p</p><img src="dot.png"><img src='x.svg'><script src=classic.js></script><script type=module>` + sizeOf + `
					const [a, b] = document.images;
					const i = /url\("(.*)"\)/.exec(getComputedStyle(document.querySelector("i")).backgroundImage)[1];
					globalThis.seen = Promise.all([sizeOf(i), sizeOf(a.src), sizeOf(b.src)]).then((all) => [...all, getComputedStyle(document.querySelector("p")).color, word].join(" "));</script></body></html>`,
				"views/v/p.css": `p { color: rgb(1 2 3) }`, "views/v/classic.js": `var word = "classic";`,
				"views/v/dot.png": dot.String(), "views/v/x.svg": svg,
			},
		},
		{
			name: "a font", want: "loaded true, italic, grown",
			texts: map[string]string{
				"views/v/index.ts": `import "./a.css";
					document.body.innerHTML = "<span id=a style=\"font: 10px serif\">A</span><br><span id=b style=\"font: italic 10px 'Tall One', serif; line-height: normal\">A</span>";
					globalThis.seen = document.fonts.ready.then(() => {
						const face = [...document.fonts][0]!;
						const [a, b] = [...document.querySelectorAll("span")].map((s) => s.getBoundingClientRect().height);
						return face.status + " " + document.fonts.check("italic 10px 'Tall One'") + ", " + face.style + ", " + (b! > 2 * a! ? "grown" : a + " " + b);
					});`,
				"views/v/a.css":    `@layer base { @font-face { font-family: "Tall One"; font-style: italic; src: url("./tall.ttf") format("truetype") } }`,
				"views/v/tall.ttf": font,
			},
		},
		{
			name: "JSON and text", want: `</script><!-- 2 ` + "\u2028" + ` # a</SCRIPT> <p>`,
			texts: map[string]string{
				"views/v/index.ts": `import data, { n } from "./d.json"; import md from "./a.md"; import html from "./a.html";
					globalThis.seen = [data.end, n, data.line, md.trim(), html.trim()].join(" ");`,
				"views/v/d.json": `{"end": "</script><!--", "n": 2, "line": "\u2028"}`, "views/v/a.md": "# a</SCRIPT>\n", "views/v/a.html": " <p>\n",
			},
		},
		{
			name: "ends of scripts", want: `</script>|<!--<script>|</ScRiPt x>|true|true|&#1;`,
			texts: map[string]string{
				"views/v/index.ts": "const x = 'x'; const s = (0, eval)('undefined');" +
					"globalThis.seen = ['</script>', `<!--<script>`, `</ScRiPt ${x}>`, String(/<!--/.test('<!--')), String(/<\\/script>/.test('</script>')), s ?? '&#1;'].join('|');",
			},
			policy: strings.Replace(viewpage.Policy, "'unsafe-inline'", "'unsafe-inline' 'unsafe-eval'", 1),
		},
		{
			name: "classes of CSS modules", want: "rgb(1, 2, 3) 4px rgb(5, 6, 7) true",
			texts: map[string]string{
				"views/v/index.ts": `import card, { title } from "./card.module.css"; import other from "./other.module.css";
					document.body.className = card.card; const b = document.body.appendChild(document.createElement("b")); b.className = title;
					const style = getComputedStyle(document.body);
					globalThis.seen = [style.color, style.paddingTop, getComputedStyle(b).color, card.card !== other.card].join(" ");`,
				"views/v/card.module.css":  `.card { composes: shared from "./shared.module.css"; composes: local; } .local { padding: 4px } .title { color: rgb(5 6 7) }`,
				"views/v/other.module.css": `.card { color: red }`, "views/v/shared.module.css": `.shared { color: rgb(1 2 3) }`,
			},
		},
		{
			name: "WebAssembly, where the host allows it", want: "true 5", policy: strings.Replace(viewpage.Policy, "'unsafe-inline'", "'unsafe-inline' 'wasm-unsafe-eval'", 1),
			texts: map[string]string{
				"views/v/index.ts": `import bytes from "./add.wasm";
					globalThis.seen = WebAssembly.instantiate(bytes).then(({ instance }) => WebAssembly.validate(bytes) + " " + instance.exports.add(2, 3));`,
				"views/v/add.wasm": adder,
			},
		},
		{
			name: "WebAssembly, where it doesn't", want: "CompileError",
			texts: map[string]string{
				"views/v/index.ts": `import bytes from "./add.wasm"; globalThis.seen = WebAssembly.instantiate(bytes).then(String, (e) => e.name);`,
				"views/v/add.wasm": adder,
			},
		},
		{
			name: "React", want: "2", click: "button", packages: []string{"react", "react-dom", "scheduler"},
			texts: map[string]string{"views/v/index.tsx": counter, "package.json": `{"dependencies": {"react": "*"}}`, "package-lock.json": "{}"},
		},
		{
			name: "Preact", want: "2", click: "button", packages: []string{"preact"},
			texts: map[string]string{
				"views/v/index.tsx": strings.ReplaceAll(counter, `"react"`, `"preact/hooks"`),
				"package.json":      `{"dependencies": {"preact": "*"}}`, "package-lock.json": "{}",
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.texts["go.mod"] = "module m\n"
			dir := t.TempDir()
			for name, text := range test.texts {
				programtest.Write(t, dir, name, text)
			}
			installed(t, dir, test.packages...)
			project := open(t, dir)
			built, err := project.Build(t.Context(), "v")
			if err != nil {
				t.Fatal(err)
			}
			dev := project.Dev(bundle.DevOptions{MapURL: "http://127.0.0.1:1/", Client: true})
			defer dev.Close()
			inDev, err := dev.Build(t.Context(), "v")
			if err != nil {
				t.Fatal(err)
			}
			if warned := len(built.Warnings) > 0; warned != strings.HasPrefix(test.name, "WebAssembly") {
				t.Errorf("warnings: %v", built.Warnings)
			}
			policy := test.policy
			if policy == "" {
				policy = viewpage.Policy
			}
			for what, document := range map[string]string{"production": built.HTML, "development": inDev.HTML} {
				page := browser.Open(t, serve(t, document, policy))
				if test.click != "" {
					if err := page.Main().WaitFor(t.Context(), `!!document.querySelector("`+test.click+`")`); err != nil {
						t.Fatal(err)
					}
					if err := page.Main().Click(t.Context(), test.click); err != nil {
						t.Fatal(err)
					}
					if err := page.Main().WaitFor(t.Context(), `globalThis.seen == "`+test.want+`"`); err != nil {
						t.Errorf("in %s: %v", what, err)
					}
				}
				got, err := browsertest.Eval[string](t.Context(), page.Main(), "globalThis.seen")
				if err != nil || got != test.want {
					t.Errorf("in %s: saw %q, want %q: %v\n%v", what, got, test.want, err, page.Messages())
				}
				if refused := page.Violations(); len(refused) > 0 && !strings.Contains(test.name, "doesn't") {
					t.Errorf("in %s: %v", what, refused)
				}
			}
		})
	}
}

func serve(t *testing.T, document, policy string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		_, _ = w.Write([]byte(document))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

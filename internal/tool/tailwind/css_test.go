package tailwind_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/tailwind"
)

func TestUses(t *testing.T) {
	t.Parallel()
	for css, want := range map[string]bool{
		"": false, `@import "tailwindcss";`: true, `@import url("tailwindcss/theme.css") layer(x);`: true, `@import './tailwindcss'`: false,
		`@tailwind utilities`: true, `.x{@apply p-1}`: true, `@reference "x"`: true, `/* @apply */ .x { content: "@theme" }`: false,
		`@media print{}`: false, `@themes{}`: false, `.x{color:--alpha(red/1)}`: true, `.x{width:var(--spacing)}`: false, `a{b:"\"@theme"}`: false,
		`a{background:url(@theme)}`: false, `\@theme{}`: false, `@import /* x */ "tailwindcss"`: true, `@`: false, `@import`: false, `"`: false, `url(`: false,
	} {
		if got := tailwind.Uses(css); got != want {
			t.Errorf("%s: %v", css, got)
		}
	}
}

func TestImports(t *testing.T) {
	t.Parallel()
	got := tailwind.Imports(`@import "a.css"; /* @import "no" */ @import url(b.css) print; @import url( 'c.css' ); @import x; .y{content:'@import "no"'}`)
	if diff := cmp.Diff([]string{"a.css", "b.css", "c.css"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCompact(t *testing.T) {
	t.Parallel()
	for css, want := range map[string]string{
		"a {\n\t\tb: c;  d: e }": "a {\nb: c; d: e }", "/* x */a/**/b": " a b", "/*! keep */\r\n\r\n x": "/*! keep */\nx",
		`a{b:"x   /* */ y"}`: `a{b:"x   /* */ y"}`, `url( a  b )  c`: `url( a  b ) c`, `a\  b`: `a\  b`, "/* open": " ",
	} {
		if got := tailwind.Compact(css); got != want {
			t.Errorf("%q: %q, want %q", css, got, want)
		}
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	css := `@import url(x.css); a{b:url(./a.png), URL("b c.png"),url('d"e');c:"url(no)"/* url(no) */;d:my-url(no)}`
	got := tailwind.Links(css, func(address string) (string, bool) { return "../" + address, address != "./a.png" })
	want := `@import url(x.css); a{b:url(./a.png), url("../b c.png"),url("../d\"e");c:"url(no)"/* url(no) */;d:my-url(no)}`
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestGlob(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ pattern, dir, yes, no string }{
		{"./src", "src", "", ""},
		{"../src/**/*.ts", "../src", "a.ts b/c/a.ts", "a.tsx"},
		{"*.{ts,tsx}", ".", "a.ts a.tsx", "a.js b/a.ts"},
		{"a/?[bc][!d]/**", "a", "xbe/f xcf/g/h", "xbd/f xde/f"},
		{"a/x**", "a", "xa x/b", "ax"},
		{`a/\*`, ".", "", ""},
		{"a/[a-c]+.ts", "a", "b+.ts", "bb.ts"},
	} {
		dir, glob := tailwind.Split(test.pattern)
		if dir != test.dir && test.pattern != `a/\*` {
			t.Errorf("%s begins with %s", test.pattern, dir)
		}
		expression, err := tailwind.Glob(glob)
		if err != nil {
			t.Fatal(err)
		}
		for name := range strings.FieldsSeq(test.yes) {
			if !expression.MatchString(name) {
				t.Errorf("%s does not match %s", glob, name)
			}
		}
		for name := range strings.FieldsSeq(test.no) {
			if expression.MatchString(name) {
				t.Errorf("%s matches %s", glob, name)
			}
		}
	}
	for _, pattern := range []string{"{a", "[z-a]", strings.Repeat("*", 2000)} {
		if _, err := tailwind.Glob(pattern); err == nil {
			t.Errorf("%.20s is a pattern", pattern)
		}
	}
}

func FuzzStyleSheet(f *testing.F) {
	for _, css := range []string{`@import "a"; url(b) /* c */`, `"\`, "url('", "@", "/*", `a{b:url(x\)y)}`, "\x00"} {
		f.Add(css)
	}
	f.Fuzz(func(t *testing.T, css string) {
		tailwind.Uses(css)
		tailwind.Imports(css)
		if same := tailwind.Links(css, func(string) (string, bool) { return "", false }); same != css {
			t.Fatalf("%q became %q", css, same)
		}
		compact := tailwind.Compact(css)
		if len(compact) > len(css) || tailwind.Compact(compact) != compact && !strings.Contains(css, "/*") {
			t.Fatalf("%q became %q", css, compact)
		}
		if tailwind.Uses(css) != tailwind.Uses(compact) {
			t.Fatalf("%q and %q differ in use", css, compact)
		}
	})
}

func FuzzGlob(f *testing.F) {
	for _, pattern := range []string{"**/*.{a,b}", "[!a-z]?", `\`, "{{}", "[]", "[!]", "[^^]", "[\\]]"} {
		f.Add(pattern, "a/b.c")
	}
	f.Fuzz(func(_ *testing.T, pattern, name string) {
		_, glob := tailwind.Split(pattern)
		if expression, err := tailwind.Glob(glob); err == nil {
			expression.MatchString(name)
		}
	})
}

package tailwind_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/tailwind"
)

const installedTailwind = "../../../node_modules/tailwindcss"

// loadEngine reads the compiler that is installed.
func loadEngine(t testing.TB) *tailwind.Engine {
	t.Helper()
	module, err := os.ReadFile(filepath.Join(installedTailwind, "dist", "lib.js"))
	if err != nil {
		t.Fatalf(`this test runs what npm installs; "make setup" does that: %v`, err)
	}
	engine, err := tailwind.New(string(module))
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

// folder has Tailwind's own style sheets, and the scripts that a test has.
type folder map[string]string

var errNotThere = errors.New("it is not there")

func (f folder) Stylesheet(id, base string) (dir, text string, err error) {
	name, ok := map[string]string{"tailwindcss": "index.css", "tailwindcss/utilities": "utilities.css", "tailwindcss/theme": "theme.css"}[id]
	if !ok {
		return "", "", errNotThere
	}
	data, err := os.ReadFile(filepath.Join(installedTailwind, name))
	return base, string(data), err
}

func (f folder) Script(id, base string) (dir, text string, err error) {
	text, ok := f[id]
	if !ok {
		return "", "", errNotThere
	}
	return base + "/scripts", text, nil
}

func compile(t testing.TB, css string, scripts folder) *tailwind.Sheet {
	t.Helper()
	sheet, err := loadEngine(t).Compile(t.Context(), css, "base", scripts)
	if err != nil {
		t.Fatal(err)
	}
	return sheet
}

func TestSheet(t *testing.T) {
	t.Parallel()
	sheet := compile(t, `@import "tailwindcss/utilities"; @theme { --spacing: 1px; } @source "../x/*.ts"; @source not "y"; @config "./c.js";`, folder{
		"./c.js": `module.exports = { content: ["./from-config/*.html"] };`,
	})
	if !sheet.Automatic || !sheet.Utilities {
		t.Errorf("%+v", sheet)
	}
	want := []tailwind.Source{{"base", "../x/*.ts", false}, {"base", "y", true}, {"base/scripts", "./from-config/*.html", false}}
	for _, one := range want {
		if !slices.Contains(sheet.Sources, one) {
			t.Errorf("no %v in %v", one, sheet.Sources)
		}
	}
	first, err := sheet.Style(t.Context(), []string{"p-1", "nothing", "<script>"})
	if err != nil || !strings.Contains(first, ".p-1") || strings.Contains(first, "nothing") {
		t.Errorf("%v: %s", err, first)
	}
	second, err := sheet.Style(t.Context(), []string{"p-2"})
	if err != nil || !strings.Contains(second, ".p-1") || !strings.Contains(second, ".p-2") {
		t.Errorf("%v: %s", err, second)
	}
	third, err := sheet.Style(t.Context(), []string{"p-1"})
	if err != nil || third != second {
		t.Errorf("%v: another style for the same classes: %s", err, third)
	}
}

func TestRoots(t *testing.T) {
	t.Parallel()
	for css, want := range map[string]*tailwind.Sheet{
		`@import "tailwindcss/utilities";`:                 {Automatic: true, Utilities: true},
		`@import "tailwindcss/utilities" source(none);`:    {Utilities: true},
		`@import "tailwindcss/utilities" source("../src")`: {Utilities: true, Root: tailwind.Source{Base: "base", Pattern: "../src"}},
		`@reference "tailwindcss"; .x { @apply p-1; }`:     {Automatic: true},
	} {
		got := compile(t, css, nil)
		if got.Automatic != want.Automatic || got.Utilities != want.Utilities || got.Root != want.Root {
			t.Errorf("%s: %v %v %v", css, got.Automatic, got.Utilities, got.Root)
		}
	}
}

// TestScriptsReachNothing looks for what a plugin could do harm with.
func TestScriptsReachNothing(t *testing.T) {
	t.Parallel()
	sheet := compile(t, `@import "tailwindcss/utilities"; @plugin "./p.js";`, folder{"./p.js": `
		const found = [];
		for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "Deno", "Bun", "Buffer", "global", "setTimeout", "importScripts", "load", "read"])
			if (typeof globalThis[name] !== "undefined") found.push(name);
		for (const name of ["fs", "node:fs", "child_process", "http", "./x"]) try { require(name); found.push(name); } catch {}
		if (Object.keys(process.env).join() !== "NODE_ENV") found.push("environment");
		const copy = structuredClone({ a: [1, new Map([[1, new Set([2])]])], d: new Date(5) });
		if (atob("w6k") !== "\u00c3\u00a9" || btoa("\u00e9") !== "6Q==") found.push("base64");
		if (copy.a[1].get(1).has(2) !== true || copy.d.getTime() !== 5) found.push("structuredClone");
		module.exports = ({ addUtilities }) => addUtilities({ ".reached": { content: JSON.stringify(found.join(" ")) } });`})
	css, err := sheet.Style(t.Context(), []string{"reached"})
	if err != nil || !strings.Contains(css, `content: "";`) {
		t.Errorf("%v: %s", err, css)
	}
}

// TestSystemLimits ends scripts that take too much.
func TestSystemLimits(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		script, css string
		limited     bool
	}{
		"never ends when it is loaded": {script: `for (;;) {}`, limited: true},
		"never ends when it is called": {script: `module.exports = () => { while (true) {} }`, limited: true},
		"never ends in a pattern":      {script: `/^(?=a)(a|a?a)+$/.test("a".repeat(28) + "b")`, limited: true},
		"takes memory":                 {script: `const all = []; for (;;) all.push(new Array(1000).fill("x".repeat(1000)))`, limited: true},
		"takes memory at once":         {script: `"x".repeat(2 ** 30)`},
		"calls itself":                 {script: `const f = () => f(); f()`, limited: true},
		"nests its text":               {css: strings.Repeat(".x {", 20_000)},
		"throws nothing":               {script: `throw undefined`},
		"throws a getter":              {script: `throw { get message() { throw 1 } }`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			engine := loadEngine(t)
			engine.Limits = tailwind.Limits{Time: 2 * time.Second, Memory: 200 << 20}
			start := time.Now()
			sheet, err := engine.Compile(t.Context(), `@import "tailwindcss/utilities"; @plugin "./p.js"; `+test.css, "base", folder{"./p.js": test.script + "\n"})
			if err == nil && test.css != "" {
				_, err = sheet.Style(t.Context(), []string{"flex"})
			}
			if err == nil || test.limited && !errors.Is(err, tailwind.ErrLimit) {
				t.Errorf("%v", err)
			}
			if took := time.Since(start); took > time.Minute {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	engine := loadEngine(t)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	_, err := engine.Compile(ctx, `@plugin "./p.js";`, "base", folder{"./p.js": `for (;;) {}`})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	engine := loadEngine(t)
	if _, err := engine.Compile(t.Context(), `@import "./no.css";`, "base", folder{}); !errors.Is(err, errNotThere) {
		t.Errorf("an import: %v", err)
	}
	if _, err := engine.Compile(t.Context(), `@plugin "./no.js";`, "base", folder{}); !errors.Is(err, errNotThere) {
		t.Errorf("a plugin: %v", err)
	}
	for module, want := range map[string]string{"syntax error": "reading", "throw new Error('x')": "starting", "exports.y = 1": "no function compile", "module.exports = null": ""} {
		engine, err := tailwind.New(module)
		if err == nil {
			_, err = engine.Compile(t.Context(), "", "", folder{})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", module, err)
		}
	}
}

// TestSheetsAtOnce has many goroutines use the same engine and sheet.
func TestSheetsAtOnce(t *testing.T) {
	t.Parallel()
	engine := loadEngine(t)
	shared := compile(t, `@import "tailwindcss/utilities"; @theme { --spacing: 1px; }`, nil)
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			own, err := engine.Compile(context.Background(), `@import "tailwindcss/utilities";`, "base", folder{})
			if err != nil {
				t.Error(err)
				return
			}
			for _, sheet := range []*tailwind.Sheet{own, shared} {
				name := fmt.Sprintf("p-[%dpx]", i)
				if css, err := sheet.Style(context.Background(), []string{name}); err != nil || !strings.Contains(css, fmt.Sprintf("padding: %dpx", i)) {
					t.Errorf("%v: %s", err, css)
				}
			}
		})
	}
	wait.Wait()
}

func BenchmarkEngine(b *testing.B) {
	module, err := os.ReadFile(filepath.Join(installedTailwind, "dist", "lib.js"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := tailwind.New(string(module)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	engine := loadEngine(b)
	for b.Loop() {
		if _, err := engine.Compile(b.Context(), `@import "tailwindcss";`, "base", folder{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStyle measures the style for one class more, of a view that uses many.
func BenchmarkStyle(b *testing.B) {
	text, err := os.ReadFile("../bundle/testdata/tailwind/dashboard/views/board/index.tsx")
	if err != nil {
		b.Fatal(err)
	}
	sheet := compile(b, `@import "tailwindcss";`, nil)
	if _, err := sheet.Style(b.Context(), tailwind.Candidates(string(text), ".tsx")); err != nil {
		b.Fatal(err)
	}
	more := 0
	for b.Loop() {
		more++
		if _, err := sheet.Style(b.Context(), []string{fmt.Sprintf("p-[%dpx]", more)}); err != nil {
			b.Fatal(err)
		}
	}
}

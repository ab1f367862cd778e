package typecheck_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/typecheck"
	"github.com/orielapps/oriel/ui"
)

const config = `{"compilerOptions": {"strict": true, "noEmit": true, "target": "ES2022", "lib": ["ES2022"], "types": []}, "include": ["**/*.ts"]}`

// compiler is the type checker of this repository's own tests.
func compiler(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	file := typecheck.Compiler(filepath.Join(root, "internal", "tool", "typecheck"), root)
	if file == "" {
		t.Fatal(`there is no TypeScript in node_modules; run "make setup"`)
	}
	return file
}

// project writes files into a new folder, and returns that.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCheck(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{
		"tsconfig.json": config,
		"day/a.ts":      "export const n: number = 1;\n",
		"ä b/c.ts":      "interface A { b: { c: number } }\nconst é = 1; export const x: A = { b: { c: \"no\" } };\n",
	})
	request := typecheck.Request{Compiler: compiler(t), Config: filepath.Join(dir, "tsconfig.json"), Cache: filepath.Join(t.TempDir(), "cache")}
	want := []typecheck.Diagnostic{{
		Code: "TS2322", File: filepath.Join("ä b", "c.ts"), Line: 2, Column: 41,
		Message: "Type 'string' is not assignable to type 'number'.",
	}}
	for range 2 { // the second one from the cache
		got, err := typecheck.Check(t.Context(), request)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v\n%s", err, diff)
		}
	}
	if err := os.Remove(filepath.Join(dir, "ä b", "c.ts")); err != nil {
		t.Fatal(err)
	}
	if got, err := typecheck.Check(t.Context(), request); err != nil || len(got) > 0 {
		t.Errorf("mended: %v %v", got, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("it has left something in the project: %v %v", entries, err)
	}
}

func TestCheckOfAFaultyConfig(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{"tsconfig.json": `{"compilerOptions": {"target": "none"}, "include": ["**/*.ts"]}`, "a.ts": "export {};\n"})
	got, err := typecheck.Check(t.Context(), typecheck.Request{Compiler: compiler(t), Config: filepath.Join(dir, "tsconfig.json")})
	if err != nil || len(got) == 0 || !strings.HasPrefix(got[0].Code, "TS") || got[0].Message == "" {
		t.Errorf("got %v %v", got, err)
	}
}

// script writes a program that stands in the checker's place.
func script(t *testing.T, text string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there is no shell")
	}
	file := filepath.Join(t.TempDir(), "tsc")
	programtest.WriteProgram(t, file, "#!/bin/sh\n"+text)
	return file
}

func TestCheckFails(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{"tsconfig.json": config})
	for _, test := range []struct{ name, compiler, code, message string }{
		{"missing", filepath.Join(dir, "nothing"), "typecheck_failed", "no such file"},
		{"crashes", script(t, "echo panic: out of luck >&2; exit 2"), "typecheck_failed", "panic: out of luck"},
		{"floods", script(t, "yes | head -c 9000000; exit 2"), "typecheck_failed", "exit status 2"},
		{"hangs", script(t, "sleep 100 & sleep 100"), "typecheck_slow", "longer than 500ms"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			request := typecheck.Request{Compiler: test.compiler, Config: filepath.Join(dir, "tsconfig.json")}
			if test.name == "hangs" {
				request.Limit = 500 * time.Millisecond
			}
			_, err := typecheck.Check(t.Context(), request)
			known, ok := errors.AsType[*ui.Error](err)
			if !ok || known.Code != test.code || !strings.Contains(known.Message, test.message) || known.Fix == "" {
				t.Errorf("got %v", err)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := typecheck.Check(ctx, typecheck.Request{Compiler: compiler(t), Config: filepath.Join(dir, "tsconfig.json")}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestCompiler(t *testing.T) {
	t.Parallel()
	for name, manifest := range map[string]string{
		"older":                    `{"name": "typescript", "version": "5.9.3"}`,
		"another":                  `{"name": "typescript-go", "version": "7.0.0"}`,
		"no JSON":                  `{`,
		"no number":                `{"name": "typescript", "version": "next"}`,
		"program is not installed": `{"name": "typescript", "version": "7.0.2"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := project(t, map[string]string{"node_modules/typescript/package.json": manifest})
			if got := typecheck.Compiler(dir, dir); got != "" {
				t.Errorf("got %s", got)
			}
		})
	}
	dir := t.TempDir()
	if got := typecheck.Compiler(filepath.Join(dir, "a", "b"), dir); got != "" {
		t.Errorf("of nothing: %s", got)
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{"tsconfig.json": "{}", "a/views/x.ts": "", "b/tsconfig.json": "{}"})
	for at, want := range map[string]string{"a/views": "tsconfig.json", "b": "b/tsconfig.json"} {
		if got := typecheck.Config(filepath.Join(dir, filepath.FromSlash(at)), dir); got != filepath.Join(dir, filepath.FromSlash(want)) {
			t.Errorf("of %s: %s", at, got)
		}
	}
	if got := typecheck.Config(filepath.Join(dir, "a", "views"), filepath.Join(dir, "a")); got != "" {
		t.Errorf("beyond the root: %s", got)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	got := typecheck.Parse("a (1)/b.ts(3,7): error TS1: Not so.\r\n  Because (1,2): error TS9: x.\nnoise\nerror TS5: No files.\n" +
		"a.ts(99999999999999999999,1): error TS2: Far.\na.ts(1,1): error TS2: Near.\n")
	want := []typecheck.Diagnostic{
		{Code: "TS1", File: filepath.FromSlash("a (1)/b.ts"), Line: 3, Column: 7, Message: "Not so.\n  Because (1,2): error TS9: x."},
		{Code: "TS5", Message: "No files."},
		{Code: "TS2", File: "a.ts", Line: 1, Column: 1, Message: "Near."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for text, want := range map[string]typecheck.Diagnostic{
		"error TS7016: Could not find a declaration file for module 'react/jsx-runtime'. '/a.js' implicitly has an 'any' type.\n" +
			"  Try `npm i --save-dev @types/react` if it exists or add a new declaration (.d.ts) file containing `declare module 'react/jsx-runtime';`\n": {
			Code:    "TS7016",
			Message: "Could not find a declaration file for module 'react/jsx-runtime'. '/a.js' implicitly has an 'any' type.",
			Fix: "Install its types: oriel add --dev @types/react. " +
				"If there are none, write `declare module 'react/jsx-runtime';` into a file types.d.ts in views.",
		},
		"error TS7016: No types.\n  If the 'react' package actually exposes this module, consider a pull request.\n": {
			Code: "TS7016", Message: "No types.\n  If the 'react' package actually exposes this module, consider a pull request.",
		},
		"error TS7026: No 'JSX.IntrinsicElements'.\n": {
			Code: "TS7026", Message: "No 'JSX.IntrinsicElements'.", Fix: "If this is React, install its types: oriel add --dev @types/react.",
		},
	} {
		if diff := cmp.Diff([]typecheck.Diagnostic{want}, typecheck.Parse(text)); diff != "" {
			t.Error(diff)
		}
	}
	if got := typecheck.Parse(strings.Repeat("a.ts(1,1): error TS1: x\n", 10_000)); len(got) != 200 {
		t.Errorf("%d mistakes are told", len(got))
	}
}

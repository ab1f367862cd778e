package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const smallView = `import { callTool, getState, onToolResult, setState } from "@oriel/view";
import "./style.css";

const answer = document.body.appendChild(document.createElement("p"));
onToolResult((result) => {
	answer.textContent = result.text;
});
answer.onclick = () => {
	setState({ clicks: (getState<{ clicks: number }>()?.clicks ?? 0) + 1 });
	void callTool("greet", { name: "again" });
};
`

// BenchmarkGenerate measures "oriel generate" of a project with one small view:
// "first" bundles and writes all files, "again" bundles and compares.
func BenchmarkGenerate(b *testing.B) {
	for _, again := range []bool{false, true} {
		name := map[bool]string{false: "first", true: "again"}[again]
		b.Run(name, func(b *testing.B) {
			dir := smallProject(b)
			generateOnce(b, dir)
			for b.Loop() {
				if !again {
					b.StopTimer()
					removeGenerated(b, dir)
					b.StartTimer()
				}
				generateOnce(b, dir)
			}
		})
	}
}

func smallProject(b *testing.B) string {
	b.Helper()
	dir := b.TempDir()
	for name, text := range map[string]string{"index.ts": smallView, "style.css": "p { margin: 0 }\n"} {
		file := filepath.Join(dir, "views", "hello", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

func removeGenerated(b *testing.B, dir string) {
	b.Helper()
	for _, name := range []string{"dist", "oriel.go", "oriel_test.go"} {
		if err := os.RemoveAll(filepath.Join(dir, "views", name)); err != nil {
			b.Fatal(err)
		}
	}
}

func generateOnce(b *testing.B, dir string) {
	b.Helper()
	var stderr bytes.Buffer
	if code := run(b.Context(), []string{"generate", dir}, nil, strings.NewReader(""), io.Discard, &stderr); code != exitOK {
		b.Fatalf("exit code %d: %s", code, &stderr)
	}
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// With TypeScript in package.json, packages without types of their own get those of @types, in the
// same major version.
func TestAddTypes(t *testing.T) {
	t.Parallel()
	registry := packageRegistry(t)
	for _, test := range []struct {
		name      string
		arguments []string
		out, err  string // the lines about types
		has       string // in package.json
	}{
		{"without TypeScript", []string{"leaf"}, "", "", `"leaf": "^2.0.0"`},
		{
			"with it",
			[]string{"typescript", "leaf@1"},
			"@types/leaf ^1.0.5 in devDependencies, because leaf has no types of its own\n", "",
			"\"devDependencies\": {\n    \"@types/leaf\": \"^1.0.5\"\n  }",
		},
		{"a stub", []string{"typescript", "stub", "leaf@2"}, "@types/leaf ^2.1.0 in devDependencies, because leaf has no types of its own\n", "", `"stub": "^1.0.0"`},
		{"with types already", []string{"typescript", "leaf@1", "@types/leaf@2"}, "", "", `"@types/leaf": "^2.1.0"`},
		{"its own types, or none", []string{"typescript", "typed", "branch"}, "", "", `"branch": "^1.0.0"`},
		{"under another name", []string{"typescript", "leaf@npm:typed@1"}, "", "", `"leaf": "npm:typed@^1.0.0"`},
		{"types that can't be had", []string{"typescript", "unlucky"}, "", "The types of unlucky can't be added: ", `"unlucky": "^1.0.0"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			environ := []string{
				"HOME=" + dir, "ORIEL_CACHE=" + filepath.Join(t.TempDir(), "cache"), "npm_config_registry=" + registry,
				"npm_config_globalconfig=" + filepath.Join(dir, "none"), "npm_config_fetch_retries=0",
			}
			var out, complaints bytes.Buffer
			code := run(t.Context(), append([]string{"add", "--dir", dir}, test.arguments...), environ, strings.NewReader(""), &out, &complaints)
			if code != exitOK || !strings.Contains(out.String(), test.out) || test.out == "" && strings.Contains(out.String(), "of its own") ||
				!strings.Contains(complaints.String(), test.err) || test.err == "" && strings.Contains(complaints.String(), "warning") {
				t.Errorf("exit %d\n%s\n%s", code, out.String(), complaints.String())
			}
			written, err := os.ReadFile(filepath.Join(dir, "package.json"))
			if err != nil || !strings.Contains(string(written), test.has) || test.out == "" && test.name != "with types already" && strings.Contains(string(written), "@types") {
				t.Errorf("%v\n%s", err, written)
			}
		})
	}
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each warning is printed once, even if the install fails, and links to programs that
// npm has made don't go without a word.
func TestAddWarnsOnce(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	dir := filepath.Join(root, "app")
	for name, text := range map[string]string{
		"package.json": "{}", ".npmrc": "_authToken=secret-token\n", "node_modules/.package-lock.json": `{"packages":{}}`, "node_modules/.bin/tsc": "",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	environ := []string{
		"HOME=" + root, "ORIEL_CACHE=" + filepath.Join(root, "cache"), "npm_config_registry=" + packageRegistry(t),
		"npm_config_globalconfig=" + os.DevNull, "npm_config_userconfig=" + os.DevNull, "npm_config_fetch_retries=0",
	}
	for _, step := range []struct {
		arguments []string
		code      int
		programs  bool
	}{
		{[]string{"add", "--dir", dir, "broken"}, exitFailed, false},
		{[]string{"add", "--dir", dir, "leaf"}, exitOK, true},
		{[]string{"add", "--dir", dir, "branch"}, exitOK, false},
		{[]string{"install", dir, "--omit-dev"}, exitOK, false},
	} {
		var out, complaints bytes.Buffer
		code := run(t.Context(), step.arguments, environ, strings.NewReader(""), &out, &complaints)
		said := complaints.String()
		if code != step.code || strings.Count(said, "names no registry") != 1 || strings.Contains(said, "node_modules/.bin") != step.programs || strings.Contains(said, "secret-token") {
			t.Errorf("%s: exit %d\n%s%s", step.arguments, code, out.String(), said)
		}
	}
}

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// packageRegistry serves the package "leaf", of two versions, "branch", which needs it, and packages
// with and without types. It returns its address.
func packageRegistry(t *testing.T) string {
	t.Helper()
	files := make(map[string][]byte)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if content := files[r.URL.Path]; content != nil {
			_, _ = w.Write(content)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(server.Close)
	declare := func(name, latest string, versions map[string]string) {
		var described []string
		for version, members := range versions {
			manifest := fmt.Sprintf(`"name":%q,"version":%q%s`, name, version, members)
			tarball := packed(t, "{"+manifest+"}")
			sum := sha512.Sum512(tarball)
			files["/"+name+"/-/"+path.Base(name)+"-"+version+".tgz"] = tarball
			described = append(described, fmt.Sprintf(`%q:{%s,"dist":{"integrity":"sha512-%s"}}`, version, manifest, base64.StdEncoding.EncodeToString(sum[:])))
		}
		files["/"+name] = fmt.Appendf(nil, `{"name":%q,"dist-tags":{"latest":%q},"versions":{%s}}`, name, latest, strings.Join(described, ","))
	}
	declare("leaf", "2.0.0", map[string]string{"1.0.0": "", "2.0.0": ""})
	declare("branch", "1.0.0", map[string]string{"1.0.0": `,"dependencies":{"leaf":"^1"}`})
	declare("broken", "1.0.0", map[string]string{"1.0.0": ""})
	files["/broken/-/broken-1.0.0.tgz"] = packed(t, `{"name":"broken","evil":true}`)
	declare("typescript", "7.0.0", map[string]string{"7.0.0": `,"types":"index.d.ts"`})
	declare("typed", "1.0.0", map[string]string{"1.0.0": `,"exports":{".":[{"types":"./index.d.ts"},"./index.js"]}`})
	declare("@types/leaf", "2.1.0", map[string]string{"1.0.5": "", "2.1.0": ""})
	declare("@types/typed", "1.0.0", map[string]string{"1.0.0": ""})
	declare("stub", "1.0.0", map[string]string{"1.0.0": ""})
	declare("@types/stub", "1.0.0", map[string]string{"1.0.0": `,"deprecated":"stub has types"`})
	declare("unlucky", "1.0.0", map[string]string{"1.0.0": ""})
	declare("@types/unlucky", "1.0.0", map[string]string{"1.0.0": ""})
	files["/@types/unlucky/-/unlucky-1.0.0.tgz"] = packed(t, `{"name":"@types/unlucky","evil":true}`)
	return server.URL
}

// packed is a tarball of a package that is nothing but its package.json.
func packed(t *testing.T, manifest string) []byte {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	archive := tar.NewWriter(zip)
	err := archive.WriteHeader(&tar.Header{Name: "package/package.json", Mode: 0o644, Size: int64(len(manifest))})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = io.WriteString(archive, manifest); err != nil {
		t.Fatal(err)
	}
	if err = archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err = zip.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAddAndRemove(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	dir := filepath.Join(root, "my app")
	inner := filepath.Join(dir, "views", "forecast")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	environ := []string{
		"HOME=" + root, "ORIEL_CACHE=" + filepath.Join(root, "cache"), "npm_config_registry=" + packageRegistry(t),
		"npm_config_globalconfig=" + filepath.Join(root, "none"), "npm_config_fetch_retries=0",
	}
	files := func() string {
		var b strings.Builder
		for _, name := range []string{"package.json", "package-lock.json", "node_modules/leaf/package.json", "node_modules/branch/package.json", "node_modules/branch/node_modules/leaf/package.json"} {
			if content, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
				b.WriteString(name + " " + string(content) + "\n")
			}
		}
		return b.String()
	}
	for _, step := range []struct {
		arguments []string
		code      int
		out, err  string
		// has is what the files have then; "" is what they had.
		has string
	}{
		{[]string{"add", "nothing-of-that-name"}, exitFailed, "", "There is no package \"nothing-of-that-name\"", ""},
		{[]string{"add", "leaf", "--offline"}, exitFailed, "", "without --offline", ""},
		{[]string{"add", "broken"}, exitFailed, "", "broken", ""},
		{[]string{"add", "--dir", inner, "leaf"}, exitOK, "leaf ^2.0.0\n1 package in", "", `node_modules/leaf/package.json {"name":"leaf","version":"2.0.0"}`},
		{[]string{"add", "-D", "-E", "--dir", dir, "branch"}, exitOK, "branch 1.0.0\n3 packages in", "", `node_modules/branch/node_modules/leaf/package.json {"name":"leaf","version":"1.0.0"}`},
		{[]string{"add", "--dir", dir, "broken"}, exitFailed, "", "broken", ""},
		{[]string{"remove", "--dir", dir, "else"}, exitFailed, "", "It lists leaf, branch.", ""},
		{[]string{"add", "--dir", dir, "leaf@1"}, exitOK, "leaf ^1.0.0\nleaf 2.0.0 → 1.0.0\n2 packages in", "", `node_modules/leaf/package.json {"name":"leaf","version":"1.0.0"}`},
		{[]string{"remove", "--dir", dir, "--offline", "branch"}, exitOK, "removed branch\n1 package in", "", `"leaf": "^1.0.0"`},
		{[]string{"add", "--dir", filepath.Join(root, "no such folder"), "leaf"}, exitFailed, "", "There is no folder", ""},
		{[]string{"add"}, exitUsage, "", "Expected \"<packages> ...\"", ""},
		{[]string{"add", "git@github.com:a/b.git"}, exitFailed, "", "npm install", ""},
	} {
		before := files()
		arguments := step.arguments
		if step.code == exitFailed && !strings.Contains(strings.Join(arguments, " "), "--dir") {
			arguments = append(arguments, "--dir", dir)
		}
		var out, complaints bytes.Buffer
		code := run(t.Context(), arguments, environ, strings.NewReader(""), &out, &complaints)
		if code != step.code || !strings.HasPrefix(out.String(), step.out) || !strings.Contains(complaints.String(), step.err) || step.err == "" && complaints.Len() > 0 && !strings.Contains(complaints.String(), "…") {
			t.Errorf("%s: exit %d\n%s\n%s", arguments, code, out.String(), complaints.String())
		}
		after := files()
		if step.has == "" && before != after {
			t.Errorf("%s changed\n%s\nto\n%s", arguments, before, after)
		}
		if !strings.Contains(after, step.has) {
			t.Errorf("%s: there is no %s in\n%s", arguments, step.has, after)
		}
		if strings.Contains(after, "127.0.0.1") {
			t.Errorf("%s: the registry is named in\n%s", arguments, after)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".oriel") {
			t.Errorf("%s was left behind", entry.Name())
		}
	}
}

package npm_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/npm"
)

// A tarball that would write elsewhere, or is none, changes nothing.
func TestHostileTarballs(t *testing.T) {
	t.Parallel()
	manifest := entry{name: "package/package.json", body: `{}`}
	sound := packageOf(t, "bad", "1.0.0", strings.Repeat("text", 1000))
	refuseTarballs(t, map[string]tarballCase{
		"up":            {tarballOf(t, manifest, entry{name: "package/../../escaped"}), "package_unsafe"},
		"up at once":    {tarballOf(t, manifest, entry{name: "../escaped"}), "package_unsafe"},
		"up in between": {tarballOf(t, manifest, entry{name: "package/a/../../../escaped"}), "package_unsafe"},
		"up backwards":  {tarballOf(t, manifest, entry{name: `package\..\..\escaped`}), "package_unsafe"},
		"absolute":      {tarballOf(t, manifest, entry{name: "/tmp/escaped"}), "package_unsafe"},
		"drive":         {tarballOf(t, manifest, entry{name: "package/C:/escaped"}), "package_unsafe"},
		"drive up":      {tarballOf(t, manifest, entry{name: "package/C:../escaped"}), "package_unsafe"},
		"share":         {tarballOf(t, manifest, entry{name: `\\server\escaped`}), "package_unsafe"},
		"both":          {tarballOf(t, manifest, entry{name: "package/a"}, entry{name: "package/a/b"}), "package_unsafe"},
		"both late":     {tarballOf(t, manifest, entry{name: "package/a/b"}, entry{name: "package/a"}), "package_unsafe"},
		"long path":     {tarballOf(t, manifest, entry{name: "package/" + strings.Repeat("x/", 600) + "y"}), "package_too_large"},
		"deep path":     {tarballOf(t, manifest, entry{name: "package/" + strings.Repeat("x/", 100) + "y"}), "package_too_large"},
		"large file":    {gzipped(headerOnly(t, 3<<30)), "package_too_large"},
		"empty":         {nil, "package_invalid"},
		"no tarball":    {[]byte("<!doctype html><title>Sign in</title>"), "package_invalid"},
		"no tar":        {gzipped([]byte(strings.Repeat("no tar", 1000))), "package_invalid"},
		"no files":      {tarballOf(t, entry{name: "package/", kind: tar.TypeDir}, entry{name: "package/l", kind: tar.TypeSymlink, link: "/etc"}), "package_invalid"},
		"cut off":       {sound[:len(sound)/2], "package_invalid"},
		"cut off tar":   {gzipped(headerOnly(t, 100)), "package_invalid"},
		"broken sum":    {gzipped(bytes.Replace(headerOnly(t, 0), []byte("package"), []byte("packed!"), 1)), "package_invalid"},
	})
}

func TestLargeTarballs(t *testing.T) {
	t.Parallel()
	refuseTarballs(t, map[string]tarballCase{
		"many files": {gzipped(manyHeaders(t, 100_001)), "package_too_large"},
	})
}

// tarballCase is a tarball that is refused, and why.
type tarballCase struct {
	tarball []byte
	code    string
}

// refuseTarballs installs each beside a sound one: neither leaves anything.
func refuseTarballs(t *testing.T, tarballs map[string]tarballCase) {
	t.Helper()
	sound := packageOf(t, "bad", "1.0.0", strings.Repeat("text", 1000))
	for name, one := range tarballs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			registry := newRegistry(t)
			registry.add("bad", "1.0.0", one.tarball)
			registry.add("good", "1.0.0", sound)
			dir := writeProject(t, map[string]locked{
				"node_modules/bad":  {"version": "1.0.0", "integrity": integrityOf(one.tarball)},
				"node_modules/good": {"version": "1.0.0", "integrity": integrityOf(sound)},
			})
			_, err := npm.Install(t.Context(), dir, options(t, registry))
			if own := wantCode(t, err, one.code); !strings.Contains(own.Message, "bad@1.0.0") {
				t.Errorf("the message does not name the package: %s", own.Message)
			}
			wantClean(t, dir)
			for _, place := range []string{filepath.Dir(dir), "/tmp", "/"} {
				if _, err := os.Lstat(filepath.Join(place, "escaped")); err == nil {
					t.Errorf("a file has escaped to %s", place)
				}
			}
		})
	}
}

func gzipped(data []byte) []byte {
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	_, _ = zipped.Write(data)
	_ = zipped.Close()
	return packed.Bytes()
}

// headerOnly is a tar with the header of one file, and nothing of the file.
func headerOnly(t *testing.T, size int64) []byte {
	t.Helper()
	var packed bytes.Buffer
	archive := tar.NewWriter(&packed)
	if err := archive.WriteHeader(&tar.Header{Name: "package/large", Mode: 0o644, Size: size, Typeflag: tar.TypeReg}); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// manyHeaders is a tar with empty folders, which nobody sees, and a file.
func manyHeaders(t *testing.T, count int) []byte {
	t.Helper()
	var packed bytes.Buffer
	archive := tar.NewWriter(&packed)
	if err := archive.WriteHeader(&tar.Header{Name: "package/x/", Mode: 0o755, Typeflag: tar.TypeDir}); err != nil {
		t.Fatal(err)
	}
	return bytes.Repeat(packed.Bytes(), count)
}

// A tarball with another hash than the lockfile's is not installed, wherever it
// comes from and whatever it holds.
func TestWrongIntegrity(t *testing.T) {
	t.Parallel()
	good, evil := packageOf(t, "p", "1.0.0", "good"), packageOf(t, "p", "1.0.0", "evil")
	registry := newRegistry(t)
	registry.add("p", "1.0.0", evil)
	o := options(t, registry)
	dir := writeProject(t, map[string]locked{"node_modules/p": {"version": "1.0.0", "integrity": integrityOf(good)}})
	_, err := npm.Install(t.Context(), dir, o)
	_ = wantCode(t, err, "integrity_mismatch")
	wantClean(t, dir)
	// Not even an optional one is left out silently.
	optional := writeProject(t, map[string]locked{"node_modules/p": {"version": "1.0.0", "integrity": integrityOf(good), "optional": true}})
	_, err = npm.Install(t.Context(), optional, o)
	_ = wantCode(t, err, "integrity_mismatch")

	registry.add("p", "1.0.0", good)
	install(t, dir, o)
	if text := read(t, dir, "node_modules/p/index.js"); text != "good" {
		t.Errorf("installed is %q", text)
	}
}

// The cache is not trusted: what was changed there is fetched again.
func TestCacheIsNotTrusted(t *testing.T) {
	t.Parallel()
	good, evil := packageOf(t, "p", "1.0.0", "good"), packageOf(t, "p", "1.0.0", "evil")
	for name, broken := range map[string][]byte{"replaced": evil, "cut off": good[:10], "empty": {}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			registry := newRegistry(t)
			registry.add("p", "1.0.0", good)
			o := options(t, registry)
			dir := writeProject(t, map[string]locked{"node_modules/p": {"version": "1.0.0", "integrity": integrityOf(good)}})
			install(t, dir, o)
			spoil := func() {
				found, err := filepath.Glob(filepath.Join(o.Cache, "tarballs-1", "sha512", "*", "*"))
				if err != nil || len(found) != 1 {
					t.Fatalf("the cache has %v: %v", found, err)
				}
				if err := os.WriteFile(found[0], broken, 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.RemoveAll(filepath.Join(dir, "node_modules")); err != nil {
					t.Fatal(err)
				}
			}
			spoil()
			if summary := install(t, dir, o); summary.Fetched != 1 {
				t.Errorf("it says %+v", summary)
			}
			if text := read(t, dir, "node_modules/p/index.js"); text != "good" {
				t.Errorf("installed is %q", text)
			}
			spoil()
			o.Offline = true
			_, err := npm.Install(t.Context(), dir, o)
			_ = wantCode(t, err, "offline_missing")
			wantClean(t, dir)
		})
	}
}

// What a project does to its packages stays in the project.
func TestEditsDoNotReachTheCache(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t)
	packed := packageOf(t, "p", "1.0.0", "as published")
	registry.add("p", "1.0.0", packed)
	o := options(t, registry)
	packages := map[string]locked{"node_modules/p": {"version": "1.0.0", "integrity": integrityOf(packed)}}
	first, second := writeProject(t, packages), writeProject(t, packages)
	install(t, first, o)
	write(t, filepath.Join(first, "node_modules/p/index.js"), "edited")
	install(t, second, o)
	if text := read(t, second, "node_modules/p/index.js"); text != "as published" {
		t.Errorf("the other project has %q", text)
	}
}

// Nothing secret is in an error, nor in what is written.
func TestCredentialsStaySecret(t *testing.T) {
	t.Parallel()
	const token = "npm_verysecrettoken"
	registry := newRegistry(t)
	packed := packageOf(t, "p", "1.0.0", "x")
	registry.add("p", "1.0.0", packed)
	registry.answerFirst(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Header.Get("Authorization") != "Bearer "+token {
			w.WriteHeader(http.StatusUnauthorized)
			return true
		}
		return false
	})
	o := options(t, registry)
	dir := writeProject(t, map[string]locked{"node_modules/p": {"version": "1.0.0", "integrity": integrityOf(packed)}})
	_, err := npm.Install(t.Context(), dir, o)
	_ = wantCode(t, err, "registry_denied")

	host := strings.TrimPrefix(registry.URL, "http:")
	write(t, filepath.Join(dir, ".npmrc"), host+"/:_authToken=${TOKEN}\n")
	o.Environ = append(o.Environ, "TOKEN=wrong"+token)
	_, err = npm.Install(t.Context(), dir, o)
	if own := wantCode(t, err, "registry_denied"); strings.Contains(own.Error(), token) {
		t.Errorf("the error tells the token: %v", own)
	}
	o.Environ = append(o.Environ, "TOKEN="+token)
	install(t, dir, o)
	for file := range filesIn(t, dir) {
		if info, err := os.Stat(filepath.Join(dir, file)); err == nil && info.Mode().IsRegular() && strings.Contains(read(t, dir, file), token) {
			t.Errorf("%s has the token", file)
		}
	}
	if text := read(t, dir, "node_modules", ".oriel-install.json"); strings.Contains(text, token) || strings.Contains(text, "127.0.0.1") {
		t.Errorf("the record tells too much: %s", text)
	}
}

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The output lists what is fetched, left out and not run.
func TestInstallTellsWhatItDoes(t *testing.T) {
	t.Parallel()
	packed := packedPackage(t, "p")
	registry := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/p/-/p-1.0.0.tgz" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(packed)
	}))
	t.Cleanup(registry.Close)
	hash := func(data []byte) string {
		sum := sha512.Sum512(data)
		return "sha512-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"package.json": `{"dependencies":{"p":"1.0.0"},"optionalDependencies":{"q":"1.0.0"}}`,
		"package-lock.json": fmt.Sprintf(`{"lockfileVersion":3,"packages":{"":{"dependencies":{"p":"1.0.0"},"optionalDependencies":{"q":"1.0.0"}},
			"node_modules/p":{"version":"1.0.0","integrity":%q,"hasInstallScript":true},
			"node_modules/q":{"version":"1.0.0","integrity":%q,"optional":true}}}`, hash(packed), hash(nil)),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	environ := []string{
		"npm_config_registry=" + registry.URL, "npm_config_fetch_retries=0", "ORIEL_CACHE=" + t.TempDir(), "HOME=" + t.TempDir(),
		"npm_config_globalconfig=" + filepath.Join(t.TempDir(), "npmrc"),
	}
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"install", dir}, environ, strings.NewReader(""), &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	if want := regexp.MustCompile(`^1 package in [0-9.µms]+, 1 fetched\nInstall scripts that were not run: p@1\.0\.0\n$`); !want.MatchString(stdout.String()) {
		t.Errorf("the standard output is %q", &stdout)
	}
	if !strings.Contains(stderr.String(), "Left out, because they can't be fetched: q@1.0.0.") {
		t.Errorf("the standard error output is %q", &stderr)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	stderr.Reset()
	if err := os.RemoveAll(filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	if code := run(ctx, []string{"install", dir}, environ, strings.NewReader(""), &stdout, &stderr); code != exitFailed || stderr.String() != "oriel: Interrupted. Nothing was changed.\n" {
		t.Errorf("exit code %d, standard error output %q", code, &stderr)
	}
}

// packedPackage is the tarball of a package with nothing in it.
func packedPackage(t *testing.T, name string) []byte {
	t.Helper()
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	archive := tar.NewWriter(zipped)
	text := `{"name":"` + name + `","version":"1.0.0"}`
	err := archive.WriteHeader(&tar.Header{Name: "package/package.json", Mode: 0o644, Size: int64(len(text)), Typeflag: tar.TypeReg})
	if err == nil {
		_, err = archive.Write([]byte(text))
	}
	if err = errors.Join(err, archive.Close(), zipped.Close()); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

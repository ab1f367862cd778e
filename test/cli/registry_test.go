package cli_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// registryOfCheckout serves the packages in this checkout's node_modules as npm's registry does, each in one version.
// It returns its address.
func registryOfCheckout(t *testing.T) string {
	t.Helper()
	modules := filepath.Join(checkout(t), "node_modules")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, tarball, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/-/")
		dir := filepath.Join(modules, filepath.FromSlash(name))
		packed, err := packPackage(dir)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		if tarball != "" {
			_, _ = w.Write(packed)
			return
		}
		manifest := map[string]any{}
		text, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err == nil {
			err = json.Unmarshal(text, &manifest)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		sum := sha512.Sum512(packed)
		manifest["dist"] = map[string]string{
			"integrity": "sha512-" + base64.StdEncoding.EncodeToString(sum[:]),
			"tarball":   fmt.Sprintf("http://%s/%s/-/%s-%v.tgz", r.Host, name, path.Base(name), manifest["version"]),
		}
		version := fmt.Sprint(manifest["version"])
		_ = json.NewEncoder(w).Encode(map[string]any{
			"name": name, "dist-tags": map[string]string{"latest": version}, "versions": map[string]any{version: manifest},
		})
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// packPackage returns the tarball of an installed package.
func packPackage(dir string) ([]byte, error) {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	archive := tar.NewWriter(zip)
	files := os.DirFS(dir)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		err = archive.WriteHeader(&tar.Header{Name: "package/" + name, Mode: 0o644, Size: int64(len(content))})
		if err != nil {
			return err
		}
		_, err = archive.Write(content)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	if err := zip.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

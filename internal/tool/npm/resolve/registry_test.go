package resolve_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/npm/registry"
)

// fields are the members of a package.json.
type fields map[string]any

// names are the values of a package.json's dependencies.
type names map[string]string

// A universe is all packages that a registry of a test has: versions by name.
type universe map[string]map[string]fields

// add declares a version of a package.
func (u universe) add(name, version string, also fields) universe {
	if u[name] == nil {
		u[name] = make(map[string]fields)
	}
	manifest := fields{"name": name, "version": version}
	maps.Copy(manifest, also)
	u[name][version] = manifest
	return u
}

// tarball is a package as registries keep it.
func (u universe) tarball(t testing.TB, name, version string) []byte {
	t.Helper()
	content, err := json.Marshal(u[name][version])
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	archive := tar.NewWriter(zip)
	if err := archive.WriteHeader(&tar.Header{Name: "package/package.json", Mode: 0o644, Size: int64(len(content))}); err != nil {
		t.Fatal(err)
	}
	if _, err := archive.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// serve starts a registry that has these packages; tags beside "latest" stand in
// a package's version "tags". The latest is the highest that is no prerelease.
func (u universe) serve(t testing.TB) string {
	t.Helper()
	packuments := make(map[string][]byte)
	tarballs := make(map[string][]byte)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, err := url.PathUnescape(strings.TrimPrefix(r.URL.EscapedPath(), "/"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		if packument := packuments[name]; packument != nil {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(packument)
			return
		}
		if tarball := tarballs[name]; tarball != nil {
			_, _ = w.Write(tarball)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(server.Close)
	for name, versions := range u {
		described := make(map[string]fields)
		tags := names{}
		for version, manifest := range versions {
			if list, ok := manifest["tags"].(names); ok && version == "tags" {
				maps.Copy(tags, list)
				continue
			}
			tarball := u.tarball(t, name, version)
			sum := sha512.Sum512(tarball)
			path := fmt.Sprintf("%s/-/%s-%s.tgz", name, name[strings.LastIndexByte(name, '/')+1:], version)
			tarballs[path] = tarball
			copied := maps.Clone(manifest)
			copied["dist"] = fields{"tarball": server.URL + "/" + path, "integrity": "sha512-" + base64.StdEncoding.EncodeToString(sum[:])}
			described[version] = copied
			if _, chosen := tags["latest"]; !strings.Contains(version, "-") && (!chosen || version > tags["latest"]) {
				tags["latest"] = version
			}
		}
		packument, err := json.Marshal(fields{"name": name, "dist-tags": tags, "versions": described})
		if err != nil {
			t.Fatal(err)
		}
		packuments[name] = packument
	}
	return server.URL + "/"
}

// client asks a registry of a test.
func client(t testing.TB, address string) *registry.Client {
	t.Helper()
	settings, err := registry.Load(t.TempDir(), []string{"HOME=" + t.TempDir(), "npm_config_registry=" + address, "npm_config_globalconfig=" + t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	c := registry.New(settings, registry.ClientOptions{})
	t.Cleanup(c.CloseIdle)
	return c
}

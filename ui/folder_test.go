package ui_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/orielapps/oriel/ui"
)

// folder is a file system of files with these contents.
func folder(files map[string]string) fstest.MapFS {
	made := fstest.MapFS{}
	for name, content := range files {
		made[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return made
}

// sized pretends that each of its files is of a size.
type sized struct {
	fstest.MapFS

	size int64
}

func (s sized) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := s.MapFS.ReadDir(name)
	for i := range entries {
		entries[i] = sizedEntry{entries[i], s.size}
	}
	return entries, err
}

type sizedEntry struct {
	fs.DirEntry

	size int64
}

func (e sizedEntry) Info() (fs.FileInfo, error) {
	info, err := e.DirEntry.Info()
	return sizedInfo{info, e.size}, err
}

type sizedInfo struct {
	fs.FileInfo

	size int64
}

func (i sizedInfo) Size() int64 { return i.size }

func TestFaultyFolders(t *testing.T) {
	t.Parallel()
	many := map[string]string{"index.html": "<p>"}
	for i := range ui.MaxFolderFiles {
		many[fmt.Sprintf("%d.js", i)] = ""
	}
	for name, test := range map[string]struct {
		content ui.Folder
		code    string
	}{
		"no file system":    {ui.Folder{}, "view_without_content"},
		"empty":             {ui.Folder{FS: fstest.MapFS{}}, "folder_index_missing"},
		"one folder up":     {ui.Folder{FS: folder(map[string]string{"dist/index.html": "<p>"})}, "folder_index_missing"},
		"another index":     {ui.Folder{FS: folder(map[string]string{"index.html": "<p>"}), Index: "main.html"}, "folder_index_missing"},
		"index is a folder": {ui.Folder{FS: folder(map[string]string{"index.html/a": "<p>"})}, "folder_index_missing"},
		"hidden index":      {ui.Folder{FS: folder(map[string]string{".a/index.html": "<p>"}), Index: ".a/index.html"}, "folder_index_missing"},
		"traversal":         {ui.Folder{FS: folder(map[string]string{"index.html": "<p>"}), Index: "../index.html"}, "folder_index_invalid"},
		"absolute":          {ui.Folder{FS: folder(map[string]string{"index.html": "<p>"}), Index: "/index.html"}, "folder_index_invalid"},
		"blank document":    {ui.Folder{FS: folder(map[string]string{"index.html": " \n"})}, "view_without_content"},
		"many files":        {ui.Folder{FS: folder(many)}, "folder_too_large"},
		"huge together":     {ui.Folder{FS: sized{folder(map[string]string{"a": "", "b": "", "index.html": "<p>"}), ui.MaxFolderBytes / 2}}, "folder_too_large"},
		"huge document":     {ui.Folder{FS: sized{folder(map[string]string{"index.html": "<p>"}), 17 << 20}}, "folder_too_large"},
	} {
		_, err := ui.NewView("app", "v", test.content, ui.Metadata{})
		if fault, ok := errors.AsType[*ui.Error](err); !ok || fault.Code != test.code || fault.Fix == "" {
			t.Errorf("%s: %v, want %s", name, err, test.code)
		}
	}
}

// What lies outside stays there, and so does what a bundler would not have written.
func TestFolderHasItsOwnFilesAlone(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	dir := t.TempDir()
	for path, content := range map[string]string{
		filepath.Join(outside, "secret.txt"): "secret", filepath.Join(dir, "index.html"): "<p>", filepath.Join(dir, "a b.js"): "x",
		filepath.Join(dir, ".env"): "secret", filepath.Join(dir, ".git", "config"): "secret",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"link.txt": filepath.Join(outside, "secret.txt"), "away": outside} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Logf("without links: %v", err) // Windows lets not everybody make them
		}
	}
	v, err := ui.NewView("app", "v", ui.Folder{FS: os.DirFS(dir)}, ui.Metadata{})
	if err != nil {
		t.Fatal(err)
	}
	f, ok := v.Content.(ui.Folder)
	if !ok || !slices.Equal(f.Names(), []string{"a b.js", "index.html"}) {
		t.Fatalf("the folder has %q", f.Names())
	}
	for _, name := range []string{"link.txt", "away/secret.txt", ".env", ".git/config", "../secret.txt", "", ".", "/index.html", "a b.js/"} {
		if data, err := f.Read(name); err == nil || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %q, %v", name, data, err)
		}
	}
	if data, err := f.Read("a b.js"); err != nil || string(data) != "x" {
		t.Errorf("%q, %v", data, err)
	}
	if bare := (ui.Folder{FS: os.DirFS(dir)}); bare.Hash() != "" || bare.Names() != nil {
		t.Error("a folder that is no view's has files")
	} else if _, err := bare.Read("index.html"); err == nil {
		t.Error("a folder that is no view's can be read")
	}
}

func TestFolderIsReadWhenItIsNeeded(t *testing.T) {
	t.Parallel()
	files := folder(map[string]string{"index.html": "<p>", "a.js": "one"})
	v, err := ui.NewView("app", "v", ui.Folder{FS: files}, ui.Metadata{})
	if err != nil {
		t.Fatal(err)
	}
	files["a.js"].Data = []byte("two") // nobody has looked yet
	other, err := ui.NewView("app", "v", ui.Folder{FS: folder(map[string]string{"index.html": "<p>", "a.js": "two"})}, ui.Metadata{})
	if err != nil {
		t.Fatal(err)
	}
	if v.URI() != other.URI() {
		t.Errorf("%s and %s", v.URI(), other.URI())
	}
}

func TestTypeOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"a/b.JS": "text/javascript", "x.css": "text/css", "x.woff2": "font/woff2", "x.wasm": "application/wasm", "x": "application/octet-stream",
		"x.exe": "application/octet-stream", "x.svg": "image/svg+xml",
	} {
		if got := ui.TypeOf(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if strings.Contains(ui.TypeOf("a.html"), ";") {
		t.Error("a type has parameters")
	}
}

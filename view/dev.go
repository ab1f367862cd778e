package view

import (
	"embed"
	"io"
	"io/fs"
	"strings"
)

//go:embed dist/dev.js
var devClient string

//go:embed src/dev
var devSources embed.FS

// devMark is a text that only the dev client contains.
const devMark = "oriel/dev/snapshot"

// DevClient returns the classic script that keeps the state of a view while the dev loop
// replaces its document: state, scroll positions, typed text. Only Oriel's workbench uses
// it. Put it before all other scripts of a document, with [InsertFirst] and [Script], and
// only in development.
//
// <style data-oriel-style="ID"> elements are styles that can be replaced without reloading
// the document.
func DevClient() string { return devClient }

// HasDevClient reports whether a document contains the [DevClient].
func HasDevClient(document string) bool { return strings.Contains(document, devMark) }

// DevSources returns [Sources] for a bundle in development, which also restores state that
// only the page had. Line numbers stay the same. Don't publish such a bundle.
func DevSources() fs.FS {
	own, err := fs.Sub(devSources, "src")
	if err != nil { // impossible: fs.Sub only fails for an invalid path
		return Sources()
	}
	return devFS{base: Sources(), own: own}
}

// devFS is the runtime's sources in development.
type devFS struct{ base, own fs.FS }

// inDevelopment returns a module of the runtime for development. Only some modules differ,
// so a view without state contains nothing that keeps it.
func inDevelopment(name, text string) string {
	switch name {
	case "start/start.ts":
		return `import "../dev/state.ts"; ` + text
	case "state/createstore.ts":
		return `import { bringBackStore } from "../dev/store.ts"; ` + strings.Replace(text, "keepState();", "bringBackStore(); keepState();", 1)
	default:
		return text
	}
}

// Open opens a file or folder.
func (d devFS) Open(name string) (fs.File, error) {
	if name == "dev" || strings.HasPrefix(name, "dev/") {
		return d.own.Open(name) //nolint:wrapcheck // it is a *fs.PathError, as fs.FS requires
	}
	file, err := d.base.Open(name)
	if err != nil || inDevelopment(name, "") == "" {
		return file, err //nolint:wrapcheck // it is a *fs.PathError
	}
	text, err := fs.ReadFile(d.base, name)
	if err != nil {
		return nil, err //nolint:wrapcheck // it is a *fs.PathError
	}
	changed := inDevelopment(name, string(text))
	return &changedFile{File: file, text: strings.NewReader(changed), size: int64(len(changed))}, nil
}

// changedFile is a file with other content.
type changedFile struct {
	fs.File

	text io.Reader
	size int64
}

func (c *changedFile) Read(b []byte) (int, error) { return c.text.Read(b) } //nolint:wrapcheck // io.EOF must not be wrapped

func (c *changedFile) Stat() (fs.FileInfo, error) {
	info, err := c.File.Stat()
	return changedInfo{info, c.size}, err //nolint:wrapcheck // it is a *fs.PathError
}

// changedInfo is the FileInfo of a changedFile.
type changedInfo struct {
	fs.FileInfo

	size int64
}

func (c changedInfo) Size() int64 { return c.size }

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

// devMark is in the dev client and in nothing else.
const devMark = "oriel/dev/snapshot"

// DevClient returns the classic script that keeps what a person has done in a view
// while its document is replaced by a newer one: state, scroll positions, what was
// typed. It answers a host that asks for it, which only Oriel's workbench does. Put
// it before all other scripts of a document, with [InsertFirst] and [Script], and
// only while the view is being developed.
//
// Styles that may be replaced without loading the document anew are
// <style data-oriel-style="ID"> elements.
func DevClient() string { return devClient }

// HasDevClient reports whether a document carries the [DevClient].
func HasDevClient(document string) bool { return strings.Contains(document, devMark) }

// DevSources returns [Sources] as they are bundled in development: with what
// brings back the state that only the page had. Lines keep their numbers. What is
// built of it is nothing to hand out.
func DevSources() fs.FS {
	own, err := fs.Sub(devSources, "src")
	if err != nil { // fs.Sub fails for an invalid path only
		return Sources()
	}
	return devFS{base: Sources(), own: own}
}

// devFS is the runtime in development.
type devFS struct{ base, own fs.FS }

// inDevelopment returns a module of the runtime as it is in development: most are
// what they are. A view that keeps no state carries nothing that keeps some.
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

// Open opens a file, or a folder.
func (d devFS) Open(name string) (fs.File, error) {
	if name == "dev" || strings.HasPrefix(name, "dev/") {
		return d.own.Open(name) //nolint:wrapcheck // it is a *fs.PathError already, as fs.FS wants it
	}
	file, err := d.base.Open(name)
	if err != nil || inDevelopment(name, "") == "" {
		return file, err //nolint:wrapcheck // as above
	}
	text, err := fs.ReadFile(d.base, name)
	if err != nil {
		return nil, err //nolint:wrapcheck // as above
	}
	changed := inDevelopment(name, string(text))
	return &changedFile{File: file, text: strings.NewReader(changed), size: int64(len(changed))}, nil
}

// changedFile is a file with another text.
type changedFile struct {
	fs.File

	text io.Reader
	size int64
}

func (c *changedFile) Read(b []byte) (int, error) { return c.text.Read(b) } //nolint:wrapcheck // io.EOF has to stay what it is

func (c *changedFile) Stat() (fs.FileInfo, error) {
	info, err := c.File.Stat()
	return changedInfo{info, c.size}, err //nolint:wrapcheck // it is a *fs.PathError already
}

// changedInfo is what is known of a file with another text.
type changedInfo struct {
	fs.FileInfo

	size int64
}

func (c changedInfo) Size() int64 { return c.size }

package source

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// maxFileSize is the largest source file, in bytes. A view is one document that hosts keep
// in memory and send in JSON messages; anything larger belongs on a server.
const maxFileSize = 8 << 20

// Tree reads the files of a project. It caches folders, so one is used for one build. It
// looks names up in listings of folders, so that a name in the wrong case is an error on
// every system. Several goroutines may use one.
//
// Paths are slash paths relative to Files.
type Tree struct {
	Files fs.FS

	mu       sync.Mutex
	dirs     map[string]map[string]fs.DirEntry
	wereRead map[string]bool
	real     map[string]string // paths without links; "" for those that leave the project
}

// NewTree returns a tree of files.
func NewTree(files fs.FS) *Tree {
	return &Tree{Files: files, dirs: make(map[string]map[string]fs.DirEntry), wereRead: make(map[string]bool), real: make(map[string]string)}
}

// Kind says what a path leads to.
type Kind uint8

// The kinds of what paths lead to.
const (
	Absent Kind = iota
	Regular
	Folder
	Special // a device, a pipe, a socket
	Outside // of the project, by ".." or a symbolic link
)

// Look says what a clean path leads to.
func (t *Tree) Look(name string) Kind {
	if name == "." {
		return Folder
	}
	if name == ".." || strings.HasPrefix(name, "../") || strings.HasPrefix(name, "/") {
		return Outside
	}
	if !fs.ValidPath(name) || strings.ContainsAny(name, "\\\x00") {
		return Absent
	}
	dir, base := path.Split(name)
	dir = path.Clean(dir)
	if parent := t.Look(dir); parent != Folder {
		if parent == Outside {
			return Outside
		}
		return Absent
	}
	entry, ok := t.List(dir)[base]
	if !ok {
		return Absent
	}
	mode := entry.Type()
	if mode&fs.ModeSymlink != 0 {
		info, err := fs.Stat(t.Files, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return Absent
		case err != nil && strings.Contains(err.Error(), "escapes"):
			return Outside // os.Root has no error value for this
		case err != nil:
			return Special
		}
		mode = info.Mode()
	}
	switch {
	case mode.IsDir():
		return Folder
	case mode.IsRegular():
		return Regular
	default:
		return Special
	}
}

// maxLinks is the most symbolic links in a path, as on Linux.
const maxLinks = 40

// RealPath returns a path without symbolic links; "" if they leave the project or form a
// circle. As in Node, a file of a linked package imports the packages near its real path.
func (t *Tree) RealPath(name string) string {
	t.mu.Lock()
	known, ok := t.real[name]
	t.mu.Unlock()
	if !ok {
		known = t.follow(name)
		t.mu.Lock()
		t.real[name] = known
		t.mu.Unlock()
	}
	return known
}

// RealDir returns a folder without symbolic links, or as it is if it has no real path.
func (t *Tree) RealDir(dir string) string {
	if at := t.RealPath(dir); at != "" {
		return at
	}
	return dir
}

func (t *Tree) follow(name string) string {
	done, rest, links := ".", name, 0
	for rest != "" {
		var base string
		base, rest, _ = strings.Cut(rest, "/")
		at := path.Join(done, base)
		if at == ".." || strings.HasPrefix(at, "../") {
			return ""
		}
		entry, ok := t.List(done)[base]
		if !ok || entry.Type()&fs.ModeSymlink == 0 {
			done = at
			continue
		}
		target, err := fs.ReadLink(t.Files, at)
		if links++; err != nil || links > maxLinks || strings.HasPrefix(target, "/") || strings.ContainsAny(target, `\:`) {
			return ""
		}
		// ".." in a link counts from the real folder of the link.
		next := path.Join(done, target)
		if next == ".." || strings.HasPrefix(next, "../") {
			return ""
		}
		done, rest = ".", strings.TrimSuffix(next+"/"+rest, "/")
	}
	return done
}

// List returns the entries of a folder by name, none if it can't be read. The caller must
// not change the map.
func (t *Tree) List(dir string) map[string]fs.DirEntry {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.dirs[dir]; ok {
		return known
	}
	entries, err := fs.ReadDir(t.Files, dir)
	byName := make(map[string]fs.DirEntry, len(entries))
	if err == nil {
		for _, entry := range entries {
			byName[entry.Name()] = entry
		}
	}
	t.dirs[dir] = byName
	return byName
}

// MarkRead adds a file to FilesRead.
func (t *Tree) MarkRead(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wereRead[name] = true
}

// FilesRead returns the files that were read, sorted.
func (t *Tree) FilesRead() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Sorted(maps.Keys(t.wereRead))
}

// Read returns the content of a file. Text has "\n" as its line ends and no byte order
// mark, so that a checkout with other line ends gives the same document.
func (t *Tree) Read(name string, text bool) ([]byte, *Fault) {
	t.MarkRead(name)
	info, err := fs.Stat(t.Files, name)
	if err != nil {
		return nil, Unreadable(name, err)
	}
	if info.Size() > maxFileSize {
		return nil, &Fault{
			Code:    "file_too_large",
			File:    name,
			Message: fmt.Sprintf("%s has %d bytes; a view's file may have %d.", path.Base(name), info.Size(), maxFileSize),
			Fix:     "Make it smaller, or load it at run time from a server that the view's CSP lists.",
		}
	}
	data, err := fs.ReadFile(t.Files, name)
	if err != nil {
		return nil, Unreadable(name, err)
	}
	if !text {
		return data, nil
	}
	if !utf8.Valid(data) {
		return nil, &Fault{
			Code:    "file_encoding",
			File:    name,
			Message: path.Base(name) + " is not UTF-8 text.",
			Fix:     "Save it as UTF-8.",
		}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), nil
}

// Unreadable returns the fault of a file that can't be read.
func Unreadable(name string, err error) *Fault {
	return &Fault{
		Code:    "file_unreadable",
		File:    name,
		Message: fmt.Sprintf("%s can't be read: %v.", path.Base(name), Reason(err)),
		Fix:     "Check that the file is there and that you may read it.",
	}
}

// Reason returns the reason of a file error, without the path.
func Reason(err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		return pathError.Err
	}
	return err
}

// Below returns a path relative to a folder that contains it.
func Below(base, name string) string {
	if base == "." {
		return name
	}
	return strings.TrimPrefix(name, base+"/")
}

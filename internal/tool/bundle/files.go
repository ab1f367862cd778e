package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
	"unicode/utf8"
)

// maxFileSize is how large one source may be, in bytes. A view is one document
// that hosts keep in memory and often send through a JSON message; what is
// larger belongs on a server.
const maxFileSize = 8 << 20

// tree looks files up in a project. It lists folders instead of asking for
// files, so that a name in the wrong case is found out on every system, not
// only where file names have case.
type tree struct {
	files fs.FS

	mu   sync.Mutex
	dirs map[string]map[string]fs.DirEntry
	seen map[string]bool   // files that were read
	real map[string]string // where the links of a path lead; "" for nowhere in the project
}

func newTree(files fs.FS) *tree {
	return &tree{files: files, dirs: make(map[string]map[string]fs.DirEntry), seen: make(map[string]bool), real: make(map[string]string)}
}

// kind is what a path leads to.
type kind uint8

const (
	absent kind = iota
	regular
	folder
	special // a device, a pipe, a socket
	outside // beyond the project, by ".." or by a symbolic link
)

// look says what a clean slash path leads to.
func (t *tree) look(name string) kind {
	if name == "." {
		return folder
	}
	if name == ".." || strings.HasPrefix(name, "../") || strings.HasPrefix(name, "/") {
		return outside
	}
	if !fs.ValidPath(name) || strings.ContainsAny(name, "\\\x00") {
		return absent
	}
	dir, base := path.Split(name)
	dir = path.Clean(dir)
	if parent := t.look(dir); parent != folder {
		if parent == outside {
			return outside
		}
		return absent
	}
	entry, ok := t.list(dir)[base]
	if !ok {
		return absent
	}
	mode := entry.Type()
	if mode&fs.ModeSymlink != 0 {
		info, err := fs.Stat(t.files, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return absent
		case err != nil && strings.Contains(err.Error(), "escapes"):
			return outside // as os.Root says it; it has no error value for this
		case err != nil:
			return special
		}
		mode = info.Mode()
	}
	switch {
	case mode.IsDir():
		return folder
	case mode.IsRegular():
		return regular
	default:
		return special
	}
}

// maxLinks is how many symbolic links a path may go through, as on Linux.
const maxLinks = 40

// resolved returns a path without symbolic links, as Node knows files by: the
// packages that a file of a linked package imports lie beside where that file
// really is. It is "" if the links leave the project or go in circles.
func (t *tree) resolved(name string) string {
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

// home returns a folder without links, or as it is if they lead nowhere.
func (t *tree) home(dir string) string {
	if at := t.resolved(dir); at != "" {
		return at
	}
	return dir
}

func (t *tree) follow(name string) string {
	done, rest, links := ".", name, 0
	for rest != "" {
		var base string
		base, rest, _ = strings.Cut(rest, "/")
		at := path.Join(done, base)
		if at == ".." || strings.HasPrefix(at, "../") {
			return ""
		}
		entry, ok := t.list(done)[base]
		if !ok || entry.Type()&fs.ModeSymlink == 0 {
			done = at
			continue
		}
		target, err := fs.ReadLink(t.files, at)
		if links++; err != nil || links > maxLinks || strings.HasPrefix(target, "/") || strings.ContainsAny(target, `\:`) {
			return ""
		}
		// ".." in a link counts from where the link really lies, which is done.
		next := path.Join(done, target)
		if next == ".." || strings.HasPrefix(next, "../") {
			return ""
		}
		done, rest = ".", strings.TrimSuffix(next+"/"+rest, "/")
	}
	return done
}

// list returns the entries of a folder by name; none if it can't be read.
func (t *tree) list(dir string) map[string]fs.DirEntry {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.dirs[dir]; ok {
		return known
	}
	entries, err := fs.ReadDir(t.files, dir)
	byName := make(map[string]fs.DirEntry, len(entries))
	if err == nil {
		for _, entry := range entries {
			byName[entry.Name()] = entry
		}
	}
	t.dirs[dir] = byName
	return byName
}

// saw notes that a file was read.
func (t *tree) saw(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen[name] = true
}

// read returns a file's bytes. Text comes with "\n" as its line ends and
// without a byte order mark, so that a checkout with other line ends gives the
// same document.
func (t *tree) read(name string, text bool) ([]byte, *Fault) {
	t.saw(name)
	info, err := fs.Stat(t.files, name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	if info.Size() > maxFileSize {
		return nil, &Fault{
			Code:    "file_too_large",
			File:    name,
			Message: fmt.Sprintf("%s has %d bytes; a view's file may have %d.", path.Base(name), info.Size(), maxFileSize),
			Fix:     "Make it smaller, or load it at run time from a server that the view's CSP lists.",
		}
	}
	data, err := fs.ReadFile(t.files, name)
	if err != nil {
		return nil, unreadable(name, err)
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

func unreadable(name string, err error) *Fault {
	return &Fault{
		Code:    "file_unreadable",
		File:    name,
		Message: fmt.Sprintf("%s can't be read: %v.", path.Base(name), rootCause(err)),
		Fix:     "Check that the file is there and that you may read it.",
	}
}

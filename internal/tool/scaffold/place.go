package scaffold

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/orielapps/oriel/ui"
)

const (
	folderMode = 0o755
	fileMode   = 0o644
)

// checkFree reports whether a folder may be made in a place: that there is none, or an
// empty one, and a folder around it.
func checkFree(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case err == nil && len(entries) == 0:
		return nil
	case err == nil:
		return taken(dir, "is not empty")
	case !errors.Is(err, fs.ErrNotExist):
		if _, statErr := os.Lstat(dir); statErr == nil {
			return taken(dir, "is there already, and no folder")
		}
	}
	if _, err := os.Lstat(dir); err == nil {
		return taken(dir, "is a link that leads nowhere")
	}
	if info, err := os.Stat(filepath.Dir(dir)); err != nil || !info.IsDir() {
		return &ui.Error{
			Code:    "place_missing",
			Message: fmt.Sprintf("There is no folder %s to put it in.", filepath.Dir(dir)),
			Fix:     "Create it first.",
		}
	}
	return nil
}

func taken(dir, why string) error {
	return &ui.Error{
		Code:    "place_taken",
		Message: fmt.Sprintf("%s %s, and nothing is overwritten.", dir, why),
		Fix:     "Choose another name, or move it away.",
	}
}

// atomically makes a folder: it is filled beside its place, and renamed at the end. An existing
// empty folder stays, because it may be a working directory, a link or another disk: it is filled
// in a folder within it. After an error, nothing stays behind.
func atomically(ctx context.Context, dir string, fill func(temporary string) error) (err error) {
	around := filepath.Dir(dir)
	_, statErr := os.Stat(dir)
	if statErr == nil {
		around = dir
	}
	const letters = 8
	temporary := filepath.Join(around, "."+filepath.Base(dir)+"-"+strings.ToLower(rand.Text()[:letters]))
	if err = os.Mkdir(temporary, folderMode); err != nil {
		return unwritable(dir, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(temporary))
		}
	}()
	if err = fill(temporary); err != nil {
		// Whatever the error, the reason is the cancellation.
		if stopped := cancelled(ctx); stopped != nil {
			return stopped
		}
		return err
	}
	if err = cancelled(ctx); err != nil {
		return err
	}
	if statErr == nil {
		return unpack(temporary, dir)
	}
	// Where possible, renaming replaces an empty folder.
	if err = os.Rename(temporary, dir); err != nil {
		if _, statErr = os.Lstat(dir); statErr == nil {
			return taken(dir, "has come to be there meanwhile")
		}
		return unwritable(dir, err)
	}
	return nil
}

// unpack moves all that is in a folder into the one around it, where nothing else may be.
func unpack(temporary, dir string) (err error) {
	if entries, readErr := os.ReadDir(dir); readErr != nil || len(entries) != 1 {
		return errors.Join(readErr, taken(dir, "has been filled meanwhile"))
	}
	entries, err := os.ReadDir(temporary)
	if err != nil {
		return unwritable(dir, err)
	}
	for i, entry := range entries {
		if err = os.Rename(filepath.Join(temporary, entry.Name()), filepath.Join(dir, entry.Name())); err != nil {
			err = unwritable(entry.Name(), err)
			for _, moved := range entries[:i] {
				err = errors.Join(err, os.RemoveAll(filepath.Join(dir, moved.Name())))
			}
			return err
		}
	}
	if err = os.Remove(temporary); err != nil {
		return unwritable(temporary, err)
	}
	return nil
}

// write writes files below a folder.
func write(ctx context.Context, dir string, files []File) (err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return unwritable(dir, err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, file := range files {
		if err := cancelled(ctx); err != nil {
			return err
		}
		name := filepath.FromSlash(file.Path)
		if err := root.MkdirAll(filepath.Dir(name), folderMode); err != nil {
			return unwritable(file.Path, err)
		}
		if err := create(root, name, file.Data); err != nil {
			return unwritable(file.Path, err)
		}
	}
	return nil
}

// create writes a file that must not be there.
func create(root *os.Root, name string, data []byte) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err //nolint:wrapcheck // the caller says which file it is
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

// unwritable says that a file or a folder can't be written.
func unwritable(name string, err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathError.Err
	}
	if linkError, ok := errors.AsType[*os.LinkError](err); ok {
		err = linkError.Err
	}
	return &ui.Error{
		Code:    "place_unwritable",
		Message: fmt.Sprintf("%s can't be written: %v.", name, err),
		Fix:     "Check your permissions and the free disk space.",
	}
}

package resolve

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/orielapps/oriel/ui"
)

// Apply writes package.json and the lockfile, and calls install. If that fails, both files get their former
// content.
func (p *Plan) Apply(install func() error) error {
	for _, f := range p.files {
		if !f.unchanged(p.dir) {
			return &ui.Error{
				Code:    "project_changed",
				Message: fmt.Sprintf("Another program has changed %s in the meantime.", p.shown(f.name)),
				Fix:     "Run this again.",
			}
		}
	}
	for i, f := range p.files {
		if f.existed && bytes.Equal(f.before, f.after) {
			continue
		}
		if err := write(filepath.Join(p.dir, f.name), f.after, f.mode); err != nil {
			return errors.Join(err, p.undo(p.files[:i]))
		}
	}
	if err := install(); err != nil {
		return errors.Join(err, p.undo(p.files))
	}
	return nil
}

// undo restores the former content of files, the last first. It skips files that another program has changed
// since.
func (p *Plan) undo(files []file) error {
	var failed []error
	for _, f := range slices.Backward(files) {
		name := filepath.Join(p.dir, f.name)
		now, err := os.ReadFile(name)
		switch {
		case err == nil && !bytes.Equal(now, f.after):
		case !f.existed:
			if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				failed = append(failed, notWritten(name, err))
			}
		case !bytes.Equal(f.before, f.after):
			failed = append(failed, write(name, f.before, f.mode))
		}
	}
	return errors.Join(failed...)
}

// write replaces a file atomically.
func write(name string, data []byte, mode fs.FileMode) (err error) {
	// Replace the target of a link, and keep the link.
	if target, failure := filepath.EvalSymlinks(name); failure == nil {
		name = target
	}
	temporary, err := os.CreateTemp(filepath.Dir(name), ".oriel-*")
	if err != nil {
		return notWritten(name, err)
	}
	defer func() {
		if err != nil {
			_ = temporary.Close()
			_ = os.Remove(temporary.Name())
			err = notWritten(name, err)
		}
	}()
	if _, err := temporary.Write(data); err != nil {
		return err //nolint:wrapcheck // wrapped above
	}
	if err := temporary.Chmod(mode); err != nil {
		return err //nolint:wrapcheck // wrapped above
	}
	if err := temporary.Close(); err != nil {
		return err //nolint:wrapcheck // wrapped above
	}
	return os.Rename(temporary.Name(), name) //nolint:wrapcheck // wrapped above
}

func notWritten(name string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	} else if link, ok := errors.AsType[*os.LinkError](err); ok {
		err = link.Err
	}
	return &ui.Error{
		Code:    "project_unwritable",
		Message: fmt.Sprintf("%s can't be written: %v.", name, err),
		Fix:     "Free disk space, or change the permissions.",
	}
}

package npm

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// stagePrefix begins the names of folders in which an install is prepared. They are in the
// project, because folders can't be renamed across disks.
const stagePrefix = ".oriel-install-"

// stage is a folder in which node_modules are prepared.
type stage struct {
	dir string
	// mode is that of executable files: everything that the umask allows.
	mode fs.FileMode
	// slots are the folders of the project that get a node_modules, in order.
	slots []string
}

// newStage makes the folder, and removes those of killed installs. The project must be locked.
func newStage(p *project, folders []string) (*stage, error) {
	left, err := filepath.Glob(filepath.Join(globLiteral(p.dir), stagePrefix+"*"))
	if err == nil {
		for _, dir := range left {
			_ = os.RemoveAll(dir) // it is tried again the next time
		}
	}
	dir, err := os.MkdirTemp(p.dir, stagePrefix)
	if err != nil {
		return nil, writeError("the folder "+p.dir, err)
	}
	s := &stage{dir: dir, slots: folders}
	const text = "# Remains of an install that was killed. The next one removes it.\n*\n"
	const mode = 0o666
	if err = os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(text), mode); err != nil {
		return nil, errors.Join(writeError("the folder "+p.dir, err), s.remove())
	}
	for i := range folders {
		if err = os.MkdirAll(s.modules(i), folderBase); err != nil {
			return nil, errors.Join(writeError("the folder "+p.dir, err), s.remove())
		}
	}
	info, err := os.Stat(s.modules(0))
	if err != nil {
		return nil, errors.Join(writeError("the folder "+p.dir, err), s.remove())
	}
	s.mode = info.Mode().Perm()
	return s, nil
}

// globLiteral keeps a path from being a pattern.
func globLiteral(dir string) string {
	if os.PathSeparator == '\\' {
		return dir // it can't be escaped, and such folders are rare
	}
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "*", `\*`, "?", `\?`).Replace(dir)
}

// modules returns the new node_modules for a slot; root the folder that stands for the slot.
func (s *stage) modules(slot int) string { return filepath.Join(s.root(slot), nodeModules) }

func (s *stage) root(slot int) string { return filepath.Join(s.dir, strconv.Itoa(slot)) }

// path returns the path of a location in the stage.
func (s *stage) path(location string) string {
	folder, _ := splitLocation(location)
	for i, slot := range s.slots {
		if slot == folder {
			return filepath.Join(s.root(i), filepath.FromSlash(strings.TrimPrefix(location, folder)))
		}
	}
	return ""
}

func (s *stage) remove() error {
	if err := os.RemoveAll(s.dir); err != nil {
		return fmt.Errorf("removing %s: %w", s.dir, err)
	}
	return nil
}

// swap exchanges all node_modules with those in the stage, the project's own last: it has the
// record, so that an install that is killed in between is known to be incomplete. gone are
// folders whose node_modules are removed. After an error, everything is unchanged.
func (s *stage) swap(p *project, gone []string) (err error) {
	var undo []func() error
	defer func() {
		if err == nil {
			return
		}
		for _, back := range slices.Backward(undo) {
			err = errors.Join(err, back())
		}
	}()
	for i, folder := range gone {
		from := filepath.Join(p.dir, filepath.FromSlash(folder), nodeModules)
		to := filepath.Join(s.dir, "gone-"+strconv.Itoa(i))
		if err := os.Rename(from, to); errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return writeError(from, err)
		}
		undo = append(undo, func() error { return os.Rename(to, from) })
	}
	for i, folder := range slices.Backward(s.slots) {
		target := filepath.Join(p.dir, filepath.FromSlash(folder), nodeModules)
		back, err := exchange(s.modules(i), target, filepath.Join(s.root(i), "old"))
		if err != nil {
			return writeError(target, err)
		}
		undo = append(undo, back)
	}
	return nil
}

// exchange swaps two folders: atomically, where the system can; otherwise there is a moment
// without either.
func exchange(from, place, aside string) (back func() error, err error) {
	if !exists(place) {
		if err := os.Rename(from, place); err != nil {
			return nil, err //nolint:wrapcheck // the caller says what it is about
		}
		return func() error { return os.Rename(place, from) }, nil
	}
	if swapped := swapFolders(from, place); swapped == nil {
		return func() error { return swapFolders(from, place) }, nil
	}
	if err := os.Rename(place, aside); err != nil {
		return nil, err //nolint:wrapcheck // the caller says what it is about
	}
	if err := os.Rename(from, place); err != nil {
		return nil, errors.Join(err, os.Rename(aside, place))
	}
	return func() error { return errors.Join(os.Rename(place, from), os.Rename(aside, place)) }, nil
}

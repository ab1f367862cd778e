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

// stagePrefix begins the names of folders in which an install is prepared. They
// lie in the project, because a folder is renamed on one disk only.
const stagePrefix = ".oriel-install-"

// stage is where node_modules are put together before they take their places.
type stage struct {
	dir string
	// mode is what an executable file gets: all, without what the umask takes.
	mode fs.FileMode
	// slots are the folders of the project that get a node_modules, in order.
	slots []string
}

// newStage makes the folder, and removes what killed installs have left. The
// project must be locked.
func newStage(p *project, folders []string) (*stage, error) {
	left, err := filepath.Glob(filepath.Join(globLiteral(p.dir), stagePrefix+"*"))
	if err == nil {
		for _, dir := range left {
			_ = os.RemoveAll(dir) // it is tried again the next time
		}
	}
	dir, err := os.MkdirTemp(p.dir, stagePrefix)
	if err != nil {
		return nil, storage("the folder "+p.dir, err)
	}
	s := &stage{dir: dir, slots: folders}
	const text = "# Remains of an install that was killed. The next one removes it.\n*\n"
	const mode = 0o666
	if err = os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(text), mode); err != nil {
		return nil, errors.Join(storage("the folder "+p.dir, err), s.remove())
	}
	for i := range folders {
		if err = os.MkdirAll(s.modules(i), folderBase); err != nil {
			return nil, errors.Join(storage("the folder "+p.dir, err), s.remove())
		}
	}
	info, err := os.Stat(s.modules(0))
	if err != nil {
		return nil, errors.Join(storage("the folder "+p.dir, err), s.remove())
	}
	s.mode = info.Mode().Perm()
	return s, nil
}

// globLiteral keeps a path from being a pattern.
func globLiteral(dir string) string {
	if os.PathSeparator == '\\' {
		return dir // there is no way to say it, and such folders are rare
	}
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "*", `\*`, "?", `\?`).Replace(dir)
}

// modules is the new node_modules for a slot; root is the folder that stands for
// the slot's.
func (s *stage) modules(slot int) string { return filepath.Join(s.root(slot), nodeModules) }

func (s *stage) root(slot int) string { return filepath.Join(s.dir, strconv.Itoa(slot)) }

// place returns where a location lies in the stage.
func (s *stage) place(location string) string {
	folder, _ := splitLocation(location)
	for i, slot := range s.slots {
		if slot == folder {
			return filepath.Join(s.root(i), filepath.FromSlash(strings.TrimPrefix(location, folder)))
		}
	}
	return ""
}

// remove takes the stage away.
func (s *stage) remove() error {
	if err := os.RemoveAll(s.dir); err != nil {
		return fmt.Errorf("removing %s: %w", s.dir, err)
	}
	return nil
}

// swap puts all node_modules into their places, the project's own last: that one
// has the record, so that an install that is killed in between is known to be
// incomplete. What was there is in the stage afterwards. gone are folders whose
// node_modules are taken away. If something fails, all is as it was.
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
			return storage(from, err)
		}
		undo = append(undo, func() error { return os.Rename(to, from) })
	}
	for i, folder := range slices.Backward(s.slots) {
		target := filepath.Join(p.dir, filepath.FromSlash(folder), nodeModules)
		back, err := exchange(s.modules(i), target, filepath.Join(s.root(i), "old"))
		if err != nil {
			return storage(target, err)
		}
		undo = append(undo, back)
	}
	return nil
}

// exchange puts a folder into a place, and what was there out of it: at once,
// where the system can. Otherwise there is a moment in which nothing is there.
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

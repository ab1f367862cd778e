package editor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/orielapps/oriel/view"
)

// Mirror returns the root of a project whose views have the runtime's package, and changes
// nothing in the given one. Where the views lack the package, that is the folder temporary,
// which it makes, of links to the project's files. Views is the folder of views, as a slash
// path relative to root.
func Mirror(root, views, temporary string) (string, error) {
	mirror := root
	err := within(filepath.Join(root, filepath.FromSlash(views)), func(original *os.Root, above []string) error {
		mark, err := markOf(view.Package())
		if err != nil || hasPackage(original, above, mark) {
			return err
		}
		mirror = temporary
		if err := linkAround(root, temporary, path.Join(views, runtime)); err != nil {
			return err
		}
		return within(filepath.Join(temporary, filepath.FromSlash(views)), putPackage)
	})
	return mirror, err
}

// linkAround makes a folder of links to what another has. The folders on the way to a place
// become folders of links, too, and the place itself is left out.
func linkAround(from, to, place string) error {
	next, rest, further := strings.Cut(place, "/")
	if err := os.Mkdir(to, folderMode); err != nil {
		return fmt.Errorf("making a folder of links: %w", err)
	}
	entries, err := os.ReadDir(from)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("reading a folder of the project: %w", err)
	}
	for _, entry := range entries {
		if entry.Name() == next {
			continue
		}
		if err := os.Symlink(filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())); err != nil {
			return fmt.Errorf("making links to the project's files: %w", err)
		}
	}
	if !further {
		return nil
	}
	return linkAround(filepath.Join(from, next), filepath.Join(to, next), rest)
}

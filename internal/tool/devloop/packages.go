package devloop

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/orielapps/oriel/internal/tool/devloop/watch"
	"github.com/orielapps/oriel/internal/tool/npm"
)

// settle is how long a lockfile is left alone before its packages are installed: who
// has written it may be installing them.
const settle = 500 * time.Millisecond

// lockfiles are those whose packages are installed.
var lockfiles = []string{"npm-shrinkwrap.json", "package-lock.json"}

// installer sees to it that the packages of the lockfile are there.
type installer struct {
	dir     string // of the lockfile; empty where there is none
	environ []string
	board   *board
	screen  Screen
	emit    func(Event)
}

// lockedFolder returns the nearest folder at or above dir, up to root, that has a
// lockfile; empty where none has.
func lockedFolder(dir, root string) string {
	for at := dir; ; at = filepath.Dir(at) {
		for _, name := range lockfiles {
			if info, err := os.Stat(filepath.Join(at, name)); err == nil && info.Mode().IsRegular() {
				return at
			}
		}
		if at == root || at == filepath.Dir(at) {
			return ""
		}
	}
}

// isLockfile tells changes after which packages may be missing.
func isLockfile(c watch.Change) bool { return slices.Contains(lockfiles, path.Base(c.Path)) }

// install installs the packages if they are not there as the lockfile says. What is
// wrong is on the board then; views are built with what there is.
func (i *installer) install(ctx context.Context, patiently bool) {
	if i.dir == "" || i.isCurrent() {
		return
	}
	if patiently {
		select {
		case <-time.After(settle):
		case <-ctx.Done():
			return
		}
		if i.isCurrent() {
			return
		}
	}
	i.screen.Busy("Installing packages")
	defer i.screen.Busy("")
	i.emit(Event{Type: PackagesInstalling})
	begun := time.Now()
	done, err := npm.Install(ctx, i.dir, npm.Options{Environ: i.environ})
	about := topic{SourcePackages, ""}
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, context.Canceled) {
			i.board.put(about, problemOf(SourcePackages, err))
		}
		return
	}
	i.board.put(about)
	for _, warning := range done.Warnings {
		i.emit(Event{Type: Warned, Text: warning})
	}
	i.emit(Event{Type: PackagesInstalled, MS: milliseconds(time.Since(begun)), Packages: done.Packages})
}

// isCurrent reports whether packages are as the lockfile says. What is wrong with the
// lockfile, installing says.
func (i *installer) isCurrent() bool {
	current, err := npm.Current(i.dir)
	if err == nil && current {
		i.board.put(topic{SourcePackages, ""})
	}
	return err == nil && current
}

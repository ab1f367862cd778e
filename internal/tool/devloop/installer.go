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
	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/npm"
)

// lockfileDelay is the time between a change of the lockfile and the installation of its
// packages: the package manager that wrote it may be installing them.
const lockfileDelay = 500 * time.Millisecond

// lockfiles are the lockfiles of npm, whose packages can be installed.
var lockfiles = []string{"npm-shrinkwrap.json", "package-lock.json"}

// installer installs the packages of the lockfile.
type installer struct {
	dir      string // of the lockfile; empty where there is none
	environ  []string
	problems *problemList
	screen   Screen
	emit     func(Event)
}

// lockedFolder returns the nearest folder with a lockfile, from dir up to root; "" where
// there is none.
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

// isLockfile reports whether packages may be missing after a change.
func isLockfile(c watch.Change) bool { return slices.Contains(lockfiles, path.Base(c.Path)) }

// install installs the packages if those in node_modules differ from the lockfile. With
// delay it first gives the package manager time to do so. Errors go to the list of
// problems; views are then built with the packages that are there.
func (i *installer) install(ctx context.Context, delay bool) {
	if i.dir == "" || i.isCurrent() {
		return
	}
	if delay {
		select {
		case <-time.After(lockfileDelay):
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
	about := topic{devreport.SourcePackages, ""}
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, context.Canceled) {
			i.problems.set(about, problemOf(devreport.SourcePackages, err))
		}
		return
	}
	i.problems.set(about)
	for _, warning := range done.Warnings {
		i.emit(Event{Type: Warned, Text: warning})
	}
	i.emit(Event{Type: PackagesInstalled, MS: milliseconds(time.Since(begun)), Packages: done.Packages})
}

// isCurrent reports whether node_modules matches the lockfile. An error in the lockfile is
// left to the installation to report.
func (i *installer) isCurrent() bool {
	current, err := npm.Current(i.dir)
	if err == nil && current {
		i.problems.set(topic{devreport.SourcePackages, ""})
	}
	return err == nil && current
}

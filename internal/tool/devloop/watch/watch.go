package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// batchDelay is the time after the last event until a batch is sent: editors write a
	// file in several steps.
	batchDelay = 10 * time.Millisecond
	// wholeDelay is the same where every touched file existed before and is not empty, so
	// that it is likely to be complete.
	wholeDelay = 3 * time.Millisecond
	// maxDelay is the longest delay of a batch while events go on.
	maxDelay = 60 * time.Millisecond
	// defaultPoll is the pause between two scans of all files where they can't be watched.
	defaultPoll = 500 * time.Millisecond
)

// Kind says what happened to a file.
type Kind string

// The kinds of changes. A file that was Written may have the same content.
const (
	Created Kind = "created"
	Written Kind = "written"
	Removed Kind = "removed"
)

// Change is a change of a file, or the removal of a folder.
type Change struct {
	// Path is a slash path relative to the watched folder.
	Path string
	Kind Kind
}

// Options of a watcher. Dir is required.
type Options struct {
	// Dir is the watched folder.
	Dir string
	// Skip are slash paths of folders below it that are not watched.
	Skip []string
	// Poll is the pause between two scans of all files, for systems that can't watch
	// folders. Zero watches them where possible, and otherwise scans twice a second.
	Poll time.Duration
	// Logger gets a warning when files have to be scanned. Nil discards it.
	Logger *slog.Logger
}

// Watcher watches a folder. Make one with [New].
type Watcher struct {
	dir     string
	skip    map[string]bool
	poll    time.Duration
	log     *slog.Logger
	notify  *fsnotify.Watcher // nil while files are scanned
	batches chan []Change

	files map[string]stamp // as they were last seen
	// folders has the folders, and whether they are watched.
	folders map[string]bool
	entered []string // new folders
	// touched has the paths at or below which something may have changed, and whether
	// the file itself was written.
	touched map[string]bool
	// incomplete has the touched paths that are probably being written.
	incomplete map[string]bool
}

// stamp changes when a file does.
type stamp struct {
	size int64
	time time.Time
}

// New returns a watcher. It reports changes from now on, once Run is called.
func New(o Options) (*Watcher, error) {
	w := &Watcher{
		dir: o.Dir, skip: map[string]bool{}, poll: o.Poll, log: o.Logger, batches: make(chan []Change),
		files: map[string]stamp{}, folders: map[string]bool{}, touched: map[string]bool{}, incomplete: map[string]bool{},
	}
	if w.log == nil {
		w.log = slog.New(slog.DiscardHandler)
	}
	for _, name := range o.Skip {
		w.skip[path.Clean(name)] = true
	}
	if info, err := os.Stat(o.Dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("watching %s: it is not a readable folder: %w", o.Dir, errors.Join(err, fs.ErrNotExist))
	}
	if w.poll == 0 {
		notify, err := fsnotify.NewWatcher()
		if err != nil {
			w.usePolling(err)
		}
		w.notify = notify
	}
	w.scan(".", nil)
	w.entered = nil
	return w, nil
}

// Batches returns the changes, grouped by time. The channel is closed when Run ends.
func (w *Watcher) Batches() <-chan []Change { return w.batches }

// usePolling scans files from now on, instead of watching folders.
func (w *Watcher) usePolling(err error) {
	if w.notify != nil {
		_ = w.notify.Close() // no longer used
		w.notify = nil
	}
	w.poll = defaultPoll
	fix := "changes are noticed a little later"
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) {
		fix += "; raise the system's limit: sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512"
	}
	w.log.Warn("folders can't be watched, so files are scanned twice a second: "+fix, "error", err)
}

// Run reports changes until ctx ends.
func (w *Watcher) Run(ctx context.Context) {
	defer close(w.batches)
	defer func() {
		if w.notify != nil {
			_ = w.notify.Close() // no error matters at the end
		}
	}()
	var settled, ticks <-chan time.Time
	var latest time.Time // when the batch has to be sent
	for {
		var events chan fsnotify.Event
		var failures chan error
		if w.notify != nil {
			events, failures = w.notify.Events, w.notify.Errors
		} else if ticks == nil {
			ticker := time.NewTicker(w.poll)
			defer ticker.Stop() // made once, because ticks is set
			ticks = ticker.C
		}
		select {
		case <-ctx.Done():
			return
		case event := <-events:
			if !w.note(event) {
				continue
			}
		case err := <-failures:
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				w.log.Debug("watching", "error", err)
			}
			// Any event may have been lost, even of folders that were added or removed.
			w.touched["."], w.incomplete["."] = false, true
			w.markUnwatched(".")
		case <-ticks:
			w.touched["."] = false
			if !w.send(ctx) {
				return
			}
			continue
		case <-settled:
			settled, latest = nil, time.Time{}
			if !w.send(ctx) {
				return
			}
			continue
		}
		now := time.Now()
		if latest.IsZero() {
			latest = now.Add(maxDelay)
		}
		settled = time.After(min(w.delay(), max(0, latest.Sub(now))))
	}
}

// note records an event and reports whether it may be a change.
func (w *Watcher) note(event fsnotify.Event) bool {
	const ofInterest = fsnotify.Create | fsnotify.Write | fsnotify.Remove | fsnotify.Rename
	if event.Op&ofInterest == 0 { // its permissions changed, or it was read
		return false
	}
	short, err := filepath.Rel(w.dir, event.Name)
	if err != nil || short == ".." || strings.HasPrefix(short, ".."+string(filepath.Separator)) {
		return false
	}
	name := filepath.ToSlash(short)
	_, isFolder := w.folders[name]
	if skipsFile(name) && !isFolder && path.Base(name) != packages {
		return false
	}
	if isFolder && event.Op&(fsnotify.Remove|fsnotify.Rename) != 0 {
		w.markUnwatched(name) // there may already be another folder of this name
	}
	w.touched[name] = w.touched[name] || event.Has(fsnotify.Write)
	if w.isWhole(name) {
		delete(w.incomplete, name)
	} else {
		w.incomplete[name] = true
	}
	return true
}

// delay returns the time after the last event until the batch is sent.
func (w *Watcher) delay() time.Duration {
	if len(w.incomplete) == 0 {
		return wholeDelay
	}
	return batchDelay
}

// isWhole reports whether a file existed before and is not empty. Editors save a file by
// emptying it first, or by replacing it.
func (w *Watcher) isWhole(name string) bool {
	_, known := w.files[name]
	info, err := os.Stat(w.path(name))
	return known && err == nil && info.Mode().IsRegular() && info.Size() > 0
}

// send sends the changes of the touched paths. It reports false when ctx has ended.
func (w *Watcher) send(ctx context.Context) bool {
	changes := w.collect()
	if len(changes) == 0 {
		return true
	}
	select {
	case w.batches <- changes:
		return true
	case <-ctx.Done():
		return false
	}
}

// collect compares the touched paths with what was last seen there.
func (w *Watcher) collect() []Change {
	changed := map[string]Kind{}
	for _, name := range slices.Sorted(maps.Keys(w.touched)) {
		w.inspect(name, w.touched[name], changed)
	}
	clear(w.touched)
	clear(w.incomplete)
	w.watchAgain()
	changes := make([]Change, 0, len(changed))
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		changes = append(changes, Change{Path: name, Kind: changed[name]})
	}
	return changes
}

// inspect adds the changes of a path and of everything below it to changed.
func (w *Watcher) inspect(name string, written bool, changed map[string]Kind) {
	info, err := os.Lstat(w.path(name))
	switch {
	case err != nil:
		w.forget(name, changed)
	case info.IsDir():
		seen := map[string]bool{}
		w.scanInto(name, changed, seen)
		w.forgetUnseen(name, seen, changed)
	default:
		w.file(name, info, written, changed)
	}
}

// file adds the change of a file to changed. A link changes with the file it leads to, if
// that is noticed here.
func (w *Watcher) file(name string, info fs.FileInfo, written bool, changed map[string]Kind) {
	if skipsFile(name) {
		return
	}
	if _, was := w.folders[name]; was {
		w.forget(name, changed)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		if target, err := os.Stat(w.path(name)); err == nil {
			info = target
		}
	}
	now := stamp{info.Size(), info.ModTime()}
	before, was := w.files[name]
	w.files[name] = now
	switch {
	case !was:
		note(changed, name, Created)
	case written, before != now:
		note(changed, name, Written)
	}
}

// note adds a change of a path. A file that was removed and created again was written.
func note(changed map[string]Kind, name string, kind Kind) {
	if changed != nil {
		if changed[name] == Removed && kind == Created {
			kind = Written
		}
		changed[name] = kind
	}
}

// forget adds the removal of a file, or of a folder with everything in it, to changed.
func (w *Watcher) forget(name string, changed map[string]Kind) {
	if _, was := w.files[name]; was {
		delete(w.files, name)
		note(changed, name, Removed)
	}
	if _, was := w.folders[name]; was {
		w.forgetUnseen(name, nil, changed)
		w.leave(name, changed)
	}
}

// forgetUnseen forgets what a scan of a folder did not find.
func (w *Watcher) forgetUnseen(name string, seen map[string]bool, changed map[string]Kind) {
	for file := range w.files {
		if below(name, file) && !seen[file] {
			delete(w.files, file)
			note(changed, file, Removed)
		}
	}
	for folder := range w.folders {
		if folder != name && below(name, folder) && !seen[folder] {
			w.leave(folder, changed)
		}
	}
}

// leave forgets a folder.
func (w *Watcher) leave(folder string, changed map[string]Kind) {
	delete(w.folders, folder)
	note(changed, folder, Removed)
	if w.notify != nil {
		_ = w.notify.Remove(w.path(folder)) // usually removed with the folder
	}
}

// markUnwatched notes that a folder, and those below it, may no longer be watched.
func (w *Watcher) markUnwatched(name string) {
	for folder := range w.folders {
		if folder == name || below(name, folder) {
			w.folders[folder] = false
		}
	}
}

func below(folder, name string) bool {
	return folder == "." || strings.HasPrefix(name, folder+"/")
}

func (w *Watcher) scan(name string, changed map[string]Kind) {
	w.scanInto(name, changed, map[string]bool{})
}

// scanInto scans a folder and all below it. Each folder is watched before it is read, so
// that no change in between is lost.
func (w *Watcher) scanInto(name string, changed map[string]Kind, seen map[string]bool) {
	if w.skipsFolder(name) && path.Base(name) != packages || w.skip[name] {
		return
	}
	seen[name] = true
	if _, was := w.files[name]; was {
		w.forget(name, changed)
	}
	if !w.folders[name] {
		w.enter(name)
	}
	entries, err := os.ReadDir(w.path(name))
	if err != nil {
		return // just removed, or not readable
	}
	for _, entry := range entries {
		child := path.Join(name, entry.Name())
		if entry.IsDir() {
			if path.Base(name) != packages {
				w.scanInto(child, changed, seen)
			}
			continue
		}
		if info, err := entry.Info(); err == nil {
			seen[child] = true
			w.file(child, info, false, changed)
		}
	}
}

// enter adds and watches a folder.
func (w *Watcher) enter(name string) {
	w.folders[name] = true
	w.entered = append(w.entered, name)
	w.watch(name)
}

// watchAgain watches new folders once more. The system watches folders and not their names:
// for a renamed folder, removing the old name has removed the new one, too.
func (w *Watcher) watchAgain() {
	for _, name := range w.entered {
		w.watch(name)
	}
	w.entered = nil
}

func (w *Watcher) watch(name string) {
	if w.notify == nil {
		return
	}
	if err := w.notify.Add(w.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.usePolling(err)
	}
}

func (w *Watcher) path(name string) string { return filepath.Join(w.dir, filepath.FromSlash(name)) }

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
	// quiet is how long nothing may happen before what has happened is told: an
	// editor writes a file in several steps.
	quiet = 10 * time.Millisecond
	// brief is the same where each file that was touched was there before, and has
	// something in it: it is likely to be whole.
	brief = 3 * time.Millisecond
	// longest is how long a batch may wait for that.
	longest = 60 * time.Millisecond
	// defaultPoll is the pause between two looks at all files where they can't be
	// watched.
	defaultPoll = 500 * time.Millisecond
)

// Kind is what happened to a file.
type Kind string

// What may happen to a file: it is there now, its content may be another, it is gone.
const (
	Created Kind = "created"
	Written Kind = "written"
	Removed Kind = "removed"
)

// Change is what happened to a file, or that a folder is gone.
type Change struct {
	// Path is a slash path relative to the watched folder.
	Path string
	Kind Kind
}

// Options say what is watched. Dir is required.
type Options struct {
	// Dir is the folder.
	Dir string
	// Skip are slash paths of folders below it that don't count.
	Skip []string
	// Poll has all files looked at every so often instead of being watched. Zero
	// watches them where that can be done.
	Poll time.Duration
	// Logger is told why files are not watched, but looked at. Nil is nobody.
	Logger *slog.Logger
}

// Watcher watches a folder. Make one with [New].
type Watcher struct {
	dir     string
	skip    map[string]bool
	poll    time.Duration
	log     *slog.Logger
	notify  *fsnotify.Watcher // nil where files are looked at
	batches chan []Change

	files map[string]stamp // all that count, as they were last seen
	// folders are those that count, and whether changes in them are heard of.
	folders map[string]bool
	entered []string // folders that are new
	// touched are the paths below which something may have happened, and whether
	// that was a write to the very file.
	touched map[string]bool
	// torn are those of them that somebody is likely to be writing.
	torn map[string]bool
}

// stamp tells a file from what it was before.
type stamp struct {
	size int64
	time time.Time
}

// New returns a watcher of all that there is now. It tells of changes once Run runs,
// also of those that happened before.
func New(o Options) (*Watcher, error) {
	w := &Watcher{
		dir: o.Dir, skip: map[string]bool{}, poll: o.Poll, log: o.Logger, batches: make(chan []Change),
		files: map[string]stamp{}, folders: map[string]bool{}, touched: map[string]bool{}, torn: map[string]bool{},
	}
	if w.log == nil {
		w.log = slog.New(slog.DiscardHandler)
	}
	for _, name := range o.Skip {
		w.skip[path.Clean(name)] = true
	}
	if info, err := os.Stat(o.Dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("watching %s: it is not a folder that can be read: %w", o.Dir, errors.Join(err, fs.ErrNotExist))
	}
	if w.poll == 0 {
		notify, err := fsnotify.NewWatcher()
		if err != nil {
			w.giveUp(err)
		}
		w.notify = notify
	}
	w.scan(".", nil)
	w.entered = nil
	return w, nil
}

// Batches are the changes, together what happened at about the same time. It is
// closed when Run ends.
func (w *Watcher) Batches() <-chan []Change { return w.batches }

// giveUp has files looked at from now on.
func (w *Watcher) giveUp(err error) {
	if w.notify != nil {
		_ = w.notify.Close() // nothing more is expected of it
		w.notify = nil
	}
	w.poll = defaultPoll
	fix := "changes are noticed somewhat later"
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) {
		fix += "; raise the system's limit: sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512"
	}
	w.log.Warn("folders can't be watched, so files are looked at twice a second: "+fix, "error", err)
}

// Run tells of changes until ctx ends.
func (w *Watcher) Run(ctx context.Context) {
	defer close(w.batches)
	defer func() {
		if w.notify != nil {
			_ = w.notify.Close() // it holds nothing
		}
	}()
	var settled, ticks <-chan time.Time
	var latest time.Time // when the batch must be told
	for {
		var events chan fsnotify.Event
		var failures chan error
		if w.notify != nil {
			events, failures = w.notify.Events, w.notify.Errors
		} else if ticks == nil {
			ticker := time.NewTicker(w.poll)
			defer ticker.Stop() // there is one at most: ticks is set
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
			// Who knows what was missed, even folders that have come and gone.
			w.touched["."], w.torn["."] = false, true
			w.unhear(".")
		case <-ticks:
			w.touched["."] = false
			if !w.tell(ctx) {
				return
			}
			continue
		case <-settled:
			settled, latest = nil, time.Time{}
			if !w.tell(ctx) {
				return
			}
			continue
		}
		now := time.Now()
		if latest.IsZero() {
			latest = now.Add(longest)
		}
		settled = time.After(min(w.pause(), max(0, latest.Sub(now))))
	}
}

// note keeps an event in mind and reports whether it may be of interest.
func (w *Watcher) note(event fsnotify.Event) bool {
	const ofInterest = fsnotify.Create | fsnotify.Write | fsnotify.Remove | fsnotify.Rename
	if event.Op&ofInterest == 0 { // what a file may be used for, or that it was read
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
		w.unhear(name) // another of its name may be there already
	}
	w.touched[name] = w.touched[name] || event.Has(fsnotify.Write)
	if w.isWhole(name) {
		delete(w.torn, name)
	} else {
		w.torn[name] = true
	}
	return true
}

// pause is how long nothing more may happen before what was touched is told.
func (w *Watcher) pause() time.Duration {
	if len(w.torn) == 0 {
		return brief
	}
	return quiet
}

// isWhole reports whether a file that was there before is there, with something in it.
// To save one, editors empty it first, or put another one in its place.
func (w *Watcher) isWhole(name string) bool {
	_, known := w.files[name]
	info, err := os.Stat(w.path(name))
	return known && err == nil && info.Mode().IsRegular() && info.Size() > 0
}

// tell looks at what was touched and hands over what has changed. It reports false
// when ctx has ended.
func (w *Watcher) tell(ctx context.Context) bool {
	changes := w.look()
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

// look compares what was touched with what was there.
func (w *Watcher) look() []Change {
	changed := map[string]Kind{}
	for _, name := range slices.Sorted(maps.Keys(w.touched)) {
		w.inspect(name, w.touched[name], changed)
	}
	clear(w.touched)
	clear(w.torn)
	w.hearAll()
	changes := make([]Change, 0, len(changed))
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		changes = append(changes, Change{Path: name, Kind: changed[name]})
	}
	return changes
}

// inspect notes in changed what has become of a path and of all below it.
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

// file notes what has become of a file. A link counts as what it leads to, as far as
// that can be told from here.
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

// note keeps the kind that counts: what was removed and is there again was written.
func note(changed map[string]Kind, name string, kind Kind) {
	if changed != nil {
		if changed[name] == Removed && kind == Created {
			kind = Written
		}
		changed[name] = kind
	}
}

// forget notes that a file, or a folder with all that is in it, is gone.
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

// forgetUnseen forgets what a scan of a folder has not found any more.
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
		_ = w.notify.Remove(w.path(folder)) // it usually went with the folder
	}
}

// unhear notes that changes in a folder, and in those below it, may not be heard of
// any more.
func (w *Watcher) unhear(name string) {
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

// scanInto looks at a folder and all below it. Each folder is watched before it is
// read, so that what comes meanwhile is seen by one or the other.
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
		return // it has just gone, or is not for us
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

// enter begins to watch a folder.
func (w *Watcher) enter(name string) {
	w.folders[name] = true
	w.entered = append(w.entered, name)
	w.hear(name)
}

// hearAll begins once more to watch folders that are new. The system watches a folder
// and not its name: where it only has a new one, to leave the old was to leave both.
func (w *Watcher) hearAll() {
	for _, name := range w.entered {
		w.hear(name)
	}
	w.entered = nil
}

func (w *Watcher) hear(name string) {
	if w.notify == nil {
		return
	}
	if err := w.notify.Add(w.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.giveUp(err)
	}
}

func (w *Watcher) path(name string) string { return filepath.Join(w.dir, filepath.FromSlash(name)) }

package devloop

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/internal/tool/apptypes"
	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/devloop/watch"
	"github.com/orielapps/oriel/ui"
)

// Options say what a loop works on. Environ and Front are required.
type Options struct {
	// Dir is the project's folder. Empty means this one.
	Dir string
	// Program is the folder of the Go program, for a project with several; relative to
	// Dir. Empty means the one there is.
	Program string
	// Command is run in place of a Go program: a server in any language, which listens
	// on $PORT.
	Command []string
	// Stdio says that the command speaks MCP over its standard input and output. Whoever
	// looks starts it then, with [Loop.Environ], and the loop only says when to do so
	// again.
	Stdio bool
	// Endpoint is the URL of the MCP endpoint of a server that listens on an address of
	// its own, whatever $PORT says. Empty means that it listens on $PORT.
	Endpoint string
	// NoRestart leaves the command alone when its files change.
	NoRestart bool
	// NoDist leaves the documents that are committed as they are.
	NoDist bool
	// Slow is how long a server may take until it listens before that is a problem; it
	// is waited for all the same. Zero means 10 seconds.
	Slow time.Duration
	// Foreign are views that another bundler's development server builds, by name: the
	// address of its page, on this machine.
	Foreign map[string]string
	// Environ is the environment, as "KEY=value".
	Environ []string
	// Front is where the app is reached, whichever process of it runs. The loop closes
	// it.
	Front net.Listener
	// PublicURL is the address of the endpoint that people give to hosts, where a
	// tunnel leads to Front. Empty means that only this machine reaches it.
	PublicURL string
	// Expose are paths that are reached there, too, each with all below it. Without any,
	// there are the endpoint, /oriel/ and /.well-known/.
	Expose []string
	// Events is told what happens, from several goroutines, one event at a time. Nil is
	// nobody.
	Events func(Event)
}

// Loop is "oriel dev" for one project. Make one with [New].
type Loop struct {
	options Options
	dir     string // of the project: absolute, without links
	root    string // of all sources: the module's
	public  *url.URL
	fixed   *url.URL // nil without Options.Endpoint

	lock    *lock
	scratch string
	feed    *feed
	front   *front
	environ []string
	foreign []*standIn
	program *apptypes.Program // nil where there is a command

	eventing sync.Mutex

	// These are made by Run.
	screen  Screen
	board   *board
	backend *backend // nil for a command that speaks stdio
	working sync.WaitGroup
	views   atomic.Pointer[viewing] // nil while there is no folder of views
	sources contents                // of the server
}

// viewing is what works on the views of a project.
type viewing struct {
	project *bundle.Project
	dev     *bundle.Dev
	changes *mailbox
	printer *printer // nil with NoDist
	typist  *typist  // nil where there is a command
	checker *checker
}

// New returns a loop that has locked the project. The caller calls Run or Close.
//
// Errors are of type [*ui.Error]: "dev_running", "project_missing",
// "project_not_writable", "endpoint_invalid", "command_missing"; and those of
// [apptypes.Open].
func New(ctx context.Context, o Options) (l *Loop, err error) {
	l = &Loop{options: o, environ: slices.Clone(o.Environ)}
	defer func() {
		if err != nil {
			l.Close()
			l = nil
		}
	}()
	if l.dir, err = folderOf(o.Dir); err != nil {
		return l, err
	}
	if l.fixed, err = addressOf(o.Endpoint, "--url"); err != nil {
		return l, err
	}
	if o.Stdio && len(o.Command) == 0 {
		return l, &ui.Error{
			Code: "command_missing", Message: "There is no command that speaks over its standard input and output.",
			Fix: `Write it behind "--": oriel dev --stdio -- node server.js`,
		}
	}
	if l.scratch, err = os.MkdirTemp(variable(l.environ, "GOTMPDIR"), scratchName+"*"); err != nil {
		return l, fmt.Errorf("making a folder for what is compiled: %w", err)
	}
	if l.lock, err = acquire(l.dir, holder{PID: os.Getpid(), URL: l.URL(), Scratch: l.scratch}); err != nil {
		return l, err
	}
	if len(o.Command) == 0 {
		// What the go command leaves when it is ended goes with what is ours.
		environ := with(l.environ, "GOTMPDIR", l.scratch)
		if l.program, err = apptypes.Open(apptypes.Request{Dir: l.dir, Program: o.Program, Environ: environ}); err != nil {
			return l, inDevelopment(err)
		}
	}
	if l.feed, err = newFeed(ctx); err != nil {
		return l, err
	}
	if err = checkForeign(o.Foreign); err != nil {
		return l, err
	}
	if l.foreign, err = listenForeign(ctx, o.Foreign); err != nil {
		return l, err
	}
	l.front = newFront("", len(o.Command) > 0)
	l.surround()
	return l, l.Publish(o.PublicURL)
}

// folderOf returns a folder by its real path.
func folderOf(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err == nil {
		var info os.FileInfo
		if info, err = os.Stat(abs); err == nil && !info.IsDir() {
			err = errors.New("it is not a folder")
		}
	}
	if err != nil {
		return "", &ui.Error{
			Code: "project_missing", Message: fmt.Sprintf("The folder %q can't be opened: %v.", dir, reason(err)),
			Fix: "Name the folder of the project.",
		}
	}
	return abs, nil
}

func reason(err error) error {
	if pathError, ok := errors.AsType[*os.PathError](err); ok {
		return pathError.Err
	}
	return err
}

// addressOf reads an http or https URL; nil for none.
func addressOf(text, flag string) (*url.URL, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // there is no address, and nothing wrong with that
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return nil, &ui.Error{
			Code: "endpoint_invalid", Message: fmt.Sprintf("%s: %q is not the URL of an MCP endpoint.", flag, text),
			Fix: "Give the whole URL: http://localhost:3000/mcp.",
		}
	}
	return u, nil
}

func hostOf(u *url.URL) string {
	if u == nil {
		return ""
	}
	return u.Hostname()
}

// surround makes the environment of the server. The key is one for all its processes,
// so that what the older ones have signed still counts.
func (l *Loop) surround() {
	l.environ = with(l.environ, "ORIEL_TYPES", "")
	l.environ = with(l.environ, "ORIEL_DEV", l.feed.url())
	if variable(l.environ, "ORIEL_KEY") == "" {
		l.environ = with(l.environ, "ORIEL_KEY", rand.Text()+rand.Text())
	}
}

// Environ is the environment of the server, but for PORT.
func (l *Loop) Environ() []string { return slices.Clone(l.environ) }

// Dir is the project's folder: absolute, without symbolic links.
func (l *Loop) Dir() string { return l.dir }

// URL is where the app's MCP endpoint is, on this machine.
func (l *Loop) URL() string {
	if l.options.Front == nil {
		return ""
	}
	return "http://" + l.options.Front.Addr().String() + l.path()
}

// path is the endpoint's.
func (l *Loop) path() string {
	if l.fixed != nil && l.fixed.Path != "" {
		return l.fixed.Path
	}
	return "/mcp"
}

// Close gives back what New has taken, where Run is not called.
func (l *Loop) Close() {
	if l.options.Front != nil {
		_ = l.options.Front.Close() // it was only listened on
	}
	if l.feed != nil {
		_ = l.feed.listener.Close() // likewise
	}
	for _, s := range l.foreign {
		_ = s.server.Close() // likewise
	}
	if l.program != nil {
		_ = l.program.Close() // a temporary folder
	}
	if l.scratch != "" {
		_ = os.RemoveAll(l.scratch) // likewise
	}
	if l.lock != nil {
		l.lock.release()
	}
}

// Run works until ctx ends. It then ends the server, and writes what is still to be
// written. The screen may be nil.
func (l *Loop) Run(ctx context.Context, screen Screen) error {
	defer l.Close()
	if screen == nil {
		screen = nobody{}
	}
	l.screen = screen
	l.board = &board{emit: l.emit, screen: screen, all: map[topic][]Problem{}}
	l.root = moduleRoot(l.dir)
	l.sources.root = l.root
	watcher, err := watch.New(watch.Options{Dir: l.root, Skip: []string{l.short("views") + "/dist"}, Logger: l.warner()})
	if err != nil {
		return fmt.Errorf("watching the project: %w", err)
	}
	// The server may ask for views, and be asked, until it has ended.
	serving, quit := context.WithCancel(context.WithoutCancel(ctx))
	defer quit()
	var servers sync.WaitGroup
	servers.Go(func() { l.feed.serve(serving) })
	servers.Go(func() { l.front.serve(serving, l.options.Front) })
	l.prepareBackend()
	if err := l.openViews(ctx); err != nil {
		l.board.put(topic{SourceView, ""}, problemOf(SourceView, err))
	}
	if l.views.Load() == nil {
		l.feed.end() // nothing is being built
	}
	if l.backend != nil {
		l.work(func() { l.backend.run(ctx) })
	}
	for _, s := range l.foreign {
		s.feed, s.board, s.screen, s.emit = l.feed, l.board, l.screen, l.emit
		l.work(func() { s.run(ctx) })
	}
	l.work(func() { watcher.Run(ctx) })
	for batch := range watcher.Batches() {
		l.route(ctx, batch)
	}
	l.working.Wait()
	quit()
	servers.Wait()
	return l.closeViews(ctx)
}

// work runs a part of the loop, which Run waits for.
func (l *Loop) work(part func()) { l.working.Go(part) }

// prepareBackend makes what runs the server, unless whoever looks does that.
func (l *Loop) prepareBackend() {
	if l.options.Stdio {
		l.front.down(errors.New("it speaks over its standard input and output"))
		return
	}
	b := newBackend()
	b.dir, b.environ, b.command, b.fixed = l.dir, l.environ, l.options.Command, l.fixed
	b.slow = cmp.Or(l.options.Slow, slow)
	b.front, b.board, b.screen, b.emit = l.front, l.board, l.screen, l.emit
	b.compiled = func(path, file string) {
		if v := l.views.Load(); v != nil && v.typist != nil {
			v.typist.ask(compiled{path, file})
		}
	}
	if l.program != nil {
		b.compiler = &compiler{program: l.program, scratch: l.scratch}
	}
	l.backend = b
}

// openViews begins to work on the views, if there is a folder of them.
func (l *Loop) openViews(ctx context.Context) error {
	if info, err := os.Stat(filepath.Join(l.dir, "views")); err != nil || !info.IsDir() {
		return nil //nolint:nilerr // a project may have no views, or none yet
	}
	project, err := bundle.Open(l.dir)
	if err != nil {
		return err
	}
	v := &viewing{project: project, changes: newMailbox()}
	v.dev = project.Dev(bundle.DevOptions{MapURL: l.feed.mapURL(), Client: true})
	g := &gallery{project: project, dev: v.dev, feed: l.feed, board: l.board, screen: l.screen, emit: l.emit, built: l.built}
	g.root, g.foreign = l.root, l.options.Foreign
	g.installer = &installer{dir: lockedFolder(l.dir, l.root), environ: l.options.Environ, board: l.board, screen: l.screen, emit: l.emit}
	if !l.options.NoDist && l.program != nil {
		v.printer = newPrinter(project, l.board, l.emit)
		l.work(func() { v.printer.run(ctx) })
	}
	if l.program != nil {
		v.typist = &typist{program: l.program, project: project, board: l.board, emit: l.emit, asked: make(chan compiled, 1)}
		l.work(func() { v.typist.run(ctx) })
	}
	v.checker = &checker{
		dir: l.dir, root: l.root, scratch: l.scratch, environ: l.options.Environ, project: project, board: l.board, emit: l.emit,
		equip: !l.options.NoDist, edits: make(chan struct{}, 1),
	}
	l.work(func() { v.checker.run(ctx) })
	l.views.Store(v)
	if names, err := project.Names(); err == nil && l.backend != nil {
		l.backend.declare(identifiers(names))
	}
	l.work(func() { g.run(ctx, v.changes) })
	return nil
}

// closeViews writes what is still to be written, and lets go of the views.
func (l *Loop) closeViews(ctx context.Context) error {
	v := l.views.Load()
	if v == nil {
		return nil
	}
	if v.printer != nil {
		v.printer.finish(ctx)
	}
	v.dev.Close()
	return v.project.Close()
}

// built hears from the gallery which views there are now.
func (l *Loop) built(names []string, whole bool) {
	now := identifiers(names)
	others := l.backend != nil && l.backend.declare(now)
	if printer := l.views.Load().printer; printer != nil {
		printer.order(order{ready: whole, now: others})
	}
	if others && l.program != nil {
		l.backend.change()
	}
}

// route tells everybody of the changes that are theirs.
func (l *Loop) route(ctx context.Context, batch []watch.Change) {
	folder := l.short("views")
	views := l.views.Load()
	if views == nil && slices.ContainsFunc(batch, func(c watch.Change) bool { return strings.HasPrefix(c.Path, folder+"/") }) {
		if err := l.openViews(ctx); err != nil {
			l.board.put(topic{SourceView, ""}, problemOf(SourceView, err))
		}
	} else if views != nil {
		views.changes.put(batch)
		if slices.ContainsFunc(batch, mayBeTyped) {
			views.checker.edited()
		}
	}
	embedded := newEmbeddings(l.root)
	theirs := func(c watch.Change) bool { return ofProgram(c, folder) || embedded.has(c.Path) }
	if l.program == nil {
		theirs = func(c watch.Change) bool { return ofCommand(c, folder) }
	}
	// The program may have been built without the first views, or not at all for want of them.
	changed := l.program != nil && views != l.views.Load()
	for _, c := range batch {
		if theirs(c) && (l.sources.isNew(c) || l.backend == nil || !l.backend.starts()) {
			changed = true
		}
	}
	if !changed || l.options.NoRestart && l.program == nil {
		return
	}
	if l.backend == nil {
		l.screen.Renew()
		return
	}
	l.backend.change()
}

// short returns a path of the project as seen from the root of all sources.
func (l *Loop) short(name string) string {
	short, err := filepath.Rel(l.root, filepath.Join(l.dir, name))
	if err != nil {
		return name
	}
	return filepath.ToSlash(short)
}

// moduleRoot is the nearest folder at or above dir that has a go.mod, or dir itself.
func moduleRoot(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if info, err := os.Stat(filepath.Join(at, "go.mod")); err == nil && info.Mode().IsRegular() {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// emit tells whoever listens what has happened.
func (l *Loop) emit(e Event) {
	if l.options.Events == nil {
		return
	}
	l.eventing.Lock()
	defer l.eventing.Unlock()
	e.Time = time.Now()
	l.options.Events(e)
}

// warner makes events of warnings.
func (l *Loop) warner() *slog.Logger { return slog.New(&warnings{emit: l.emit}) }

// warnings is a handler of logs.
type warnings struct{ emit func(Event) }

func (w *warnings) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }

func (w *warnings) Handle(_ context.Context, r slog.Record) error {
	text := r.Message
	r.Attrs(func(a slog.Attr) bool {
		text += fmt.Sprintf(" (%v)", a.Value)
		return true
	})
	w.emit(Event{Type: Warned, Text: sentence(text)})
	return nil
}

func (w *warnings) WithAttrs([]slog.Attr) slog.Handler { return w }
func (w *warnings) WithGroup(string) slog.Handler      { return w }

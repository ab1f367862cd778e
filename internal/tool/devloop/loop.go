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
	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/issuer"
	"github.com/orielapps/oriel/ui"
)

// Options of a loop. Environ and Listener are required.
type Options struct {
	// Dir is the project's folder. Empty means the current one.
	Dir string
	// Program is the folder of the Go program, relative to Dir, for a project with several.
	// Empty means the only one.
	Program string
	// Command is run instead of a Go program: a server in any language, which listens on
	// $PORT.
	Command []string
	// Stdio says that the command speaks MCP over its standard input and output. The
	// screen then starts it, with [Loop.Environ]; the loop calls [Screen.Renew] after
	// changes.
	Stdio bool
	// Endpoint is the URL of the MCP endpoint of a server with a fixed address. Empty
	// means that the server listens on $PORT.
	Endpoint string
	// NoRestart keeps the command running when its files change.
	NoRestart bool
	// NoDist does not write the committed documents.
	NoDist bool
	// Slow is how long a server may take until it listens before that is reported as a
	// problem. It is waited for nevertheless. Zero means 10 seconds.
	Slow time.Duration
	// Foreign has the views that other bundlers' development servers build: the addresses
	// of their pages, on this machine, by name.
	Foreign map[string]string
	// Environ is the environment, as "KEY=value".
	Environ []string
	// Listener is the stable address of the app, for whichever process runs. The loop
	// closes it.
	Listener net.Listener
	// PublicURL is the address of the endpoint for hosts elsewhere, at which a tunnel leads
	// to Listener. Empty means that only this machine reaches it.
	PublicURL string
	// Expose are more paths that are public, each with everything below it. The endpoint,
	// /oriel/ and /.well-known/ always are.
	Expose []string
	// Events is called with each event, from several goroutines, one at a time. Nil ignores
	// them.
	Events func(Event)
}

// Loop is "oriel dev" for one project. Make one with [New].
type Loop struct {
	options  Options
	dir      string // of the project: absolute, without links
	root     string // of all sources: the module's
	public   *url.URL
	endpoint *url.URL // nil without Options.Endpoint

	lock    *lock
	scratch string
	feed    *feed
	issuer  *issuer.Issuer // nil where the environment names a provider, or nobody signs in
	proxy   *proxy
	environ []string
	foreign []*foreignView
	program *apptypes.Program // nil where there is a command

	eventMu        sync.Mutex
	warnedOfIssuer sync.Once

	// Set by Run.
	screen   Screen
	problems *problemList
	backend  *backend // nil for a command that speaks stdio
	working  sync.WaitGroup
	views    atomic.Pointer[projectViews] // nil without a folder of views
	sources  contentHashes                // of the server
}

// projectViews has the parts that work on the views of a project.
type projectViews struct {
	project *bundle.Project
	dev     *bundle.Dev
	changes *changeQueue
	dist    *distWriter  // nil with NoDist
	types   *typesWriter // nil where there is a command
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
	if l.endpoint, err = addressOf(o.Endpoint, "--url"); err != nil {
		return l, err
	}
	if o.Stdio && len(o.Command) == 0 {
		return l, &ui.Error{
			Code: "command_missing", Message: "There is no command that speaks over its standard input and output.",
			Fix: `Write it behind "--": oriel dev --stdio -- node server.js`,
		}
	}
	if l.scratch, err = os.MkdirTemp(variable(l.environ, "GOTMPDIR"), scratchName+"*"); err != nil {
		return l, fmt.Errorf("making a folder for compiled programs: %w", err)
	}
	if l.lock, err = acquire(l.dir, lockInfo{PID: os.Getpid(), URL: l.URL(), Scratch: l.scratch}); err != nil {
		return l, err
	}
	if err = l.openIssuer(ctx); err != nil {
		return l, err
	}
	if len(o.Command) == 0 {
		// The go command's temporary files are removed with our own.
		environ := setVariable(l.environ, "GOTMPDIR", l.scratch)
		if l.program, err = apptypes.Open(apptypes.Request{Dir: l.dir, Program: o.Program, Environ: environ}); err != nil {
			return l, inDevelopment(err)
		}
	}
	if l.feed, err = newFeed(ctx, l.warnOfVersion); err != nil {
		return l, err
	}
	if err = checkForeign(o.Foreign); err != nil {
		return l, err
	}
	if l.foreign, err = newForeignViews(ctx, o.Foreign); err != nil {
		return l, err
	}
	l.proxy = newProxy("", len(o.Command) > 0)
	l.setEnvironment()
	return l, l.Publish(o.PublicURL)
}

// folderOf returns the real path of a folder.
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
		return nil, nil //nolint:nilnil // no address is not an error
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

// setEnvironment sets the server's environment. All its processes get one key, so that
// signatures of earlier ones stay valid.
func (l *Loop) setEnvironment() {
	l.environ = setVariable(l.environ, "ORIEL_TYPES", "")
	l.environ = setVariable(l.environ, "ORIEL_DEV", l.feed.url())
	l.environ = setVariable(l.environ, "ORIEL_DEV_URL", l.URL())
	if variable(l.environ, "ORIEL_KEY") == "" {
		l.environ = setVariable(l.environ, "ORIEL_KEY", rand.Text()+rand.Text())
	}
}

// Environ returns the environment of the server, without PORT.
func (l *Loop) Environ() []string { return slices.Clone(l.environ) }

// Dir returns the project's folder: absolute, without symbolic links.
func (l *Loop) Dir() string { return l.dir }

// URL returns the address of the app's MCP endpoint on this machine.
func (l *Loop) URL() string {
	if l.options.Listener == nil {
		return ""
	}
	return "http://" + l.options.Listener.Addr().String() + l.path()
}

// path returns the path of the endpoint.
func (l *Loop) path() string {
	if l.endpoint != nil && l.endpoint.Path != "" {
		return l.endpoint.Path
	}
	return "/mcp"
}

// Close releases what New has opened, where Run is not called.
func (l *Loop) Close() {
	if l.options.Listener != nil {
		_ = l.options.Listener.Close() // only accepted connections
	}
	if l.feed != nil {
		_ = l.feed.listener.Close() // likewise
	}
	if l.issuer != nil {
		_ = l.issuer.Close() // likewise
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

// Run works until ctx ends. It then stops the server, and writes pending documents. The
// screen may be nil.
func (l *Loop) Run(ctx context.Context, screen Screen) error {
	defer l.Close()
	if screen == nil {
		screen = noScreen{}
	}
	l.screen = screen
	l.problems = &problemList{emit: l.emit, screen: screen, all: map[topic][]devreport.Problem{}}
	l.root = moduleRoot(l.dir)
	l.sources.root = l.root
	watcher, err := watch.New(watch.Options{Dir: l.root, Skip: []string{l.relative("views") + "/dist"}, Logger: l.logger()})
	if err != nil {
		return fmt.Errorf("watching the project: %w", err)
	}
	// The server may read views and answer requests until it has ended.
	serving, quit := context.WithCancel(context.WithoutCancel(ctx))
	defer quit()
	var servers sync.WaitGroup
	l.feed.onError = l.appFailed
	servers.Go(func() { l.feed.serve(serving) })
	servers.Go(func() { l.proxy.serve(serving, l.options.Listener) })
	if l.issuer != nil {
		servers.Go(func() { l.issuer.Serve(serving) })
	}
	l.prepareBackend(ctx)
	if err := l.openViews(ctx); err != nil {
		l.problems.set(topic{devreport.SourceView, ""}, problemOf(devreport.SourceView, err))
	}
	if l.views.Load() == nil {
		l.feed.endBuild() // there is nothing to build
	}
	if l.backend != nil {
		l.work(func() { l.backend.run(ctx) })
	}
	for _, s := range l.foreign {
		s.feed, s.problems, s.screen, s.emit = l.feed, l.problems, l.screen, l.emit
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

// work runs a part of the loop. Run waits for it.
func (l *Loop) work(part func()) { l.working.Go(part) }

// prepareBackend makes the backend, unless the screen runs the server.
func (l *Loop) prepareBackend(ctx context.Context) {
	if l.options.Stdio {
		l.proxy.clearTarget(errors.New("it speaks over its standard input and output"))
		return
	}
	b := newBackend()
	b.root = l.root
	b.dir, b.environ, b.command, b.endpoint = l.dir, l.environ, l.options.Command, l.endpoint
	b.slow = cmp.Or(l.options.Slow, slow)
	b.proxy, b.problems, b.screen, b.emit = l.proxy, l.problems, l.screen, l.emit
	b.onReady = func() { l.work(func() { l.checkIssuer(ctx) }) }
	b.onStarted = func(path, file string) {
		if v := l.views.Load(); v != nil && v.types != nil {
			v.types.request(executable{path, file})
		}
	}
	if l.program != nil {
		b.compiler = &compiler{program: l.program, scratch: l.scratch}
	}
	l.backend = b
}

// SourceMap returns the source map at an address that a script of a view names; nil if it
// is none of the loop's.
func (l *Loop) SourceMap(address string) []byte {
	name, ok := strings.CutPrefix(address, l.feed.mapURL())
	if !ok {
		return nil
	}
	return l.feed.sourceMap(name)
}

// openViews starts the work on views, if there is a folder of them.
func (l *Loop) openViews(ctx context.Context) error {
	if info, err := os.Stat(filepath.Join(l.dir, "views")); err != nil || !info.IsDir() {
		return nil //nolint:nilerr // a project may have no views, or none yet
	}
	project, err := bundle.Open(l.dir)
	if err != nil {
		return err
	}
	v := &projectViews{project: project, changes: newChangeQueue()}
	v.dev = project.Dev(bundle.DevOptions{MapURL: l.feed.mapURL(), Client: true})
	g := &viewBuilder{project: project, dev: v.dev, feed: l.feed, problems: l.problems, screen: l.screen, emit: l.emit, onBuilt: l.built}
	g.root, g.foreign = l.root, l.options.Foreign
	g.installer = &installer{dir: lockedFolder(l.dir, l.root), environ: l.options.Environ, problems: l.problems, screen: l.screen, emit: l.emit}
	if !l.options.NoDist && l.program != nil {
		v.dist = newDistWriter(project, l.problems, l.screen, l.emit)
		l.work(func() { v.dist.run(ctx) })
	}
	if l.program != nil {
		v.types = &typesWriter{program: l.program, project: project, problems: l.problems, emit: l.emit, requests: make(chan executable, 1)}
		l.work(func() { v.types.run(ctx) })
	}
	v.checker = &checker{
		dir: l.dir, root: l.root, scratch: l.scratch, environ: l.options.Environ, project: project, problems: l.problems, emit: l.emit,
		installSupport: !l.options.NoDist, edits: make(chan struct{}, 1),
		isBehind: func() bool { return v.types != nil && (l.backend.isBehind() || v.types.isBehind()) },
	}
	l.work(func() { v.checker.run(ctx) })
	l.views.Store(v)
	if names, err := project.Names(); err == nil && l.backend != nil {
		l.backend.declare(identifiers(names))
	}
	l.work(func() { g.run(ctx, v.changes) })
	return nil
}

// closeViews writes pending documents, and closes the project.
func (l *Loop) closeViews(ctx context.Context) error {
	v := l.views.Load()
	if v == nil {
		return nil
	}
	if v.dist != nil {
		v.dist.finish(ctx)
	}
	v.dev.Close()
	return v.project.Close()
}

// built is called by the view builder with the views that there are now.
func (l *Loop) built(names []string, complete bool) {
	now := identifiers(names)
	changed := l.backend != nil && l.backend.declare(now)
	if printer := l.views.Load().dist; printer != nil {
		printer.request(writeRequest{complete: complete, now: changed})
	}
	if changed && l.program != nil {
		l.backend.change()
	}
}

// route passes changes to the parts that they concern.
func (l *Loop) route(ctx context.Context, batch []watch.Change) {
	folder := l.relative("views")
	views := l.views.Load()
	if views == nil && slices.ContainsFunc(batch, func(c watch.Change) bool { return strings.HasPrefix(c.Path, folder+"/") }) {
		if err := l.openViews(ctx); err != nil {
			l.problems.set(topic{devreport.SourceView, ""}, problemOf(devreport.SourceView, err))
		}
	} else if views != nil {
		views.changes.add(batch)
		defer views.checker.changed(batch) // once the backend has the changes, for which the checker waits
	}
	embedded := newEmbeddings(l.root)
	concerns := func(c watch.Change) bool { return isProgramSource(c, folder) || embedded.has(c.Path) }
	if l.program == nil {
		concerns = func(c watch.Change) bool { return isCommandSource(c, folder) }
	}
	// A program built before the first views lacks them, or did not compile.
	changed := l.program != nil && views != l.views.Load()
	for _, c := range batch {
		if concerns(c) && (l.sources.changed(c) || l.backend == nil || !l.backend.isStarting()) {
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

// relative returns a path of the project relative to the module's root.
func (l *Loop) relative(name string) string {
	short, err := filepath.Rel(l.root, filepath.Join(l.dir, name))
	if err != nil {
		return name
	}
	return filepath.ToSlash(short)
}

// moduleRoot returns the nearest folder with a go.mod at or above dir, or dir itself.
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

// emit reports an event.
func (l *Loop) emit(e Event) {
	if l.options.Events == nil {
		return
	}
	l.eventMu.Lock()
	defer l.eventMu.Unlock()
	e.Time = time.Now()
	l.options.Events(e)
}

// logger returns a logger whose warnings become events.
func (l *Loop) logger() *slog.Logger { return slog.New(&warnings{emit: l.emit}) }

// warnOfVersion reports that the app's library exchanges views in another way.
func (l *Loop) warnOfVersion() {
	l.emit(Event{Type: Warned, Text: "The app's library and oriel have different versions, so changes of views are not shown. " +
		"Install the command in the version of go.mod: go install github.com/orielapps/oriel/cmd/oriel@VERSION"})
}

// warnings is a log handler that emits events.
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

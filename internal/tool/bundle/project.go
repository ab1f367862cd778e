package bundle

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
	"github.com/orielapps/oriel/internal/tool/bundle/source"
	"github.com/orielapps/oriel/view"
)

// Project is a folder of views and the files they may be made of.
type Project struct {
	// Files has all sources. An import or a symbolic link that leaves it is a fault.
	Files fs.FS
	// Views is the slash path of the views folder within Files: "views", or
	// "examples/hello/views". Its parent is the project's folder.
	Views string
	// Runtime holds the sources of "@oriel/view", with index.ts at its root. Nil
	// means [view.Sources].
	Runtime fs.FS
	// Hash returns the hash of a document's sources: the named files of a file system, in
	// order, and the runtime. Nil means [view.SourceHash], as in the generated test.
	Hash func(fsys fs.FS, files []string) (string, error)

	root    *os.Root // set by Open
	given   string   // the project's folder, as given to Open
	engines engineCache
}

const viewsFolder = "views"

// distFolder is the folder for built documents, in the views folder.
const distFolder = "dist"

// Open opens the project in a directory with a folder "views". Sources may be anywhere in
// the Go module of the directory, or in the directory where there is no go.mod. The caller
// calls Close.
func Open(dir string) (*Project, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the project's folder: %w", err)
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, &Fault{
			Code:    "project_missing",
			Message: fmt.Sprintf("The folder %q can't be opened: %v.", dir, source.Reason(err)),
			Fix:     "Name the folder that holds the project's views folder.",
		}
	}
	if info, statErr := os.Stat(filepath.Join(abs, viewsFolder)); statErr != nil || !info.IsDir() {
		return nil, &Fault{
			Code:    "views_missing",
			Message: fmt.Sprintf("There is no folder views in the folder %q.", dir),
			Fix:     "Create views/NAME/index.ts for a view called NAME, or name the project's folder: oriel generate DIR.",
		}
	}
	module := moduleRoot(abs)
	rel, err := filepath.Rel(module, filepath.Join(abs, viewsFolder))
	if err != nil {
		return nil, fmt.Errorf("finding the views below the module's root: %w", err)
	}
	root, err := os.OpenRoot(module)
	if err != nil {
		return nil, fmt.Errorf("opening the module's root: %w", err)
	}
	return &Project{Files: root.FS(), Views: filepath.ToSlash(rel), root: root, given: dir}, nil
}

// Close releases the project's folder.
func (p *Project) Close() error {
	if p.root == nil {
		return nil
	}
	if err := p.root.Close(); err != nil {
		return fmt.Errorf("closing the project: %w", err)
	}
	return nil
}

// Path returns the path of a file of the project for messages: relative if the path given to
// [Open] was, with slashes on every system.
func (p *Project) Path(name string) string {
	return filepath.ToSlash(filepath.Join(p.given, resolver.Specifier(path.Dir(p.Views), name)))
}

// Root returns the folder of all sources: the module's, or the one given to [Open] without a
// module. It is absolute, without symbolic links.
func (p *Project) Root() string { return p.root.Name() }

// InTypeScript reports whether any view has a file of TypeScript.
func (p *Project) InTypeScript() bool {
	for _, pattern := range []string{"*/*.ts", "*/*.tsx"} {
		found, err := fs.Glob(p.Files, path.Join(p.Views, pattern))
		if err == nil && len(found) > 0 {
			return true
		}
	}
	return false
}

func (p *Project) runtime() fs.FS {
	if p.Runtime == nil {
		return view.Sources()
	}
	return p.Runtime
}

func (p *Project) hash(fsys fs.FS, files []string) (string, error) {
	if p.Hash == nil {
		return view.SourceHash(fsys, files)
	}
	return p.Hash(fsys, files)
}

// moduleRoot returns the nearest folder at or above dir that has a go.mod, or
// dir itself.
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

// Names returns the names of the project's views, sorted: all folders in the views folder
// except "dist", "node_modules", and those that begin with "." or "_", which are for shared
// files.
func (p *Project) Names() ([]string, error) {
	entries, err := fs.ReadDir(p.Files, p.Views)
	if err != nil {
		return nil, &Fault{
			Code:    "views_missing",
			File:    p.Views,
			Message: fmt.Sprintf("The views folder can't be read: %v.", source.Reason(err)),
			Fix:     "Create views/NAME/index.ts for a view called NAME.",
		}
	}
	var names []string
	for _, entry := range entries {
		name := entry.Name()
		if name == distFolder || name == "node_modules" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
			continue
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			// For a link that leaves the project, Build returns the fault.
			if info, statErr := fs.Stat(p.Files, path.Join(p.Views, name)); statErr == nil && !info.IsDir() {
				continue
			}
		} else if !entry.IsDir() {
			continue
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, &Fault{
			Code:    "views_missing",
			File:    p.Views,
			Message: "The views folder holds no view.",
			Fix:     "Create views/NAME/index.ts for a view called NAME. Folders that begin with _ are not views.",
		}
	}
	sort.Strings(names)
	return names, nil
}

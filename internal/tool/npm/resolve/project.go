package resolve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/npm/semver"
	"github.com/orielapps/oriel/ui"
)

const (
	manifestFile = "package.json"
	lockFile     = "package-lock.json"
	shrinkwrap   = "npm-shrinkwrap.json"
	// maxFile is the largest of these files, in bytes.
	maxFile = 64 << 20
)

// Options of [Make].
type Options struct {
	// Source has the versions of packages.
	Source Source
	// Add are packages to add to package.json, Remove names to remove from it.
	Add    []Request
	Remove []string
	// Development adds packages to "devDependencies". Otherwise, those in package.json stay in their section,
	// and new ones are added to "dependencies".
	Development bool
	// Prefix precedes versions in package.json. npm's is "^"; "" is for exact versions.
	Prefix string
}

// A Change is a package that is added, removed or replaced by another version.
type Change struct {
	// Location is its folder: "node_modules/react".
	Location string
	Name     string
	// Before and After are versions; "" if the package is added or removed.
	Before, After string
}

// A Plan has the changes to a project, which [Plan.Apply] writes.
type Plan struct {
	dir   string
	files []file
	// Saved are the added packages with their ranges in package.json.
	Saved []Request
	// Changes are sorted by location.
	Changes []Change
	// Warnings are sentences about problems, such as peers in the wrong version and deprecated packages.
	Warnings []string
}

// file is a file to write, with its former content.
type file struct {
	name          string
	before, after []byte
	existed       bool
	mode          fs.FileMode
}

// Make resolves the packages of the project in a folder, with the additions and removals in the options. It writes
// nothing.
func Make(ctx context.Context, dir string, o Options) (*Plan, error) {
	plan := &Plan{dir: dir}
	pkg, err := plan.read(manifestFile)
	if err != nil {
		return nil, err
	}
	if !pkg.existed {
		if len(o.Add) == 0 {
			return nil, &ui.Error{
				Code:    "package_json_missing",
				Message: fmt.Sprintf("There is no package.json in %s.", dir),
				Fix:     "Run \"oriel add PACKAGE\", which makes one, in the folder of your app.",
			}
		}
		pkg.after = []byte(newPackageJSON)
	}
	lock, err := plan.readLock()
	if err != nil {
		return nil, err
	}
	if err = plan.checkWorkspace(lock.existed); err != nil {
		return nil, err
	}
	edited, err := parsePackageJSON(plan.shown(manifestFile), pkg.after)
	if err != nil {
		return nil, err
	}
	if err = edit(edited, o); err != nil {
		return nil, err
	}
	m := edited.manifest()
	if err = supported(m); err != nil {
		return nil, err
	}
	t, err := readTree(plan.shown(lock.name), lock.before, m, plan.folder)
	if err != nil {
		return nil, err
	}
	if err = linkWorkspaces(t, len(lock.before) > 0); err != nil {
		return nil, err
	}
	before := versions(t)
	b := newBuilder(t, o.Source)
	b.request(o.Add)
	if err = b.complete(ctx); err != nil {
		return nil, err
	}
	plan.Saved = save(edited, t, o)
	t.root.setManifest(edited.manifest(), true)
	b.dropUnneeded()
	pkg.after = edited.bytes()
	layout := styleOf(lock.before)
	if len(lock.before) == 0 {
		layout = edited.style
	}
	lock.after = t.lockfile(plan.projectName(), layout)
	plan.files = []file{*pkg, *lock}
	plan.Changes = changes(before, versions(t))
	plan.Warnings = slices.Concat(b.warnings, deprecated(t))
	return plan, nil
}

// read reads a file of the project; a missing one is empty.
func (p *Plan) read(name string) (*file, error) {
	f := &file{name: name, mode: 0o644}
	full := filepath.Join(p.dir, name)
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, missing := os.Stat(p.dir); missing != nil {
			return nil, unreadable(p.dir, missing)
		}
		return f, nil
	case err != nil:
		return nil, unreadable(full, err)
	case !info.Mode().IsRegular():
		return nil, unreadable(full, errors.New("it is not a file"))
	case info.Size() > maxFile:
		return nil, unreadable(full, fmt.Errorf("it has more than %d bytes", maxFile))
	}
	data, err := os.ReadFile(full)
	if err != nil {
		return nil, unreadable(full, err)
	}
	f.before, f.after, f.existed, f.mode = data, data, true, info.Mode().Perm()
	return f, nil
}

// readLock reads the lockfile, which has one of two names.
func (p *Plan) readLock() (*file, error) {
	for _, other := range []string{"yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb"} {
		if _, err := os.Stat(filepath.Join(p.dir, other)); err != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(p.dir, lockFile)); err == nil {
			continue
		}
		manager, _, _ := strings.Cut(other, ".")
		manager = strings.TrimSuffix(manager, "-lock")
		return nil, &ui.Error{
			Code:    "other_package_manager",
			Message: fmt.Sprintf("The packages of this project are managed by %s: it has a %s.", manager, other),
			Fix:     fmt.Sprintf("Run \"%s add\", or delete %s if you want npm's package-lock.json instead.", manager, other),
		}
	}
	f, err := p.read(shrinkwrap)
	if err != nil || f.existed {
		return f, err
	}
	return p.read(lockFile)
}

func unreadable(name string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return &ui.Error{
		Code:    "project_unreadable",
		Message: fmt.Sprintf("%s can't be read: %v.", name, err),
		Fix:     "Check that it exists, and that you may read it.",
	}
}

// shown returns a file's name for messages.
func (p *Plan) shown(name string) string { return filepath.Join(p.dir, name) }

// projectName returns the name of the project's folder.
func (p *Plan) projectName() string {
	absolute, err := filepath.Abs(p.dir)
	if err != nil {
		return "project"
	}
	return filepath.Base(absolute)
}

// folder returns the package.json of a folder in the project, or nil.
func (p *Plan) folder(dir string) (*manifest, error) {
	name := path.Join(dir, manifestFile)
	f, err := p.read(filepath.FromSlash(name))
	if err != nil || !f.existed {
		return nil, err
	}
	parsed, err := parsePackageJSON(p.shown(name), f.before)
	if err != nil {
		return nil, err
	}
	return parsed.manifest(), nil
}

// checkWorkspace returns an error if the folder is a workspace of a project in a folder above.
func (p *Plan) checkWorkspace(locked bool) error {
	absolute, err := filepath.Abs(p.dir)
	if err != nil || locked {
		return nil //nolint:nilerr // then there are no folders above to check
	}
	for at := filepath.Dir(absolute); at != filepath.Dir(at); at = filepath.Dir(at) {
		data, err := os.ReadFile(filepath.Join(at, manifestFile))
		if err != nil {
			continue
		}
		relative, err := filepath.Rel(at, absolute)
		if err != nil {
			return nil //nolint:nilerr // then it is not in this folder
		}
		for _, pattern := range workspacePatterns(readManifest(object(data))) {
			if inWorkspace(pattern, filepath.ToSlash(relative)) {
				return &ui.Error{
					Code:    "workspace_member",
					Message: fmt.Sprintf("This folder is a workspace of %s, which has the lockfile.", at),
					Fix: fmt.Sprintf("Run \"npm install --workspace %s PACKAGE\" there, or \"oriel add\" for packages of the whole.",
						filepath.ToSlash(relative)),
				}
			}
		}
	}
	return nil
}

// edit adds dependencies to package.json and removes others. save sets the versions later.
func edit(p *packageJSON, o Options) error {
	for _, name := range o.Remove {
		if p.sectionOf(name) == "" {
			return &ui.Error{
				Code:    "package_not_listed",
				Message: fmt.Sprintf("package.json does not list %q.", name),
				Fix:     listed(p),
			}
		}
		for _, section := range append(slices.Clone(sections), peerMeta) {
			p.unset(section, name)
		}
	}
	for _, r := range o.Add {
		section := p.sectionOf(r.Name)
		switch {
		case o.Development && section != devDependencies:
			p.unset(dependencies, r.Name)
			section = devDependencies
		case section == "":
			section = dependencies
		}
		there := p.section(section)
		if r.Want != "" || there == nil || find(there, r.Name) == nil {
			want := r.Want
			if want == "" {
				want = "*"
			}
			p.set(section, r.Name, want)
		}
	}
	return nil
}

// listed returns a fix that lists the dependencies in package.json.
func listed(p *packageJSON) string {
	m := p.manifest()
	names := slices.Concat(sortedKeys(m.dependencies), sortedKeys(m.optional), sortedKeys(m.development), sortedKeys(m.peers))
	if len(names) == 0 {
		return "It lists no packages."
	}
	return "It lists " + strings.Join(slices.Compact(names), ", ") + "."
}

// supported returns an error for settings that this package does not follow.
func supported(m *manifest) error {
	if len(object(m.members["overrides"])) > 0 {
		return &ui.Error{
			Code:    "overrides_unsupported",
			Message: `package.json has "overrides", which are not supported.`,
			Fix:     "Run \"npm install PACKAGE\" instead; \"oriel install\" installs what it writes.",
		}
	}
	return nil
}

// request marks the dependencies that are added.
func (b *builder) request(add []Request) {
	for _, r := range add {
		if e := b.root.edges[r.Name]; e != nil {
			e.requested = true
		}
	}
}

// save writes the ranges of the added packages to package.json, and returns them.
func save(p *packageJSON, t *tree, o Options) []Request {
	var saved []Request
	for _, r := range o.Add {
		e := t.root.edges[r.Name]
		if e == nil {
			continue
		}
		found := e.to()
		if found == nil || found.target != nil {
			continue
		}
		value := o.Prefix + found.version
		if e.spec.kind == rangeSpec && !e.spec.exact && e.spec.text != "*" && e.spec.text != "" {
			wanted, err := semver.ParseRange(value)
			if err != nil || !e.spec.versions.Includes(wanted) {
				value = e.spec.text
			}
		}
		if found.manifest.name != found.name {
			value = "npm:" + found.manifest.name + "@" + value
		}
		p.set(p.sectionOf(r.Name), r.Name, value)
		saved = append(saved, Request{Name: r.Name, Want: value})
	}
	return saved
}

// versions returns the packages of a tree by location.
func versions(t *tree) map[string]Change {
	all := make(map[string]Change)
	t.each(func(n *node) {
		if !n.isTop() && n.target == nil {
			all[n.location()] = Change{Location: n.location(), Name: n.manifest.name, After: n.version}
		}
	})
	return all
}

func changes(before, after map[string]Change) []Change {
	var list []Change
	for location, now := range after {
		was := before[location]
		if was.Name != now.Name || was.After != now.After {
			now.Before = was.After
			list = append(list, now)
		}
	}
	for location, was := range before {
		if _, there := after[location]; !there {
			list = append(list, Change{Location: location, Name: was.Name, Before: was.After})
		}
	}
	slices.SortFunc(list, func(a, b Change) int { return compareNames(a.Location, b.Location) })
	return list
}

// deprecated returns warnings about new packages that are deprecated.
func deprecated(t *tree) []string {
	var list []string
	t.each(func(n *node) {
		if n.locked == nil && !n.isTop() && n.deprecated != "" {
			list = append(list, fmt.Sprintf("%s is deprecated: %s", n.label(), oneLine(n.deprecated)))
		}
	})
	slices.Sort(list)
	return slices.Compact(list)
}

// oneLine makes a foreign text one printable line, and shortens it.
func oneLine(text string) string {
	const most = 300
	line := strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || 0x80 <= r && r < 0xa0 {
			return ' '
		}
		return r
	}, text)), " ")
	if runes := []rune(line); len(runes) > most {
		line = string(runes[:most]) + "…"
	}
	return line
}

// unchanged reports whether a file still has the content that was read.
func (f *file) unchanged(dir string) bool {
	data, err := os.ReadFile(filepath.Join(dir, f.name))
	if err != nil {
		return !f.existed && errors.Is(err, fs.ErrNotExist)
	}
	return f.existed && bytes.Equal(data, f.before)
}

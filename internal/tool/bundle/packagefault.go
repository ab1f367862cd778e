package bundle

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// What keeps a package from being bundled, and how to mend it.

func specifierInvalid(specifier string) *Fault {
	return &Fault{
		Code:    "import_invalid",
		Message: fmt.Sprintf("%q is neither a path nor the name of a package.", specifier),
		Fix: `Begin a path with "./" or "../"; paths of tsconfig.json are not read, but "imports" of package.json are. ` +
			`A package's name is like "react", "@scope/name" or "react/jsx-runtime".`,
	}
}

func manifestInvalid(name string, err error) *Fault {
	return &Fault{
		Code:    "package_invalid",
		File:    name,
		Message: fmt.Sprintf("%s can't be used: %v.", name, err),
		Fix:     "Install the package again, or tell its authors.",
	}
}

func linkedOut(specifier, name string) *Fault {
	return &Fault{
		Code:    "file_outside_project",
		Message: fmt.Sprintf("%q is %s, a symbolic link that leads out of the project.", specifier, name),
		Fix: "Install the package itself into the project's node_modules. Links may lead to other folders of the module, " +
			"the one with go.mod, and have to be relative.",
	}
}

func linkedNowhere(specifier, name string) *Fault {
	return &Fault{
		Code:    "package_invalid",
		Message: fmt.Sprintf("%q is %s, a symbolic link that leads nowhere.", specifier, name),
		Fix:     "Install the packages again.",
	}
}

// targetMissing is a package that names a file which it does not have.
func targetMissing(m *manifest, specifier, target string) *Fault {
	fault := &Fault{
		Code:    "package_file_missing",
		Message: fmt.Sprintf("%q is %s in the folder %s, which has no such file.", specifier, target, m.dir),
		Fix:     "Install the package again, or tell its authors.",
	}
	if !packaged(m.dir + "/") {
		fault.Fix = "It is a package of this project: build it first, or let its package.json name its sources."
	}
	return fault
}

func importsUnknown(specifier string, m *manifest) *Fault {
	fault := &Fault{
		Code:    "import_alias_unknown",
		Message: fmt.Sprintf("%q is in no package.json's imports.", specifier),
		Fix:     `Add it to "imports" of the package.json above this file, or begin a path with "./".`,
	}
	if m != nil {
		fault.Message = fmt.Sprintf("%q is not in the imports of %s.", specifier, path.Join(m.dir, "package.json"))
	}
	return fault
}

// subpathMissing is a package that is installed and does not have what is asked
// for.
func (p *packages) subpathMissing(m *manifest, specifier, subpath string) *Fault {
	label := m.label()
	if label == "" {
		label = m.dir
	}
	if subpath == "." {
		fault := &Fault{
			Code:    "package_entry_missing",
			Message: fmt.Sprintf("The package %s has nothing to import by its name alone.", label),
			Fix:     "Its folder is " + m.dir + ": name a file in it, or install it again.",
		}
		if m.typesOnly {
			fault.Fix = `It holds types only: write "import type".`
		}
		if entries := m.entries(); len(entries) > 0 {
			fault.Fix = "Import one of its entries: " + enumerate(importsOfEntries(m.name, entries)) + "."
		}
		return fault
	}
	fault := &Fault{
		Code:    "package_entry_missing",
		Message: fmt.Sprintf("The package %s has no %q.", label, strings.TrimPrefix(subpath, "./")),
		Fix:     "Its folder is " + m.dir + ": name a file in it, or install the version that has this one.",
	}
	if m.exports != nil {
		entries := importsOfEntries(m.name, m.entries())
		fault.Fix = "It offers " + enumerate(entries) + "."
		if best := nearest(specifier, entries); best != "" {
			fault.Fix = fmt.Sprintf("Did you mean %q? It offers %s.", best, enumerate(entries))
		}
		if len(entries) == 0 {
			fault.Fix = fmt.Sprintf("It offers %q only.", m.name)
		}
	}
	return fault
}

// ownFiles is for who meant a file.
const ownFiles = ` For a file of yours, begin with "./".`

// packageMissing is a package that is not installed.
func (p *packages) packageMissing(dir, specifier, name string) *Fault {
	if builtins[strings.TrimPrefix(name, "node:")] {
		return builtin(specifier)
	}
	command := p.installCommand(dir)
	fault := &Fault{
		Code:    "package_missing",
		Message: fmt.Sprintf("The package %q is not installed.", name),
		Fix:     "Install it: " + command + " " + name + "." + ownFiles,
	}
	if m := p.dependent(dir, name); m != nil && !p.above(dir, ".pnp.cjs") {
		fault.Message = fmt.Sprintf("The package %q is in %s, but not installed.", name, path.Join(m.dir, "package.json"))
		fault.Fix = "Run " + strings.Fields(command)[0] + " install."
		return fault
	}
	if p.above(dir, ".pnp.cjs") {
		fault.Fix = "Yarn keeps the packages of this project in archives, which are not read. Put nodeLinker: node-modules into .yarnrc.yml, " +
			"and install again."
		return fault
	}
	if best := nearest(name, p.names(dir)); best != "" {
		fault.Fix = fmt.Sprintf("Did you mean %q, which is installed? If not, install it: %s %s.", best, command, name)
	}
	return fault
}

// above reports whether a file lies in a folder, or in one above it.
func (p *packages) above(dir, name string) bool {
	for at := dir; ; at = path.Dir(at) {
		if p.tree.look(path.Join(at, name)) == regular {
			return true
		}
		if at == "." {
			return false
		}
	}
}

// dependent returns the nearest package.json at or above a folder that depends
// on a package.
func (p *packages) dependent(dir, name string) *manifest {
	for at := dir; ; at = path.Dir(at) {
		if m, fault := p.manifest(at); fault == nil && m != nil && (m.dependencies[name] || m.peers[name] || m.development[name]) {
			return m
		}
		if at == "." {
			return nil
		}
	}
}

// names returns the names of all packages that a folder's files can import.
func (p *packages) names(dir string) []string {
	var list []string
	for at := dir; ; at = path.Dir(at) {
		modules := path.Join(at, nodeModules)
		if p.tree.look(modules) == folder {
			for name := range p.tree.list(modules) {
				if !strings.HasPrefix(name, "@") {
					list = append(list, name)
					continue
				}
				for second := range p.tree.list(path.Join(modules, name)) {
					list = append(list, name+"/"+second)
				}
			}
		}
		if at == "." {
			slices.Sort(list)
			return list
		}
	}
}

// installCommand returns the command that adds a package, of the package manager
// whose lockfile is nearest.
func (p *packages) installCommand(dir string) string {
	for at := dir; ; at = path.Dir(at) {
		for _, one := range lockfiles {
			if p.tree.look(path.Join(at, one.name)) == regular {
				return one.command
			}
		}
		if at == "." {
			return lockfiles[0].command
		}
	}
}

// lockfiles are the files that say which versions are installed, with the
// command of the package manager that writes them.
var lockfiles = []struct{ name, command string }{
	{"package-lock.json", "npm install"},
	{"npm-shrinkwrap.json", "npm install"},
	{"pnpm-lock.yaml", "pnpm add"},
	{"yarn.lock", "yarn add"},
	{"bun.lock", "bun add"},
	{"bun.lockb", "bun add"},
}

func builtin(specifier string) *Fault {
	return &Fault{
		Code:    "node_builtin",
		Message: fmt.Sprintf("%q is a part of Node.js, and a view runs in a browser.", specifier),
		Fix: "Do this in the tool, in Go, or use what browsers have. If a package imports it, look for that package's entry for browsers, " +
			"or install a package of this name that does the same there.",
	}
}

// builtins are the modules of Node.js.
var builtins = func() map[string]bool {
	set := make(map[string]bool)
	for name := range strings.FieldsSeq(`assert async_hooks buffer child_process cluster console constants crypto dgram
		diagnostics_channel dns domain events fs http http2 https inspector module net os path perf_hooks process punycode
		querystring readline repl sea sqlite stream string_decoder sys test timers tls trace_events tty url util v8 vm wasi
		worker_threads zlib`) {
		set[name] = true
	}
	return set
}()

// importsOfEntries writes entries as imports name them: "react/jsx-runtime" for
// "./jsx-runtime".
func importsOfEntries(name string, entries []string) []string {
	list := make([]string, len(entries))
	for i, entry := range entries {
		list[i] = name + strings.TrimPrefix(entry, ".")
	}
	return list
}

// maxNamed is how many things a message lists.
const maxNamed = 12

func enumerate(names []string) string {
	shown := make([]string, 0, maxNamed)
	for _, name := range names[:min(len(names), maxNamed)] {
		shown = append(shown, fmt.Sprintf("%q", name))
	}
	text := strings.Join(shown, ", ")
	if more := len(names) - maxNamed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// nearest returns the name that was probably meant; "" if none is like it.
func nearest(name string, names []string) string {
	best, distance := "", 3 // a typing error has at most two wrong letters
	for _, one := range names {
		if d := len(one) - len(name); one == name || d >= distance || -d >= distance {
			continue
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(one)); d < distance && d < len(name) {
			best, distance = one, d
		}
	}
	return best
}

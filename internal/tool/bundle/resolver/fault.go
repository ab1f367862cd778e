package resolver

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

func remote(reference string) *source.Fault {
	return &source.Fault{
		Code:    "remote_reference",
		Message: fmt.Sprintf("%q is on another server, and a view is one document that loads nothing.", reference),
		Fix: "Put a copy into the view's folder. What has to stay remote can be added by a script at run time, " +
			"with its origin in the view's CSP.",
	}
}

func absolute(reference string) *source.Fault {
	return &source.Fault{
		Code:    "import_absolute",
		Message: fmt.Sprintf("%q begins with a slash, and a view has no server that could have such a path.", reference),
		Fix:     `Begin it with "./" or "../", relative to this file.`,
	}
}

// OutsideProject returns the fault of a reference to a file outside the project.
func OutsideProject(specifier string) *source.Fault {
	return &source.Fault{
		Code:    "file_outside_project",
		Message: fmt.Sprintf("%q leads out of the project.", specifier),
		Fix:     "Sources of a view have to lie in the module's folder, the one with go.mod. Copy the file there; symbolic links may not leave it.",
	}
}

func notAFile(specifier string) *source.Fault {
	return &source.Fault{
		Code:    "file_unsupported",
		Message: fmt.Sprintf("%q is not a file.", specifier),
		Fix:     "Name a regular file.",
	}
}

func specifierInvalid(specifier string) *source.Fault {
	return &source.Fault{
		Code:    "import_invalid",
		Message: fmt.Sprintf("%q is neither a path nor the name of a package.", specifier),
		Fix: `Begin a path with "./" or "../"; paths of tsconfig.json are not read, but "imports" of package.json are. ` +
			`A package's name is like "react", "@scope/name" or "react/jsx-runtime".`,
	}
}

func packageInvalid(name string, err error) *source.Fault {
	return &source.Fault{
		Code:    "package_invalid",
		File:    name,
		Message: fmt.Sprintf("%s can't be used: %v.", name, err),
		Fix:     "Install the package again, or report it to its authors.",
	}
}

func linkLeavesProject(specifier, name string) *source.Fault {
	return &source.Fault{
		Code:    "file_outside_project",
		Message: fmt.Sprintf("%q is %s, a symbolic link that leads out of the project.", specifier, name),
		Fix: "Install the package itself into the project's node_modules. Links may lead to other folders of the module, " +
			"the one with go.mod, and have to be relative.",
	}
}

func linkBroken(specifier, name string) *source.Fault {
	return &source.Fault{
		Code:    "package_invalid",
		Message: fmt.Sprintf("%q is %s, a broken symbolic link.", specifier, name),
		Fix:     "Install the packages again.",
	}
}

// targetMissing returns the fault of a package that names a file it does not have.
func targetMissing(m *Package, specifier, target string) *source.Fault {
	fault := &source.Fault{
		Code:    "package_file_missing",
		Message: fmt.Sprintf("%q is %s in the folder %s, which has no such file.", specifier, target, m.Dir),
		Fix:     "Install the package again, or report it to its authors.",
	}
	if !InPackage(m.Dir + "/") {
		fault.Fix = "It is a package of this project: build it first, or let its package.json name its sources."
	}
	return fault
}

func aliasUnknown(specifier string, m *Package) *source.Fault {
	fault := &source.Fault{
		Code:    "import_alias_unknown",
		Message: fmt.Sprintf("%q is in no package.json's imports.", specifier),
		Fix:     `Add it to "imports" of the package.json above this file, or begin a path with "./".`,
	}
	if m != nil {
		fault.Message = fmt.Sprintf("%q is not in the imports of %s.", specifier, path.Join(m.Dir, "package.json"))
	}
	return fault
}

// subpathMissing returns the fault of an import of something that an installed package
// does not offer.
func (r *Resolver) subpathMissing(m *Package, specifier, subpath string) *source.Fault {
	label := m.Label()
	if label == "" {
		label = m.Dir
	}
	if subpath == "." {
		fault := &source.Fault{
			Code:    "package_entry_missing",
			Message: fmt.Sprintf("The package %s has nothing to import by its name alone.", label),
			Fix:     "Its folder is " + m.Dir + ": name a file in it, or install it again.",
		}
		if m.typesOnly {
			fault.Fix = `It holds types only: write "import type".`
		}
		if entries := m.entries(); len(entries) > 0 {
			fault.Fix = "Import one of its entries: " + source.Enumerate(importsOfEntries(m.Name, entries)) + "."
		}
		return fault
	}
	fault := &source.Fault{
		Code:    "package_entry_missing",
		Message: fmt.Sprintf("The package %s has no %q.", label, strings.TrimPrefix(subpath, "./")),
		Fix:     "Its folder is " + m.Dir + ": name a file in it, or install the version that has this one.",
	}
	if m.exports != nil {
		entries := importsOfEntries(m.Name, m.entries())
		fault.Fix = "It offers " + source.Enumerate(entries) + "."
		if best := source.Nearest(specifier, entries); best != "" {
			fault.Fix = fmt.Sprintf("Did you mean %q? It offers %s.", best, source.Enumerate(entries))
		}
		if len(entries) == 0 {
			fault.Fix = fmt.Sprintf("It offers %q only.", m.Name)
		}
	}
	return fault
}

// FileHint ends the fix for a missing package, for those who meant a file.
const FileHint = ` For a file of yours, begin with "./".`

// packageMissing returns the fault of an import of a package that is not installed.
func (r *Resolver) packageMissing(dir, specifier, name string) *source.Fault {
	if builtins[strings.TrimPrefix(name, "node:")] {
		return builtin(specifier)
	}
	add, install := r.manager(dir)
	fault := &source.Fault{
		Code:    "package_missing",
		Message: fmt.Sprintf("The package %q is not installed.", name),
		Fix:     "Install it: " + add + " " + name + "." + FileHint,
	}
	if m := r.Dependent(dir, name); m != nil && !r.above(dir, ".pnp.cjs") {
		fault.Message = fmt.Sprintf("The package %q is in %s, but not installed.", name, path.Join(m.Dir, "package.json"))
		fault.Fix = "Run " + cmp.Or(install, add+" "+name) + "."
		return fault
	}
	if r.above(dir, ".pnp.cjs") {
		fault.Fix = "Yarn keeps the packages of this project in archives, which Oriel does not read. Put nodeLinker: node-modules into .yarnrc.yml, " +
			"and install again."
		return fault
	}
	if best := source.Nearest(name, r.Installed(dir)); best != "" {
		fault.Fix = fmt.Sprintf("Did you mean %q, which is installed? If not, install it: %s %s.", best, add, name)
	}
	return fault
}

// above reports whether a file of this name is in a folder, or in one above it.
func (r *Resolver) above(dir, name string) bool {
	for at := dir; ; at = path.Dir(at) {
		if r.tree.Look(path.Join(at, name)) == source.Regular {
			return true
		}
		if at == "." {
			return false
		}
	}
}

// Dependent returns the nearest package at or above a folder that depends on another
// one; nil where none does.
func (r *Resolver) Dependent(dir, name string) *Package {
	for at := dir; ; at = path.Dir(at) {
		if m, fault := r.Package(at); fault == nil && m != nil && (len(m.DependsOn(name)) > 0) {
			return m
		}
		if at == "." {
			return nil
		}
	}
}

// Installed returns the names of the packages that files of a folder can import, sorted.
func (r *Resolver) Installed(dir string) []string {
	var list []string
	for at := dir; ; at = path.Dir(at) {
		modules := path.Join(at, NodeModules)
		if r.tree.Look(modules) == source.Folder {
			for name := range r.tree.List(modules) {
				if !strings.HasPrefix(name, "@") {
					list = append(list, name)
					continue
				}
				for second := range r.tree.List(path.Join(modules, name)) {
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

// AddCommand returns the command that adds a package to those that files of a folder can import.
func (r *Resolver) AddCommand(dir string) string {
	add, _ := r.manager(dir)
	return add
}

// manager returns the commands that add a package and that install those of the lockfile: Oriel's own, except
// where the nearest lockfile, at or above a folder, is of a package manager other than npm, which Oriel doesn't
// write. Without a lockfile there is nothing to install, and install is empty.
func (r *Resolver) manager(dir string) (add, install string) {
	for at := dir; ; at = path.Dir(at) {
		for _, one := range lockfiles {
			if r.tree.Look(path.Join(at, one.name)) == source.Regular {
				return one.add, one.install
			}
		}
		if at == "." {
			return "oriel add", ""
		}
	}
}

// lockfiles are the lockfiles of package managers, with the commands to use there.
var lockfiles = []struct{ name, add, install string }{
	{"package-lock.json", "oriel add", "oriel install"},
	{"npm-shrinkwrap.json", "oriel add", "oriel install"},
	{"pnpm-lock.yaml", "pnpm add", "pnpm install"},
	{"yarn.lock", "yarn add", "yarn install"},
	{"bun.lock", "bun add", "bun install"},
	{"bun.lockb", "bun add", "bun install"},
}

// Lockfiles returns the paths of the lockfiles in a folder.
func (r *Resolver) Lockfiles(dir string) []string {
	var list []string
	for _, one := range lockfiles {
		if name := path.Join(dir, one.name); r.tree.Look(name) == source.Regular {
			list = append(list, name)
		}
	}
	return list
}

func builtin(specifier string) *source.Fault {
	return &source.Fault{
		Code:    "node_builtin",
		Message: fmt.Sprintf("%q is part of Node.js, and a view runs in a browser.", specifier),
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

// importsOfEntries returns the specifiers of entries: "react/jsx-runtime" for
// "./jsx-runtime".
func importsOfEntries(name string, entries []string) []string {
	list := make([]string, len(entries))
	for i, entry := range entries {
		list[i] = name + strings.TrimPrefix(entry, ".")
	}
	return list
}

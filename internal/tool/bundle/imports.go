package bundle

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// resolve says which module a specifier means.
func (c *compiler) resolve(args api.OnResolveArgs) api.OnResolveResult {
	if args.Kind == api.ResolveEntryPoint {
		index := strings.TrimPrefix(args.Path, "target:")
		if i, err := strconv.Atoi(index); err == nil && c.targets[i].alone {
			return found(c.targets[i].modules[0])
		}
		return found(module{fromEntry, index})
	}
	if args.Namespace == fromEntry {
		namespace, name, _ := strings.Cut(args.Path, ":")
		if i, err := strconv.Atoi(args.Importer); err == nil && namespace == fromRuntime {
			c.ask(name)
			args.Namespace, args.Importer = fromProject, c.targets[i].modules[0].name // the component asks for its mount
		}
		return c.edge(args, found(module{namespace, name}))
	}
	if strings.HasPrefix(args.Path, "data:") {
		return api.OnResolveResult{} // the bundler inlines these itself
	}
	switch args.Kind {
	case api.ResolveCSSURLToken, api.ResolveCSSImportRule, api.ResolveCSSComposesFrom:
		return c.edge(args, c.resolveStyle(args))
	default:
	}
	if c.mode.ownOnly && silent(args) {
		result := found(module{fromNothing, args.Path})
		result.SideEffects = api.SideEffectsFalse
		return result
	}
	if args.Path == runtimeName || strings.HasPrefix(args.Path, runtimeName+"/") {
		name, fault := c.entryOfRuntime(args.Path)
		if fault != nil {
			return api.OnResolveResult{Errors: carry(fault)}
		}
		c.ask(name)
		return c.edge(args, found(module{fromRuntime, name}))
	}
	if args.Namespace == fromRuntime && relative(args.Path) {
		return c.edge(args, found(module{fromRuntime, path.Join(path.Dir(args.Importer), args.Path)}))
	}
	at, fault := c.resolveScript(args)
	switch {
	case fault == nil && at.nothing:
		return found(module{fromNothing, at.name})
	case fault == nil && c.fromShelf(at):
		return c.edge(args, found(module{fromShelf, at.name}))
	case fault == nil:
		result := c.edge(args, found(module{fromProject, at.name}))
		c.record(args, at)
		if at.pure {
			result.SideEffects = api.SideEffectsFalse
		}
		return result
	case packaged(args.Importer) && args.Kind != api.ResolveJSImportStatement:
		// Packages ask for others that they can do without, in a "try" or a "catch".
		// The bundler knows whether this one does; if not, explain takes the fault.
		c.mu.Lock()
		defer c.mu.Unlock()
		c.refused[refusal(args.Importer, args.Path)] = fault
		return api.OnResolveResult{}
	default:
		return api.OnResolveResult{Errors: carry(fault)}
	}
}

// silent reports whether an import is of the runtime or of a framework.
func silent(args api.OnResolveArgs) bool {
	name, _, _ := splitSpecifier(args.Path)
	switch name {
	case runtimeName, "react", "react-dom", "preact":
		return true
	default:
		return false
	}
}

func refusal(importer, specifier string) string { return importer + "\x00" + specifier }

// resolveScript finds the file that a script's import means.
func (c *compiler) resolveScript(args api.OnResolveArgs) (place, *Fault) {
	how := byImport
	if args.Kind == api.ResolveJSRequireCall || args.Kind == api.ResolveJSRequireResolve {
		how = byRequire
	}
	dir := c.folderOf(args)
	specifier := args.Path
	switch {
	case len(specifier) > maxPath:
		return place{}, specifierInvalid(specifier[:excerptWidth] + "…")
	case strings.HasPrefix(specifier, "node:"):
		return place{}, builtin(specifier)
	case schemeOrHost.MatchString(specifier), strings.HasPrefix(specifier, "/"), strings.HasPrefix(specifier, `.\`), strings.HasPrefix(specifier, `..\`):
		_, fault := c.tree.resolveModule(dir, specifier)
		return place{}, fault
	case relative(specifier) && packaged(args.Importer):
		at, fault := c.packages.beside(dir, specifier, how)
		if fault == nil && at.name == "" {
			fault = c.tree.missing(dir, specifier, path.Join(dir, specifier))
			fault.Fix = "It is a fault of the package: install it again, or tell its authors."
		}
		return at, fault
	case relative(specifier):
		name, fault := c.tree.resolveModule(dir, specifier)
		return place{name: name, pure: fault == nil && c.packages.pure(name)}, fault
	}
	dir = c.tree.home(dir)
	at, fault := c.packages.resolve(dir, specifier, how)
	if strings.HasPrefix(specifier, "#") {
		c.noteScope(dir)
	}
	if fault != nil {
		return at, c.explained(fault, args)
	}
	if !at.nothing && !packaged(at.name) {
		c.noteScope(path.Dir(at.name))
	}
	c.usedJSX(args.Importer, specifier)
	return at, nil
}

// folderOf returns the folder that an import counts from. The runtime's own
// imports of React count from the view.
func (c *compiler) folderOf(args api.OnResolveArgs) string {
	if args.Namespace == fromPage || args.Namespace == fromRuntime {
		return c.dir
	}
	return path.Dir(args.Importer)
}

// noteScope notes the package.json that said where an import leads.
func (c *compiler) noteScope(dir string) {
	if m := c.packages.scope(dir); m != nil {
		c.note(path.Join(m.dir, "package.json"))
	}
}

// explained says more of an import that failed, where more is known than its
// specifier.
func (c *compiler) explained(fault *Fault, args api.OnResolveArgs) *Fault {
	if source, ok := strings.CutSuffix(args.Path, "/jsx-runtime"); ok {
		if better := c.jsxMissing(args.Importer, source, fault); better != nil {
			return better
		}
	}
	if args.Namespace == fromRuntime && fault.Code == "package_missing" {
		name, _, _ := splitSpecifier(args.Path)
		fault.Message = fmt.Sprintf("%q needs the package %q, which is not installed.", runtimeName+"/"+path.Dir(args.Importer), name)
		fault.Fix = strings.TrimSuffix(fault.Fix, ownFiles)
		if other := otherFramework(name); other != "" && slices.Contains(c.packages.names(c.dir), other) {
			fault.Fix += fmt.Sprintf(" The project has %s: %q is for that.", other, runtimeName+"/"+other)
		}
	}
	return fault
}

// otherFramework returns the one of React and Preact that a package is not.
func otherFramework(name string) string {
	switch name {
	case "react", "react-dom":
		return "preact"
	case "preact":
		return "react"
	default:
		return ""
	}
}

// resolveStyle finds the file that a style names: beside it, or for "@import"
// also in a package.
func (c *compiler) resolveStyle(args api.OnResolveArgs) api.OnResolveResult {
	if kept(args.Path) || c.elsewhere(args) {
		return api.OnResolveResult{Path: args.Path, External: true}
	}
	dir := c.folderOf(args)
	name, suffix, fault := c.tree.resolveURL(dir, args.Path)
	if fault != nil && fault.Code == "import_missing" && args.Kind != api.ResolveCSSURLToken && !relative(args.Path) {
		if at, none := c.packages.resolve(c.tree.home(dir), args.Path, byStyle); none == nil && !at.nothing {
			return found(module{fromProject, at.name})
		}
	}
	if fault != nil {
		return api.OnResolveResult{Errors: carry(fault)}
	}
	result := found(module{fromProject, name})
	result.Suffix = fragment(suffix)
	return result
}

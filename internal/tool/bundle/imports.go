package bundle

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

// resolve finds the module that an import leads to.
func (c *compiler) resolve(args api.OnResolveArgs) api.OnResolveResult {
	if args.Kind == api.ResolveEntryPoint {
		index := strings.TrimPrefix(args.Path, "target:")
		if i, err := strconv.Atoi(index); err == nil && c.targets[i].alone {
			return resolvedTo(c.targets[i].modules[0])
		}
		return resolvedTo(module{fromEntry, index})
	}
	if args.Namespace == fromEntry {
		namespace, name, _ := strings.Cut(args.Path, ":")
		if i, err := strconv.Atoi(args.Importer); err == nil && namespace == fromRuntime {
			c.noteRuntimeFile(name)
			args.Namespace, args.Importer = fromProject, c.targets[i].modules[0].name // as if the component imported it
		}
		return c.edge(args, resolvedTo(module{namespace, name}))
	}
	if strings.HasPrefix(args.Path, "data:") {
		return api.OnResolveResult{} // the bundler inlines these itself
	}
	switch args.Kind {
	case api.ResolveCSSURLToken, api.ResolveCSSImportRule, api.ResolveCSSComposesFrom:
		return c.edge(args, c.resolveStyle(args))
	default:
	}
	if c.mode.withoutFrameworks && isFramework(args) {
		result := resolvedTo(module{fromNothing, args.Path})
		result.SideEffects = api.SideEffectsFalse
		return result
	}
	if args.Path == runtimeName || strings.HasPrefix(args.Path, runtimeName+"/") {
		name, fault := c.entryOfRuntime(args.Path)
		if fault != nil {
			return api.OnResolveResult{Errors: messagesOf(fault)}
		}
		c.noteRuntimeFile(name)
		return c.edge(args, resolvedTo(module{fromRuntime, name}))
	}
	if args.Namespace == fromRuntime && resolver.IsRelative(args.Path) {
		return c.edge(args, resolvedTo(module{fromRuntime, path.Join(path.Dir(args.Importer), args.Path)}))
	}
	at, fault := c.resolveScript(args)
	switch {
	case fault == nil && at.Empty:
		return resolvedTo(module{fromNothing, at.Name})
	case fault == nil && c.isPrebuilt(at):
		return c.edge(args, resolvedTo(module{fromPrebuilt, at.Name}))
	case fault == nil:
		result := c.edge(args, resolvedTo(module{fromProject, at.Name}))
		c.record(args, at)
		if at.Pure {
			result.SideEffects = api.SideEffectsFalse
		}
		return result
	case resolver.InPackage(args.Importer) && args.Kind != api.ResolveJSImportStatement:
		// Packages require optional packages within a "try". The bundler knows whether this
		// is one; if not, failedImport finds the fault.
		c.mu.Lock()
		defer c.mu.Unlock()
		c.failed[failedKey(args.Importer, args.Path)] = fault
		return api.OnResolveResult{}
	default:
		return api.OnResolveResult{Errors: messagesOf(fault)}
	}
}

// isFramework reports whether an import is of the runtime or a framework.
func isFramework(args api.OnResolveArgs) bool {
	switch resolver.PackageName(args.Path) {
	case runtimeName, "react", "react-dom", "preact":
		return true
	default:
		return false
	}
}

func failedKey(importer, specifier string) string { return importer + "\x00" + specifier }

// resolveScript finds the file that a script's import leads to, and notes the files that
// decided it.
func (c *compiler) resolveScript(args api.OnResolveArgs) (resolver.File, *Fault) {
	by := resolver.Import
	if args.Kind == api.ResolveJSRequireCall || args.Kind == api.ResolveJSRequireResolve {
		by = resolver.Require
	}
	dir := c.folderOf(args)
	file, fault := c.resolver.Script(dir, args.Path, by)
	if !resolver.IsName(args.Path) {
		return file, fault
	}
	if strings.HasPrefix(args.Path, "#") {
		c.noteScope(c.tree.RealDir(dir))
	}
	if fault != nil {
		return file, c.withDetails(fault, args)
	}
	if !file.Empty && !resolver.InPackage(file.Name) {
		c.noteScope(path.Dir(file.Name))
	}
	c.usedJSX(args.Importer, args.Path)
	return file, nil
}

// folderOf returns the folder from which an import is resolved: the view's for imports of
// React in the runtime.
func (c *compiler) folderOf(args api.OnResolveArgs) string {
	if args.Namespace == fromPage || args.Namespace == fromRuntime {
		return c.dir
	}
	return path.Dir(args.Importer)
}

// noteScope notes the package.json that decided where an import leads.
func (c *compiler) noteScope(dir string) {
	if m := c.resolver.PackageOf(dir); m != nil {
		c.note(path.Join(m.Dir, "package.json"))
	}
}

// withDetails improves the fault of an import of the runtime or of a JSX runtime.
func (c *compiler) withDetails(fault *Fault, args api.OnResolveArgs) *Fault {
	if source, ok := strings.CutSuffix(args.Path, "/jsx-runtime"); ok {
		if better := c.jsxMissing(args.Importer, source, fault); better != nil {
			return better
		}
	}
	if args.Namespace == fromRuntime && fault.Code == "package_missing" {
		name := resolver.PackageName(args.Path)
		fault.Message = fmt.Sprintf("%q needs the package %q, which is not installed.", runtimeName+"/"+path.Dir(args.Importer), name)
		fault.Fix = strings.TrimSuffix(fault.Fix, resolver.FileHint)
		if other := otherFramework(name); other != "" && slices.Contains(c.resolver.Installed(c.dir), other) {
			fault.Fix += fmt.Sprintf(" The project has %s: %q is for that.", other, runtimeName+"/"+other)
		}
	}
	return fault
}

// otherFramework returns Preact for React's packages, and the other way round.
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

// resolveStyle finds the file for a reference in a style sheet: relative to it, or for
// "@import" also in a package.
func (c *compiler) resolveStyle(args api.OnResolveArgs) api.OnResolveResult {
	if resolver.NeedsNoFile(args.Path) || c.isRemoteFile(args) {
		return api.OnResolveResult{Path: args.Path, External: true}
	}
	dir := c.folderOf(args)
	name, suffix, fault := c.resolver.URL(dir, args.Path)
	if fault != nil && fault.Code == "import_missing" && args.Kind != api.ResolveCSSURLToken && !resolver.IsRelative(args.Path) {
		if at, none := c.resolver.Name(dir, args.Path, resolver.Style); none == nil && !at.Empty {
			return resolvedTo(module{fromProject, at.Name})
		}
	}
	if fault != nil {
		return api.OnResolveResult{Errors: messagesOf(fault)}
	}
	result := resolvedTo(module{fromProject, name})
	result.Suffix = fragment(suffix)
	return result
}

package npm

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// foreignMarks are files that other package managers write into node_modules.
var foreignMarks = []struct{ file, manager string }{
	{".modules.yaml", "pnpm"},
	{".pnpm", "pnpm"},
	{".yarn-state.yml", "Yarn"},
	{".yarn-integrity", "Yarn"},
	{".deno", "Deno"},
}

// ownRuntime is the package that "oriel generate" writes for editors, with the file
// runtimeMark in it. It is kept when the folder is replaced.
const (
	ownRuntime  = "@oriel/view"
	runtimeMark = ".gitignore"
)

// replaceable checks that a node_modules may be replaced: that it is from us or npm, or has
// nothing of value in it. It reports whether there is one.
func (p *project) replaceable(folder string, ours bool) (bool, error) {
	location := filepath.ToSlash(filepath.Join(folder, nodeModules))
	dir := filepath.Join(p.dir, filepath.FromSlash(location))
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, writeError(location, err)
	case !info.IsDir():
		return false, folderIsLink(location)
	}
	for _, mark := range foreignMarks {
		if exists(filepath.Join(dir, mark.file)) {
			return false, foreignFolder(location, mark.manager)
		}
	}
	if ours || exists(filepath.Join(dir, markerFile)) || exists(filepath.Join(dir, npmFile)) {
		return true, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, writeError(location, err)
	}
	for _, entry := range entries {
		// Hidden folders are caches of tools, and links to programs.
		if !strings.HasPrefix(entry.Name(), ".") && !isOwnScope(dir, entry.Name()) && !p.leftOver(folder, entry.Name()) {
			return false, foreignFolder(location, "")
		}
	}
	return true, nil
}

// leftOver reports whether an entry in a workspace's node_modules is from an earlier install.
// npm's record of it is in the project's own node_modules, which people may have removed.
func (p *project) leftOver(folder, name string) bool {
	if folder == "" {
		return false
	}
	location := folder + "/" + nodeModules + "/" + name
	return p.lock.Packages[location] != nil || strings.HasPrefix(name, "@") &&
		slices.ContainsFunc(p.lock.Locations(), func(known string) bool { return strings.HasPrefix(known, location+"/") })
}

// isOwnScope reports whether a folder in node_modules has nothing but the
// runtime's package for editors.
func isOwnScope(dir, name string) bool {
	scope, rest, _ := strings.Cut(ownRuntime, "/")
	if name != scope {
		return false
	}
	entries, err := os.ReadDir(filepath.Join(dir, scope))
	return err == nil && len(entries) == 1 && entries[0].Name() == rest && exists(filepath.Join(dir, scope, rest, runtimeMark))
}

// checkFolders checks that all node_modules may be replaced, and returns the folders whose
// node_modules is no longer needed.
func (i *install) checkFolders() (gone []string, err error) {
	former := i.project.formerFolders()
	for _, folder := range i.plan.folders() {
		if _, err := i.project.replaceable(folder, slices.Contains(former, folder)); err != nil {
			return nil, err
		}
	}
	for _, folder := range former {
		if slices.Contains(i.plan.folders(), folder) {
			continue
		}
		there, err := i.project.replaceable(folder, true)
		if err != nil {
			return nil, err
		}
		if there {
			gone = append(gone, folder)
		}
	}
	return gone, nil
}

// formerFolders returns the folders that got a node_modules in the last install, by us or npm.
func (p *project) formerFolders() []string {
	if m := readMarker(p.dir); m != nil {
		return slices.DeleteFunc(m.Folders, func(folder string) bool { return folder != "" && !insideProject(folder) })
	}
	var whole struct {
		Packages map[string]object `json:"packages"`
	}
	if !readJSON(filepath.Join(p.dir, nodeModules, npmFile), &whole) {
		return nil
	}
	var folders []string
	for location := range whole.Packages {
		folder, names := splitLocation(location)
		if len(names) > 0 && (folder == "" || insideProject(folder)) && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	slices.Sort(folders)
	return folders
}

// checkLinks checks that links, and folders with packages of their own, are within the
// project, even after following links on the disk.
func (p *project) checkLinks(want *plan) error {
	for _, pkg := range want.links {
		target, err := filepath.EvalSymlinks(filepath.Join(p.dir, filepath.FromSlash(pkg.Resolved)))
		if err != nil {
			return linkMissing(pkg)
		}
		if info, err := os.Stat(target); err != nil || !info.IsDir() {
			return linkMissing(pkg)
		}
		if !within(p.dir, target) {
			return linkOutside(pkg)
		}
	}
	for _, folder := range want.folders() {
		entry := &lockedPackage{Location: folder + "/" + nodeModules, Resolved: folder}
		target, err := filepath.EvalSymlinks(filepath.Join(p.dir, filepath.FromSlash(folder)))
		if err != nil {
			return linkMissing(entry)
		}
		if !within(p.dir, target) {
			return linkOutside(entry)
		}
	}
	return nil
}

func within(dir, name string) bool {
	inner, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(inner)
}

// keepRuntime copies the runtime's package for editors, unless the lockfile has it.
func (i *install) keepRuntime() error {
	for slot, folder := range i.stage.slots {
		from := filepath.Join(i.project.dir, filepath.FromSlash(folder), nodeModules, filepath.FromSlash(ownRuntime))
		to := filepath.Join(i.stage.modules(slot), filepath.FromSlash(ownRuntime))
		if !exists(filepath.Join(from, runtimeMark)) || exists(to) || i.plan.lock.Packages[folder+nodeModules+"/"+ownRuntime] != nil {
			continue
		}
		if err := os.MkdirAll(to, folderBase); err != nil {
			return writeError("packages", err)
		}
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			return writeError("packages", err)
		}
	}
	return nil
}

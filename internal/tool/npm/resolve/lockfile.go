package resolve

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"strings"

	"github.com/orielapps/oriel/internal/tool/npm/registry"
	"github.com/orielapps/oriel/ui"
)

// lockVersion is the version of the format that is written.
const lockVersion = 3

const lockFix = "Restore it from git, or delete it and run this again."

// readTree returns the tree that a lockfile describes. folder returns the package.json of a folder in the
// project, or nil.
func readTree(name string, data []byte, root *manifest, folder func(dir string) (*manifest, error)) (*tree, error) {
	t := &tree{root: newNode("", root, true)}
	t.folders = []*node{t.root}
	if len(data) == 0 {
		return t, nil
	}
	var lock struct {
		Version  int                        `json:"lockfileVersion"`
		Packages map[string]json.RawMessage `json:"packages"`
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, invalidJSON(name, data, lockFix)
	}
	if lock.Packages == nil {
		return nil, &ui.Error{
			Code:    "lockfile_version",
			Message: fmt.Sprintf("%s has version %d of the format; 2 or later is needed.", name, lock.Version),
			Fix:     "Run \"npm install\" once with npm 7 or later, which rewrites it, or delete it.",
		}
	}
	at := map[string]*node{"": t.root}
	members := make(map[string]map[string]json.RawMessage, len(lock.Packages))
	delete(lock.Packages, "")
	for _, location := range sortedKeys(lock.Packages) {
		members[location] = object(lock.Packages[location])
		if members[location] == nil || !safeLocation(location) {
			return nil, &ui.Error{
				Code:    "lockfile_invalid",
				Message: fmt.Sprintf("%s has an entry %q, which is not a folder of a package in this project.", name, location),
				Fix:     lockFix,
			}
		}
		if _, _, below := splitLocation(location); below {
			continue
		}
		m, err := folder(location)
		if err != nil {
			return nil, err
		}
		if m == nil {
			// Links to a missing folder are left out, too.
			continue
		}
		n := newNode(path.Base(location), m, true)
		n.folder = location
		at[location] = n
		t.folders = append(t.folders, n)
	}
	for location, n := range at {
		for dir := location; dir != "" && n.outer == nil; {
			dir = strings.TrimSuffix(path.Dir(dir), ".")
			n.outer = at[dir]
		}
	}
	addInstalled(at, members)
	return t, nil
}

// addInstalled adds the packages in node_modules to the tree. at has the other nodes by location, and gets the
// added ones.
func addInstalled(at map[string]*node, members map[string]map[string]json.RawMessage) {
	// Parents come first, so they are in the tree already.
	for _, location := range sortedByDepth(members) {
		parentLocation, base, below := splitLocation(location)
		parent := at[parentLocation]
		if !below || parent == nil || parent.target != nil {
			continue
		}
		entry := members[location]
		if string(entry["link"]) == "true" {
			if target := at[path.Clean(text(entry["resolved"]))]; target != nil {
				n := newNode(base, target.manifest, false)
				n.edges, n.target, n.locked = nil, target, entry
				n.putInto(parent)
			}
			continue
		}
		if entry["name"] == nil {
			entry["name"], _ = json.Marshal(base) //nolint:errchkjson // a string always can be
		}
		n := newNode(base, readManifest(entry), false)
		n.locked = entry
		n.putInto(parent)
		at[location] = n
	}
}

// safeLocation reports whether a location is within the project, with valid names of packages.
func safeLocation(location string) bool {
	if location != path.Clean(location) || path.IsAbs(location) || strings.HasPrefix(location, "..") || strings.ContainsAny(location, "\\:\x00") {
		return false
	}
	for {
		parent, name, below := splitLocation(location)
		if !below {
			return true
		}
		if !registry.ValidName(name) {
			return false
		}
		location = parent
	}
}

// sortedByDepth returns the locations; a folder comes before those in it.
func sortedByDepth(members map[string]map[string]json.RawMessage) []string {
	byDepth := make(map[int][]string)
	deepest := 0
	for _, location := range sortedKeys(members) {
		depth := strings.Count("/"+location, "/node_modules/")
		byDepth[depth] = append(byDepth[depth], location)
		deepest = max(deepest, depth)
	}
	var all []string
	for depth := range deepest + 1 {
		all = append(all, byDepth[depth]...)
	}
	return all
}

// lockedMembers are the members of a package.json that a lockfile copies.
var lockedMembers = []string{
	"version", "dependencies", "peerDependencies", "peerDependenciesMeta", "optionalDependencies", "bundleDependencies", "acceptDependencies",
	"funding", "engines", "os", "cpu", "libc", "deprecated", "workspaces",
}

// lockedMember returns a member's value in a lockfile; nil to leave it out.
func (m *manifest) lockedMember(key string) any {
	named := key != "bundleDependencies" && strings.HasSuffix(strings.ToLower(key), "dependencies")
	switch value := decodeJSON(m.members[key]).(type) {
	case map[string]any:
		maps.DeleteFunc(value, func(name string, wanted any) bool {
			_, isText := wanted.(string)
			_, isOptional := m.optional[name]
			return named && !isText || key == dependencies && isOptional
		})
		if len(value) > 0 {
			return value
		}
	case []any:
		if len(value) > 0 && !named {
			return value
		}
	case string:
		if key == "funding" && value != "" {
			return map[string]any{"url": value}
		} else if value != "" {
			return value
		}
	}
	return nil
}

// lockEntry returns the part of a lockfile's entry that comes from the package.json.
func lockEntry(m *manifest) map[string]any {
	entry := make(map[string]any)
	for _, key := range lockedMembers {
		if value := m.lockedMember(key); value != nil {
			entry[key] = value
		}
	}
	if license := m.license(); license != "" {
		entry["license"] = license
	}
	if commands := m.commands(); len(commands) > 0 {
		list := make(map[string]any)
		for name, target := range commands {
			list[name] = target
		}
		entry["bin"] = list
	}
	if m.installScript() {
		entry["hasInstallScript"] = true
	}
	return entry
}

// lockfile returns the lockfile of a tree. dir is the name of the project's folder, for a project without
// a name.
func (t *tree) lockfile(dir string, s style) []byte {
	t.markFlags()
	packages := make(map[string]any)
	t.each(func(n *node) { packages[n.location()] = t.nodeEntry(n) })
	lock := map[string]any{
		"name":            dir,
		"lockfileVersion": lockVersion,
		"requires":        true,
		"packages":        packages,
	}
	if t.root.manifest.name != "" {
		lock["name"] = t.root.manifest.name
	}
	if t.root.version != "" {
		lock["version"] = t.root.version
	}
	return lockJSON(lock, s)
}

// nodeEntry returns a node's entry in a lockfile.
func (t *tree) nodeEntry(n *node) map[string]any {
	if n.target != nil {
		return map[string]any{"resolved": n.target.folder, "link": true}
	}
	var entry map[string]any
	switch {
	case n.isTop():
		entry = lockEntry(n.manifest)
		if n.manifest.name != "" && (n == t.root || n.manifest.name != path.Base(n.folder)) {
			entry["name"] = n.manifest.name
		}
		if development := decodeJSON(n.members["devDependencies"]); len(n.development) > 0 {
			entry["devDependencies"] = development
		}
	case n.locked != nil:
		entry = make(map[string]any)
		for key, raw := range n.locked {
			entry[key] = decodeJSON(raw)
		}
		delete(entry, "name")
	default:
		entry = lockEntry(n.manifest)
		entry["integrity"] = n.integrity
		if t.requiredByTag(n) {
			// For npm, a tag is only satisfied by an entry with an address. npm replaces the public registry by
			// the configured one.
			entry["resolved"] = new(registry.Config).TarballURL(n.manifest.name, n.version)
		}
	}
	if !n.isTop() && n.manifest.name != n.name {
		entry["name"] = n.manifest.name
	}
	for flag, set := range map[string]bool{
		"extraneous":  n.extraneous,
		"peer":        n.peer && !n.extraneous,
		"dev":         n.dev && !n.extraneous,
		"optional":    n.optional && !n.extraneous,
		"devOptional": n.devOptional && !n.dev && !n.optional && !n.extraneous,
	} {
		delete(entry, flag)
		if set && n != t.root {
			entry[flag] = true
		}
	}
	return entry
}

// requiredByTag reports whether a dependency on a node has a tag instead of a range.
func (t *tree) requiredByTag(n *node) bool {
	for _, e := range t.incoming(n) {
		if e.spec.kind == tagSpec {
			return true
		}
	}
	return false
}

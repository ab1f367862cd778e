package resolve

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
)

// manifest has the members of a package.json that matter for the tree. It is read from the file, or from its
// copy in a lockfile or registry. Members of the wrong type count as missing, as in npm.
type manifest struct {
	name, version string

	dependencies, optional, development map[string]string
	peers                               map[string]string
	// optionalPeers are the peers that may be missing.
	optionalPeers map[string]bool
	// bundled are the dependencies in the package's own tarball.
	bundled map[string]bool

	deprecated string
	// integrity is the hash of its tarball.
	integrity string

	// members are all members as JSON.
	members map[string]json.RawMessage
}

// readManifest reads the members of a package.json.
func readManifest(members map[string]json.RawMessage) *manifest {
	m := &manifest{
		name:         text(members["name"]),
		version:      text(members["version"]),
		dependencies: texts(members["dependencies"]),
		optional:     texts(members["optionalDependencies"]),
		development:  texts(members["devDependencies"]),
		peers:        texts(members["peerDependencies"]),
		deprecated:   text(members["deprecated"]),
		members:      members,
	}
	for name := range m.optional {
		delete(m.dependencies, name)
	}
	m.optionalPeers = make(map[string]bool)
	for name, raw := range object(members["peerDependenciesMeta"]) {
		var meta struct {
			Optional bool `json:"optional"`
		}
		if json.Unmarshal(raw, &meta) == nil && meta.Optional {
			m.optionalPeers[name] = true
		}
	}
	m.bundled = make(map[string]bool)
	for _, key := range []string{"bundleDependencies", "bundledDependencies"} {
		var names []string
		all := false
		if json.Unmarshal(members[key], &names) == nil {
			for _, name := range names {
				m.bundled[name] = true
			}
		} else if json.Unmarshal(members[key], &all) == nil && all {
			for name := range m.dependencies {
				m.bundled[name] = true
			}
		}
	}
	return m
}

// label returns the package for messages: "react@19.2.0".
func (m *manifest) label() string { return m.name + "@" + m.version }

// installScript reports whether the package has a script that runs when it is installed.
func (m *manifest) installScript() bool {
	if string(m.members["hasInstallScript"]) == "true" {
		return true
	}
	scripts := texts(m.members["scripts"])
	return scripts["preinstall"] != "" || scripts["install"] != "" || scripts["postinstall"] != ""
}

// commands returns the package's programs by name, as in "bin" of a lockfile.
func (m *manifest) commands() map[string]string {
	raw := texts(m.members["bin"])
	if single := text(m.members["bin"]); single != "" && m.name != "" {
		raw = map[string]string{m.name: single}
	}
	clean := make(map[string]string)
	for name, target := range raw {
		name = path.Base("/" + strings.NewReplacer(`\`, "/", ":", "/").Replace(name))
		target = strings.TrimPrefix(path.Join("/", strings.ReplaceAll(target, `\`, "/")), "/")
		if name != "/" && name != "." && target != "" {
			clean[name] = target
		}
	}
	return clean
}

// license returns the name of the license, or "".
func (m *manifest) license() string {
	if name := text(m.members["license"]); name != "" {
		return name
	}
	return text(object(m.members["license"])["type"])
}

// text returns the value of a JSON string; "" for anything else.
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// object returns the members of a JSON object; nil for anything else.
func object(raw json.RawMessage) map[string]json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return nil
	}
	return members
}

// texts returns the members of a JSON object that are strings.
func texts(raw json.RawMessage) map[string]string {
	all := make(map[string]string)
	for name, value := range object(raw) {
		var s string
		if json.Unmarshal(value, &s) == nil {
			all[name] = s
		}
	}
	return all
}

// sortedKeys returns the keys of a map in npm's order.
func sortedKeys[V any](m map[string]V) []string {
	return slices.SortedFunc(maps.Keys(m), compareNames)
}

package npm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The names of lockfiles, by precedence. A shrinkwrap is a lockfile that is published with a
// package.
const (
	shrinkwrapFile = "npm-shrinkwrap.json"
	lockFile       = "package-lock.json"
)

const (
	// maxLockfile is the size of the largest lockfile. That of a monorepo with 5,000 packages
	// has 3 MB.
	maxLockfile = 64 * megabyte
	maxPackages = 100_000
	oldest      = 2
	newest      = 3
)

// lockfile is a package-lock.json of version 2 or 3.
type lockfile struct {
	// Version is its lockfileVersion, 2 or 3.
	Version int
	// Packages are by location, a slash path from the project's folder, such as
	// "node_modules/react". The project itself is "", a workspace
	// "packages/web".
	Packages map[string]*lockedPackage
}

// lockedPackage is one entry of a lockfile.
type lockedPackage struct {
	// Location is its key in lockfile.Packages.
	Location string
	// Name is the package's name in its registry. With an alias, its folder has another.
	Name    string
	Version string
	// Resolved is the address of its tarball, or the folder that a link leads to; empty means
	// that the registry has the address.
	Resolved string
	// Integrity is its tarball's hash: "sha512-…".
	Integrity string

	// Link is set for a link in node_modules to a folder of the project.
	Link bool
	// Dev, Optional and Peer are set if all dependencies on it are of that kind, DevOptional if
	// each is of one of the first two.
	Dev, Optional, DevOptional, Peer bool
	// Bundled is set for a package in another package's tarball.
	Bundled bool
	// Extraneous is set for a package that no other depends on.
	Extraneous bool
	// Scripts is set for a package with install scripts, which are not run.
	Scripts bool

	// OS, CPU and Libc are the machines that it is for, or with "!" not for; empty means all.
	OS, CPU, Libc []string
	// Bin are its programs: files in the package, by name.
	Bin map[string]string
	// The ranges of its dependencies, by name.
	Dependencies, DevDependencies, OptionalDependencies, PeerDependencies map[string]string
	// OptionalPeers are those of PeerDependencies that may be missing.
	OptionalPeers map[string]bool
}

// Label returns the package for messages: "react@19.3.1".
func (p *lockedPackage) Label() string {
	if p.Version == "" {
		return p.Name
	}
	return p.Name + "@" + p.Version
}

// Locations returns the keys of Packages, sorted, so that a package comes before those in it.
func (l *lockfile) Locations() []string { return slices.Sorted(maps.Keys(l.Packages)) }

// parseLockfile reads a lockfile. Errors are *ui.Error, with the line where JSON
// is broken. Every location and link of the result stays within the project.
func parseLockfile(data []byte) (*lockfile, error) { return readLockfile(lockFile, data) }

// object is a JSON object with case-sensitive keys: encoding/json would accept "INTEGRITY" for
// "integrity", which a reviewer of a lockfile would not expect.
type object map[string]json.RawMessage

func readLockfile(name string, data []byte) (*lockfile, error) {
	if len(data) > maxLockfile {
		return nil, lockfileInvalid(name, fmt.Sprintf("it has more than %d MB", maxLockfile/megabyte))
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var whole object
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil, notJSON(name, data, err)
	}
	var version int
	if err := json.Unmarshal(whole["lockfileVersion"], &version); err != nil || version < 1 {
		return nil, lockfileInvalid(name, `it has no "lockfileVersion"`)
	}
	if version < oldest || version > newest {
		return nil, lockfileVersion(name, version)
	}
	var entries map[string]object
	if err := json.Unmarshal(whole["packages"], &entries); err != nil || entries == nil {
		return nil, lockfileInvalid(name, `its "packages" is not an object of objects`)
	}
	if len(entries) > maxPackages {
		return nil, lockfileInvalid(name, fmt.Sprintf("it has more than %d packages", maxPackages))
	}
	l := &lockfile{Version: version, Packages: make(map[string]*lockedPackage, len(entries))}
	for location, entry := range entries {
		p, err := readPackage(location, entry)
		if err != nil {
			return nil, lockfileInvalid(name, err.Error())
		}
		l.Packages[location] = p
	}
	if err := l.check(); err != nil {
		return nil, lockfileInvalid(name, err.Error())
	}
	return l, nil
}

// readPackage reads an entry. A member of the wrong type is an error if it decides what is
// installed, and otherwise ignored.
func readPackage(location string, entry object) (*lockedPackage, error) {
	p := &lockedPackage{Location: location}
	for key, into := range map[string]*string{
		"name": &p.Name, "version": &p.Version, "resolved": &p.Resolved, "integrity": &p.Integrity,
	} {
		if raw, ok := entry[key]; ok && json.Unmarshal(raw, into) != nil {
			return nil, fmt.Errorf("%q of %q is not a text", key, location)
		}
	}
	for key, into := range map[string]*bool{
		"link": &p.Link, "dev": &p.Dev, "optional": &p.Optional, "devOptional": &p.DevOptional, "peer": &p.Peer,
		"inBundle": &p.Bundled, "extraneous": &p.Extraneous, "hasInstallScript": &p.Scripts,
	} {
		if raw, ok := entry[key]; ok && json.Unmarshal(raw, into) != nil {
			return nil, fmt.Errorf("%q of %q is neither true nor false", key, location)
		}
	}
	for key, into := range map[string]*[]string{"os": &p.OS, "cpu": &p.CPU, "libc": &p.Libc} {
		list, ok := texts(entry[key])
		if !ok {
			return nil, fmt.Errorf("%q of %q is not a list of texts", key, location)
		}
		*into = list
	}
	for key, into := range map[string]*map[string]string{
		"dependencies": &p.Dependencies, "devDependencies": &p.DevDependencies,
		"optionalDependencies": &p.OptionalDependencies, "peerDependencies": &p.PeerDependencies,
	} {
		*into = textMap(entry[key])
	}
	p.OptionalPeers = optionalPeers(entry["peerDependenciesMeta"])
	if p.Name == "" {
		p.Name = folderName(location)
	}
	p.Bin = programs(p.Name, entry["bin"])
	return p, nil
}

// texts reads a list of texts, or a single one.
func texts(raw json.RawMessage) ([]string, bool) {
	if raw == nil {
		return nil, true
	}
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return list, true
	}
	var one string
	if json.Unmarshal(raw, &one) != nil {
		return nil, false
	}
	return []string{one}, true
}

// textMap reads the texts of an object.
func textMap(raw json.RawMessage) map[string]string {
	var all map[string]json.RawMessage
	if raw == nil || json.Unmarshal(raw, &all) != nil {
		return nil
	}
	result := make(map[string]string, len(all))
	for key, value := range all {
		var text string
		if json.Unmarshal(value, &text) == nil {
			result[key] = text
		}
	}
	return result
}

func optionalPeers(raw json.RawMessage) map[string]bool {
	var all map[string]object
	if raw == nil || json.Unmarshal(raw, &all) != nil {
		return nil
	}
	result := make(map[string]bool)
	for name, meta := range all {
		var optional bool
		if json.Unmarshal(meta["optional"], &optional) == nil && optional {
			result[name] = true
		}
	}
	return result
}

// folderName returns the name of a location's folder in node_modules, or the last part of
// another path.
func folderName(location string) string {
	if _, name, ok := cutLast(location, nodeModules+"/"); ok {
		return name
	}
	return location[strings.LastIndexByte(location, '/')+1:]
}

// notJSON returns the error of a lockfile that is not JSON, with the place and likely reason.
func notJSON(name string, data []byte, err error) error {
	for i, line := range bytes.Split(data, []byte("\n")) {
		if bytes.HasPrefix(line, []byte("<<<<<<< ")) {
			return lockfileConflict(name, i+1)
		}
	}
	var offset int64
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = syntax.Offset
	} else if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset = kind.Offset
	}
	line := 1 + bytes.Count(data[:min(max(offset-1, 0), int64(len(data)))], []byte("\n"))
	return lockfileInvalid(name+":"+strconv.Itoa(line), "it is not a JSON object")
}

package npm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

const (
	// markerFile is in a node_modules that this package has made, and identifies its lockfile.
	markerFile = ".oriel-install.json"
	// npmFile is npm's own record.
	npmFile = ".package-lock.json"
)

// marker is the content of markerFile.
type marker struct {
	// Form is the version of what an install does.
	Form int `json:"form"`
	// Lockfile is the hash of the lockfile's bytes.
	Lockfile string `json:"lockfile"`
	Platform string `json:"platform"`
	OmitDev  bool   `json:"omitDev,omitempty"`
	// Missing are optional packages that could not be installed.
	Missing []string `json:"missing,omitempty"`
	// Folders are those with a node_modules of this install.
	Folders []string `json:"folders"`
}

const markerForm = 1

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256-" + hex.EncodeToString(sum[:])
}

// readMarker returns the marker of a node_modules; nil if this package has not made it.
func readMarker(dir string) *marker {
	var m marker
	if !readJSON(filepath.Join(dir, nodeModules, markerFile), &m) {
		return nil
	}
	return &m
}

// readJSON reads a file of ours or npm's, and reports whether it could.
func readJSON(name string, into any) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close() //nolint:errcheck // it was only read
	data, err := io.ReadAll(io.LimitReader(file, maxLockfile+1))
	return err == nil && len(data) <= maxLockfile && json.Unmarshal(data, into) == nil
}

func (m *marker) write(folder string) error {
	text, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return fmt.Errorf("writing the record: %w", err)
	}
	const mode, folderMode = 0o666, 0o777
	// If all packages are optional and can't be installed, there is no folder yet.
	if err = os.MkdirAll(folder, folderMode); err == nil {
		err = os.WriteFile(filepath.Join(folder, markerFile), append(text, '\n'), mode)
	}
	if err != nil {
		return fmt.Errorf("writing the record: %w", err)
	}
	return nil
}

// current reports whether node_modules matches a plan for the lockfile with a hash. missing are
// the optional packages that could not be installed.
func (p *project) current(want *plan, platform Platform, omitDev bool) (current bool, missing []string) {
	if file := filepath.Join(p.dir, nodeModules, npmFile); exists(file) {
		// npm has run after us: we remove its record.
		return p.fitsNPM(file, want), nil
	}
	m := readMarker(p.dir)
	if m == nil || m.Form != markerForm || m.Lockfile != p.hash || m.Platform != platform.String() || m.OmitDev != omitDev {
		return false, nil
	}
	without := make(map[string]bool, len(m.Missing))
	for _, location := range m.Missing {
		without[location] = true
	}
	for _, list := range [][]*lockedPackage{want.places, want.links} {
		for _, pkg := range list {
			if !exists(filepath.Join(p.dir, filepath.FromSlash(pkg.Location))) && !without[pkg.Location] {
				return false, nil
			}
		}
	}
	return true, m.Missing
}

// fitsNPM reports whether npm's record has exactly the packages of a plan.
func (p *project) fitsNPM(file string, want *plan) bool {
	var whole struct {
		Packages map[string]object `json:"packages"`
	}
	if !readJSON(file, &whole) || whole.Packages == nil {
		return false
	}
	for location := range whole.Packages {
		if known := p.lock.Packages[location]; known == nil || known.Extraneous {
			return false
		}
	}
	for _, list := range [][]*lockedPackage{want.places, want.bundled, want.links} {
		for _, pkg := range list {
			entry, ok := whole.Packages[pkg.Location]
			if !ok {
				// npm, too, ignores optional packages that fail.
				if pkg.Optional || pkg.Bundled {
					continue
				}
				return false
			}
			has, err := readPackage(pkg.Location, entry)
			if err != nil || has.Link != pkg.Link || has.Version != pkg.Version && !pkg.Link ||
				!pkg.Link && has.Integrity != "" && pkg.Integrity != "" && !sameTarball(has.Integrity, pkg.Integrity) ||
				!exists(filepath.Join(p.dir, filepath.FromSlash(pkg.Location))) {
				return false
			}
		}
	}
	return true
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

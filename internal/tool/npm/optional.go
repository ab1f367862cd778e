package npm

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// omitFailed leaves out packages that failed, if they are optional and the registry doesn't have them or
// can't be reached, and reports whether it did. Other errors, such as a wrong hash, are not ignored.
func (i *install) omitFailed(packages []*lockedPackage, err error) bool {
	own, ok := errors.AsType[*ui.Error](err)
	if !ok || !slices.Contains(omittableCodes, own.Code) {
		return false
	}
	for _, pkg := range packages {
		if !pkg.Optional {
			return false
		}
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, pkg := range packages {
		i.failed[pkg.Location] = true
	}
	return true
}

// omittableCodes are the codes of errors after which an optional package is left out.
var omittableCodes = []string{
	"registry_unreachable", "registry_denied", "not_in_registry", "registry_busy", "registry_answer_invalid", "registry_redirect",
	"package_unknown", "version_unknown", "offline_missing",
}

// unbundled finds bundled packages that are missing in the tarball that should have them, and
// returns those that can be fetched by themselves, as npm does.
func (i *install) unbundled() ([]*lockedPackage, error) {
	var more []*lockedPackage
	for _, pkg := range i.plan.bundled {
		if i.failed[i.plan.bundler(pkg.Location)] || exists(filepath.Join(i.stage.path(pkg.Location), manifestFile)) {
			continue
		}
		switch _, err := checkSource(pkg); {
		case err == nil:
			more = append(more, pkg)
		case pkg.Optional:
			i.failed[pkg.Location] = true
		default:
			return nil, bundleMissing(pkg)
		}
	}
	return more, nil
}

// leaveOutFailed removes the packages that need, or are only needed by, optional packages that
// failed.
func (i *install) leaveOutFailed() error {
	if len(i.failed) == 0 {
		return nil
	}
	before := maps.Clone(i.plan.leftOut)
	for _, location := range slices.Sorted(maps.Keys(i.failed)) {
		i.plan.leaveOut(i.plan.lock.Packages[location])
	}
	i.plan.arrange()
	for location := range i.plan.leftOut {
		if before[location] {
			continue
		}
		i.failed[location] = true
		if place := i.stage.path(location); place != "" {
			if err := os.RemoveAll(place); err != nil {
				return writeError(location, err)
			}
			removeEmptyScope(place)
		}
	}
	return nil
}

// removeEmptyScope removes the folder of a scope if it is empty.
func removeEmptyScope(place string) {
	for dir := filepath.Dir(place); ; dir = filepath.Dir(dir) {
		base := filepath.Base(dir)
		if !strings.HasPrefix(base, "@") && base != nodeModules || os.Remove(dir) != nil {
			return
		}
		if base == nodeModules {
			return
		}
	}
}

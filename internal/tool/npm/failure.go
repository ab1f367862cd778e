package npm

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/orielapps/oriel/ui"
)

const installAgain = `Run "oriel add" or npm install for the packages of package.json, which writes it again, and commit it.`

func failuref(code, fix, format string, args ...any) *ui.Error {
	return &ui.Error{Code: code, Message: fmt.Sprintf(format, args...), Fix: fix}
}

func lockfileMissing(dir, other string) error {
	e := &ui.Error{
		Code:    "lockfile_missing",
		Message: dir + " has no package-lock.json, which lists the packages to install.",
		Fix:     `Add packages with "oriel add NAME", or commit the package-lock.json that npm install writes.`,
	}
	if other != "" {
		e.Message = fmt.Sprintf("%s has %s, but no package-lock.json.", dir, other)
		e.Fix = "Install with the package manager that wrote it; its node_modules is used as it is. Or let npm install write a package-lock.json."
	}
	return e
}

func lockfileInvalid(name, why string) error {
	return &ui.Error{Code: "lockfile_invalid", Message: fmt.Sprintf("%s can't be used: %s.", name, why), Fix: installAgain}
}

func lockfileConflict(name string, line int) error {
	return failuref("lockfile_conflict", "Take either side of it and run npm install, or \"oriel add\" for missing packages.",
		"%s:%d has a merge conflict.", name, line)
}

func lockfileVersion(name string, version int) error {
	e := &ui.Error{
		Code:    "lockfile_version",
		Message: fmt.Sprintf("%s has version %d of the format; versions 2 and 3 are supported.", name, version),
		Fix:     "Write it with npm 7 or later: npm install --package-lock-only.",
	}
	if version > newest {
		e.Fix = "Update oriel, or write it with: npm install --package-lock-only --lockfile-version 3."
	}
	return e
}

func lockfileStale(name, why string) error {
	return failuref("lockfile_stale", `Run "oriel add" or npm install for the changed packages, and commit both files.`,
		"package.json and %s disagree: %s.", name, why)
}

func manifestInvalid(name, why string) error {
	return &ui.Error{Code: "manifest_invalid", Message: fmt.Sprintf("%s can't be used: %s.", name, why), Fix: "Correct the file."}
}

func sourceUnsupported(p *lockedPackage, what string) error {
	return failuref("package_source", "Use a version of it from a registry. To use this one nevertheless, install with npm: its node_modules is used as it is.",
		"%s comes from %s, without a hash to check it.", p.Label(), what)
}

func integrityMissing(p *lockedPackage) error {
	return failuref("integrity_missing", "Remove node_modules and the lockfile's entry, and run npm install, which asks the registry for the hash.",
		"The lockfile has no usable hash of %s.", p.Label())
}

func integrityMismatch(p *lockedPackage) error {
	return failuref("integrity_mismatch", "It may have been replaced, in the registry or on the way: find out before you go on. "+
		"If the registry is right, run npm install, which writes the lockfile again.",
		"The tarball of %s is not the one that the lockfile was written for: it has another hash.", p.Label())
}

func packageUnsafe(p *lockedPackage, what string) error {
	return failuref("package_unsafe", "Use another version of it, and report it to its authors or the registry.",
		"The tarball of %s can't be unpacked: %s.", p.Label(), what)
}

func packageTooLarge(p *lockedPackage, what string) error {
	return failuref("package_too_large",
		"That is too large for a view: use another package. If you need it, install with npm: its node_modules is used as it is.",
		"The tarball of %s %s.", p.Label(), what)
}

func packageInvalid(p *lockedPackage, err error) error {
	return failuref("package_invalid", "Use another version of it, and report it to its authors.",
		"The tarball of %s can't be read: %v.", p.Label(), err)
}

func bundleMissing(p *lockedPackage) error {
	return failuref("bundle_missing", "Run npm install, which writes the lockfile again.",
		"%s should come with the tarball of another package, which doesn't have it.", p.Label())
}

func platformUnsupported(p *lockedPackage, platform Platform) error {
	return failuref("platform_unsupported", "Move it to optionalDependencies if the views don't need it, or use another package.",
		"%s is not for this machine (%s).", p.Label(), platform)
}

func linkOutside(p *lockedPackage) error {
	return failuref("link_outside", "Move that folder into the project.",
		"%s is a link to %s, which leads out of the project.", p.Location, p.Resolved)
}

func linkMissing(p *lockedPackage) error {
	return failuref("link_missing", "Add the folder, or remove the dependency from package.json and run npm install.",
		"%s is a link to %s, which is not a folder.", p.Location, p.Resolved)
}

func foreignFolder(folder, manager string) error {
	e := &ui.Error{
		Code:    "node_modules_foreign",
		Message: fmt.Sprintf("%s was made by %s, so it is not changed.", folder, manager),
		Fix:     fmt.Sprintf("Install with %s, whose node_modules is used as it is. Or remove the folder, and oriel installs from package-lock.json.", manager),
	}
	if manager == "" {
		e.Message = folder + " was made neither by oriel nor by npm, so it is not changed."
		e.Fix = "Remove it if nothing in it is yours; then run \"oriel install\" again."
	}
	return e
}

func folderIsLink(folder string) error {
	return failuref("node_modules_link", "Install in the folder that it leads to, or remove it.",
		"%s is a link or a file, so it is not changed.", folder)
}

func offlineMissing(missing []string) error {
	const most = 5
	list := missing
	if len(list) > most {
		list = append(append([]string(nil), missing[:most]...), fmt.Sprintf("%d more", len(missing)-most))
	}
	return &ui.Error{
		Code:    "offline_missing",
		Message: "Not in the cache: " + strings.Join(list, ", ") + ".",
		Fix:     "Install once without --offline.",
	}
}

// writeError returns the error of something that can't be written.
func writeError(what string, err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EFBIG), isQuota(err):
		return &ui.Error{
			Code:    "disk_full",
			Message: fmt.Sprintf("There is no disk space for %s. Nothing was changed.", what),
			Fix:     "Free disk space and install again.",
		}
	case errors.Is(err, syscall.EACCES), errors.Is(err, syscall.EPERM), errors.Is(err, syscall.EROFS):
		return &ui.Error{
			Code:    "folder_unwritable",
			Message: fmt.Sprintf("%s can't be written: %s.", sentenceStart(what), reason(err)),
			Fix:     "Change the permissions, or install as the user whose folder it is.",
		}
	default:
		return fmt.Errorf("writing %s: %w", what, err)
	}
}

// sentenceStart returns a text with its first letter in upper case.
func sentenceStart(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// reason returns an error without the paths in it.
func reason(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	return err.Error()
}

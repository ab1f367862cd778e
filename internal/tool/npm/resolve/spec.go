package resolve

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/orielapps/oriel/internal/tool/npm/registry"
	"github.com/orielapps/oriel/internal/tool/npm/semver"
	"github.com/orielapps/oriel/ui"
)

// specKind is the kind of a dependency's value in a package.json.
type specKind int

const (
	// rangeSpec is a version or a range.
	rangeSpec specKind = iota
	// tagSpec is a tag in the registry: "next".
	tagSpec
	// folderSpec is a folder of the project: "file:packages/a".
	folderSpec
	// foreignSpec is a source that this package can't resolve: git, an address, a tarball.
	foreignSpec
)

// A spec is a dependency's parsed value.
type spec struct {
	kind specKind
	// name is the package's name in the registry, from an alias such as "npm:NAME@^1"; empty without one.
	name string
	// text is the range or the tag, without "npm:NAME@".
	text     string
	versions semver.Range
	// exact is set if the text is a single version.
	exact bool
	// folder is a slash path, relative to the dependent package.
	folder string
}

// parseSpec parses a dependency's value.
func parseSpec(value string) spec {
	value = strings.TrimSpace(value)
	lower := strings.ToLower(value)
	if strings.HasPrefix(lower, "npm:") {
		name, rest := splitName(value[len("npm:"):])
		inner := parseSpec(rest)
		if !registry.ValidName(name) || inner.kind != rangeSpec && inner.kind != tagSpec || inner.name != "" {
			return spec{kind: foreignSpec, text: value}
		}
		inner.name = name
		return inner
	}
	for _, scheme := range []string{"file:", "link:"} {
		if !strings.HasPrefix(lower, scheme) {
			continue
		}
		folder := value[len(scheme):]
		if isTarball(folder) {
			return spec{kind: foreignSpec, text: value}
		}
		return spec{kind: folderSpec, text: value, folder: path.Clean(strings.ReplaceAll(folder, `\`, "/"))}
	}
	// Ranges and tags have no slash or colon. "workspace:" is pnpm's and Yarn's.
	if strings.ContainsAny(value, "/:") || isTarball(value) {
		return spec{kind: foreignSpec, text: value}
	}
	versions, err := semver.ParseRange(value)
	if err != nil {
		if value == "" || url.PathEscape(value) != value {
			return spec{kind: foreignSpec, text: value}
		}
		return spec{kind: tagSpec, text: value}
	}
	_, notExact := semver.Parse(value)
	return spec{kind: rangeSpec, text: value, versions: versions, exact: notExact == nil}
}

func isTarball(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasSuffix(lower, ".tgz") || strings.HasSuffix(lower, ".tar.gz") || strings.HasSuffix(lower, ".tar")
}

// splitName splits "@scope/name@range" at its second "@".
func splitName(text string) (name, rest string) {
	if text == "" {
		return "", ""
	}
	at := strings.IndexByte(text[1:], '@')
	if at < 0 {
		return text, ""
	}
	return text[:at+1], text[at+2:]
}

// A Request is a package to add.
type Request struct {
	// Name is the dependency's name in package.json.
	Name string
	// Want is a range, a tag, or "npm:PACKAGE@range". Empty means the range in package.json, else the latest
	// version.
	Want string
}

// ParseRequest parses PACKAGE, PACKAGE@RANGE, PACKAGE@TAG or NAME@npm:PACKAGE@RANGE.
func ParseRequest(argument string) (Request, error) {
	name, want := splitName(argument)
	r := Request{Name: name, Want: strings.TrimSpace(want)}
	switch {
	case !registry.ValidName(name):
		fix := `Name a package as on npmjs.com, such as "react" or "@tanstack/react-query@^5".`
		if strings.ContainsAny(argument, `:\`) || strings.HasPrefix(argument, ".") || strings.HasPrefix(argument, "/") || strings.Count(argument, "/") == 1 {
			fix = "Only packages of a registry can be added; for folders, tarballs and git repositories run \"npm install\"."
		}
		return Request{}, &ui.Error{
			Code:    "package_name_invalid",
			Message: fmt.Sprintf("%q is not the name of a package.", argument),
			Fix:     fix,
		}
	case r.Want != "" && parseSpec(r.Want).kind != rangeSpec && parseSpec(r.Want).kind != tagSpec:
		return Request{}, &ui.Error{
			Code:    "package_range_invalid",
			Message: fmt.Sprintf("%q is neither a range of versions nor a tag.", r.Want),
			Fix: `Write a range such as "react@^19", a tag such as "react@next" or another package's name such as "lodash@npm:lodash-es". ` +
				`For folders, tarballs and git repositories run "npm install".`,
		}
	}
	return r, nil
}

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

// specKind is what the value of a dependency in a package.json stands for.
type specKind int

const (
	// rangeSpec names versions, one or more.
	rangeSpec specKind = iota
	// tagSpec names a version by a name that the registry knows: "next".
	tagSpec
	// folderSpec is a folder of the project: "file:packages/a".
	folderSpec
	// foreignSpec comes from elsewhere: git, an address, a tarball.
	foreignSpec
)

// A spec is the value of a dependency, taken apart.
type spec struct {
	kind specKind
	// name is the package that is asked for where it is not the dependency's
	// own name: "npm:NAME@^1".
	name string
	// text is the range or the tag, without "npm:NAME@".
	text     string
	versions semver.Range
	// exact is set for a single version.
	exact bool
	// folder is a slash path, relative to the dependent.
	folder string
}

// parseSpec takes the value of a dependency apart.
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
	// "workspace:" is pnpm's and yarn's; a range like ">=1" may have no slash or colon.
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

// A Request is a package that is to be added.
type Request struct {
	// Name is what the project calls it.
	Name string
	// Want is a range, a tag, or "npm:PACKAGE@range". Empty is what package.json
	// says already, or else the latest.
	Want string
}

// ParseRequest reads PACKAGE, PACKAGE@RANGE, PACKAGE@TAG or NAME@npm:PACKAGE@RANGE.
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

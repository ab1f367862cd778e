package resolver

import (
	"fmt"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

// maxPath is the longest path, in bytes, that systems accept.
const maxPath = 4096

// extensions are tried in this order for an import without one.
var extensions = []string{".tsx", ".ts", ".jsx", ".js", ".css", ".json"}

// typeScriptFor returns the TypeScript files that may be meant by the name of a
// JavaScript file: TypeScript's convention is to import "./x.js" for x.ts.
func typeScriptFor(name string) []string {
	extension := path.Ext(name)
	stem := strings.TrimSuffix(name, extension)
	switch extension {
	case ".js":
		return []string{stem + ".ts", stem + ".tsx"}
	case ".jsx":
		return []string{stem + ".tsx"}
	case ".mjs":
		return []string{stem + ".mts"}
	case ".cjs":
		return []string{stem + ".cts"}
	default:
		return nil
	}
}

var schemeOrHost = regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*:|//)`)

// IsRemote reports whether a reference has a scheme or a host: "https://a/b", "//a/b",
// "data:,".
func IsRemote(reference string) bool { return schemeOrHost.MatchString(reference) }

// IsRelative reports whether a specifier is a relative path: "./x", "..".
func IsRelative(specifier string) bool {
	return specifier == "." || specifier == ".." || strings.HasPrefix(specifier, "./") || strings.HasPrefix(specifier, "../")
}

func hasBackslashes(specifier string) bool {
	return strings.HasPrefix(specifier, `.\`) || strings.HasPrefix(specifier, `..\`)
}

// projectFile finds the file for a path in a file of the project: "./x", "../x/y.ts".
func (r *Resolver) projectFile(dir, specifier string) (string, *source.Fault) {
	switch {
	case IsRemote(specifier):
		return "", remote(specifier)
	case strings.HasPrefix(specifier, "/"):
		return "", absolute(specifier)
	case hasBackslashes(specifier):
		return "", &source.Fault{
			Code:    "import_missing",
			Message: fmt.Sprintf("The path %q is written with backslashes.", specifier),
			Fix:     "Write it with forward slashes, on every system.",
		}
	}
	name := path.Join(dir, specifier)
	var candidates []string
	if !strings.HasSuffix(specifier, "/") {
		candidates = append(candidates, name)
		for _, extension := range extensions {
			candidates = append(candidates, name+extension)
		}
		candidates = append(candidates, typeScriptFor(name)...)
	}
	for _, extension := range extensions {
		candidates = append(candidates, path.Join(name, "index"+extension))
	}
	for _, candidate := range candidates {
		switch r.tree.Look(candidate) {
		case source.Regular:
			return candidate, nil
		case source.Outside:
			return "", OutsideProject(specifier)
		case source.Special:
			return "", notAFile(specifier)
		case source.Absent, source.Folder:
		}
	}
	return "", r.missing(dir, specifier, name)
}

// URL finds the file for a relative URL in HTML or CSS, where "x.png" is a file beside
// the document. The suffix is the URL's query and fragment.
func (r *Resolver) URL(dir, reference string) (name, suffix string, fault *source.Fault) {
	reference = strings.TrimSpace(reference)
	if IsRemote(reference) {
		return "", "", remote(reference)
	}
	location := reference
	if cut := strings.IndexAny(location, "?#"); cut >= 0 {
		location, suffix = location[:cut], location[cut:]
	}
	if unescaped, err := url.PathUnescape(location); err == nil {
		location = unescaped
	}
	if strings.HasPrefix(location, "/") {
		return "", "", absolute(reference)
	}
	name = path.Join(dir, location)
	for _, candidate := range append([]string{name}, typeScriptFor(name)...) {
		switch r.tree.Look(candidate) {
		case source.Regular:
			return candidate, suffix, nil
		case source.Outside:
			return "", "", OutsideProject(reference)
		case source.Special, source.Folder:
			return "", "", notAFile(reference)
		case source.Absent:
		}
	}
	return "", "", r.missing(dir, reference, name)
}

// NeedsNoFile reports whether a URL in HTML or CSS is empty, a fragment, or of a scheme
// that loads no file: "data:", "mailto:".
func NeedsNoFile(reference string) bool {
	reference = strings.ToLower(strings.TrimSpace(reference))
	for _, prefix := range []string{"#", "?", "data:", "blob:", "about:", "javascript:", "mailto:", "tel:"} {
		if strings.HasPrefix(reference, prefix) {
			return true
		}
	}
	return reference == ""
}

// Specifier returns the relative path by which a file of a folder imports another file.
func Specifier(dir, name string) string {
	up := ""
	for dir != "." && name != dir && !strings.HasPrefix(name, dir+"/") {
		dir, up = path.Dir(dir), up+"../"
	}
	if dir != "." {
		name = strings.TrimPrefix(name, dir+"/")
	}
	if up == "" {
		up = "./"
	}
	return up + name
}

// missing returns the fault of a path to no file. It proposes a file with a similar name.
func (r *Resolver) missing(dir, specifier, name string) *source.Fault {
	fault := &source.Fault{
		Code:    "import_missing",
		Message: fmt.Sprintf("There is no file for %q.", specifier),
		Fix:     "Create it, or correct the path; it is relative to this file.",
	}
	if r.tree.Look(name) == source.Folder {
		fault.Message = fmt.Sprintf("The folder %q has no index file.", specifier)
		fault.Fix = "Name a file in it, or add an index.ts to it."
		return fault
	}
	folder, base := path.Split(name)
	folder = path.Clean(folder)
	if r.tree.Look(folder) != source.Folder {
		return fault
	}
	if best := r.similarFile(folder, base); best != "" {
		fault.Fix = fmt.Sprintf("Did you mean %q? Upper and lower case count.", Specifier(dir, path.Join(folder, best)))
	}
	return fault
}

// similarFile returns the file of a folder with the most similar name, with or without
// its extension; "" if none is similar.
func (r *Resolver) similarFile(folder, base string) string {
	files := make(map[string]string) // by name, with and without extension
	for entry := range r.tree.List(folder) {
		stem := strings.TrimSuffix(entry, path.Ext(entry))
		files[entry] = entry
		if other, taken := files[stem]; !taken || other != stem && entry < other {
			files[stem] = entry
		}
	}
	if entry, ok := files[base]; ok {
		return entry
	}
	return files[source.Nearest(base, slices.Sorted(maps.Keys(files)))]
}

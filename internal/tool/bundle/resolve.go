package bundle

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strings"
)

var schemeOrHost = regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*:|//)`)

// resolveModule finds the file that an import in a file of the folder dir
// means: "./x", "../x/y.ts".
func (t *tree) resolveModule(dir, specifier string) (string, *Fault) {
	switch {
	case schemeOrHost.MatchString(specifier):
		return "", remote(specifier)
	case strings.HasPrefix(specifier, "/"):
		return "", absolute(specifier)
	case strings.HasPrefix(specifier, `.\`), strings.HasPrefix(specifier, `..\`):
		return "", &Fault{
			Code:    "import_missing",
			Message: fmt.Sprintf("The path %q is written with backslashes.", specifier),
			Fix:     "Write it with forward slashes, on every system.",
		}
	}
	name := path.Join(dir, specifier)
	candidates := []string{}
	if !strings.HasSuffix(specifier, "/") {
		candidates = append(candidates, name)
		for _, extension := range extensions {
			candidates = append(candidates, name+extension)
		}
		extension := path.Ext(name)
		for _, source := range sourceOf[extension] {
			candidates = append(candidates, strings.TrimSuffix(name, extension)+source)
		}
	}
	for _, extension := range extensions {
		candidates = append(candidates, path.Join(name, "index"+extension))
	}
	for _, candidate := range candidates {
		switch t.look(candidate) {
		case regular:
			return candidate, nil
		case outside:
			return "", beyond(specifier)
		case special:
			return "", notAFile(specifier)
		case absent, folder:
		}
	}
	return "", t.missing(dir, specifier, name)
}

// resolveURL finds the file that a relative URL in HTML or CSS means. There,
// "x.png" is a file beside the document. The returned suffix is the URL's
// query and fragment.
func (t *tree) resolveURL(dir, reference string) (name, suffix string, fault *Fault) {
	reference = strings.TrimSpace(reference)
	if schemeOrHost.MatchString(reference) {
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
	candidates := []string{name}
	for _, source := range sourceOf[path.Ext(name)] {
		candidates = append(candidates, strings.TrimSuffix(name, path.Ext(name))+source)
	}
	for _, candidate := range candidates {
		switch t.look(candidate) {
		case regular:
			return candidate, suffix, nil
		case outside:
			return "", "", beyond(reference)
		case special, folder:
			return "", "", notAFile(reference)
		case absent:
		}
	}
	return "", "", t.missing(dir, reference, name)
}

// kept reports whether a URL in HTML or CSS needs no file: a fragment, data
// that is already inline, or nothing.
func kept(reference string) bool {
	reference = strings.ToLower(strings.TrimSpace(reference))
	for _, prefix := range []string{"#", "?", "data:", "blob:", "about:", "javascript:", "mailto:", "tel:"} {
		if strings.HasPrefix(reference, prefix) {
			return true
		}
	}
	return reference == ""
}

func relative(specifier string) bool {
	return specifier == "." || specifier == ".." || strings.HasPrefix(specifier, "./") || strings.HasPrefix(specifier, "../")
}

func remote(reference string) *Fault {
	return &Fault{
		Code:    "remote_reference",
		Message: fmt.Sprintf("%q is on another server, and a view is one document that loads nothing.", reference),
		Fix: "Put a copy into the view's folder. What has to stay remote can be added by a script at run time, " +
			"with its origin in the view's CSP.",
	}
}

func absolute(reference string) *Fault {
	return &Fault{
		Code:    "import_absolute",
		Message: fmt.Sprintf("%q begins with a slash, which leads nowhere: a view has no server of its own.", reference),
		Fix:     `Begin it with "./" or "../", relative to this file.`,
	}
}

func beyond(specifier string) *Fault {
	return &Fault{
		Code:    "file_outside_project",
		Message: fmt.Sprintf("%q leads out of the project.", specifier),
		Fix:     "Sources of a view have to lie in the module's folder, the one with go.mod. Copy the file there; symbolic links may not leave it.",
	}
}

func notAFile(specifier string) *Fault {
	return &Fault{
		Code:    "file_unsupported",
		Message: fmt.Sprintf("%q is not a file.", specifier),
		Fix:     "Name a regular file.",
	}
}

// missing returns the fault of an import that leads nowhere, and proposes the
// file that was probably meant.
func (t *tree) missing(dir, specifier, name string) *Fault {
	fault := &Fault{
		Code:    "import_missing",
		Message: fmt.Sprintf("There is no file for %q.", specifier),
		Fix:     "Create it, or correct the path; it is relative to this file.",
	}
	if t.look(name) == folder {
		fault.Message = fmt.Sprintf("The folder %q has no index file.", specifier)
		fault.Fix = "Name a file in it, or add an index.ts to it."
		return fault
	}
	folderName, base := path.Split(name)
	folderName = path.Clean(folderName)
	if t.look(folderName) != folder {
		return fault
	}
	best, distance := "", 3 // a typing error has at most two wrong letters
	for entry := range t.list(folderName) {
		for _, spelled := range []string{entry, strings.TrimSuffix(entry, path.Ext(entry))} {
			d := editDistance(strings.ToLower(base), strings.ToLower(spelled))
			if d < len(base) && (d < distance || d == distance && best != "" && entry < best) {
				best, distance = entry, d
			}
		}
	}
	if best != "" {
		fault.Fix = fmt.Sprintf("Did you mean %q? Upper and lower case count.", relativeTo(dir, path.Join(folderName, best)))
	}
	return fault
}

// relativeTo returns the import specifier for a file, seen from a folder.
func relativeTo(dir, name string) string {
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

// editDistance is the Levenshtein distance in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}

package bundle

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
	"github.com/orielapps/oriel/internal/tool/bundle/source"
	"github.com/orielapps/oriel/internal/tool/tailwind"
)

const (
	// maxScanned is the largest file that is scanned for classes, in bytes. Sources that
	// people write are far smaller.
	maxScanned = 2 << 20
	// maxSources is the most files of one @source.
	maxSources = 50_000
)

// packageScan has the candidates in files of packages, which change only by an installation.
type packageScan struct {
	stamps     map[string]stamp // of files that an installation writes
	candidates []string
}

// unscannable matches files without classes: style sheets, binary files and build logs.
var unscannable = regexp.MustCompile(`(?i)\.(?:css|less|sass|scss|styl|pcss|postcss|lock|log|map|tsbuildinfo|` +
	`png|jpe?g|gif|webp|avif|ico|bmp|tiff?|psd|heic|woff2?|ttf|otf|eot|mp[34]|ogg|wav|webm|mov|avi|flac|aac|m4a|` +
	`zip|gz|tgz|bz2|xz|zst|7z|rar|tar|pdf|docx?|xlsx?|pptx?|wasm|exe|dll|so|dylib|node|bin|dat|db|sqlite|jar|class|pyc)$|` +
	`(?:^|/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?)$`)

// testFile matches tests, whose classes no view shows.
var testFile = regexp.MustCompile(`(?i)\.(?:test|spec)\.[^.]+$`)

// scanFolders scans the view's folder and the folders that views share. The lock is held.
func (c *compiler) scanFolders() *Fault {
	s := &c.styling
	if s.scanned != nil {
		return nil
	}
	s.scanned = make(map[string]bool)
	folders := []string{c.dir}
	for name := range c.tree.List(c.views) {
		if strings.HasPrefix(name, "_") {
			folders = append(folders, path.Join(c.views, name))
		}
	}
	slices.Sort(folders[1:])
	for _, dir := range folders {
		names, fault := c.below(dir)
		if fault != nil {
			return fault
		}
		for _, name := range names {
			s.scanned[name] = true
			c.note(name)
			s.found = append(s.found, c.scanFile(name)...)
		}
	}
	return nil
}

// below lists the files below a folder that may have classes, without hidden files, tests and
// packages. An SVG counts only if the view imports it.
func (c *compiler) below(dir string) ([]string, *Fault) {
	var names []string
	seen := make(map[string]bool) // links may form circles
	folders := []string{dir}
	for len(folders) > 0 {
		at := folders[len(folders)-1]
		folders = folders[:len(folders)-1]
		home := c.tree.RealPath(at)
		if home == "" || seen[home] {
			continue
		}
		seen[home] = true
		for base := range c.tree.List(at) {
			name := path.Join(at, base)
			switch kind := c.tree.Look(name); {
			case strings.HasPrefix(base, "."), base == resolver.NodeModules:
			case kind == source.Folder:
				folders = append(folders, name)
			case kind == source.Regular && !unscannable.MatchString(base) && !testFile.MatchString(base) && path.Ext(base) != ".svg":
				names = append(names, name)
			}
		}
		slices.Sort(folders)
		if len(names) > maxSources {
			return nil, &Fault{
				Code:    "tailwind_sources_many",
				File:    dir,
				Message: fmt.Sprintf("Tailwind would scan more than %d files for classes.", maxSources),
				Fix:     "Name fewer of them in @source.",
			}
		}
	}
	slices.Sort(names)
	return names, nil
}

// scanFile returns the candidates in a file; none if it is not text.
func (c *compiler) scanFile(name string) []string {
	if !resolver.InPackage(name) {
		c.tree.MarkRead(name)
	}
	at, ok := c.stampOf(name)
	if !ok || at.size > maxScanned {
		return nil
	}
	data, err := fs.ReadFile(c.tree.Files, name)
	if err != nil || !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return nil
	}
	return tailwind.Candidates(string(data), strings.ToLower(path.Ext(name)))
}

// unscanned returns the view's own files that were not scanned, sorted. The lock is held.
func (c *compiler) unscanned() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var names []string
	for name := range c.projectFiles {
		base := path.Base(name)
		if c.styling.scanned == nil || c.styling.scanned[name] || c.styling.scripts[name] || unscannable.MatchString(name) ||
			base == "package.json" || strings.HasPrefix(base, "tsconfig") {
			continue
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// sourcesOf returns the candidates in the files that a style sheet names with "@source" and
// source(…). The lock is held.
func (c *compiler) sourcesOf(sheet *tailwind.Sheet, files *tailwindFiles) ([]string, *Fault) {
	sources := slices.Clone(sheet.Sources)
	if sheet.Root.Pattern != "" {
		sources = append(sources, sheet.Root)
	}
	var without []*regexp.Regexp
	for _, one := range sources {
		if one.Negated {
			expression, fault := c.sourceGlob(one, files)
			if fault != nil {
				return nil, fault
			}
			without = append(without, expression)
		}
	}
	var candidates []string
	for _, one := range sources {
		if one.Negated {
			continue
		}
		found, fault := c.scanSource(one, without, files)
		if fault != nil {
			return nil, fault
		}
		candidates = append(candidates, found...)
	}
	return candidates, nil
}

// sourceGlob returns an expression that matches the files of a source.
func (c *compiler) sourceGlob(from tailwind.Source, files *tailwindFiles) (*regexp.Regexp, *Fault) {
	dir, glob, fault := c.sourcePlace(from, files)
	if fault != nil {
		return nil, fault
	}
	if glob == "" {
		return regexp.MustCompile("^" + regexp.QuoteMeta(dir) + "(?:/.*)?$"), nil
	}
	expression, err := tailwind.Glob(path.Join(escapeGlob(dir), glob))
	if err != nil {
		return nil, files.at(&Fault{
			Code:    "tailwind_source_invalid",
			Message: fmt.Sprintf("%q is not a pattern of files: %v.", from.Pattern, err),
			Fix:     `Write it like "../shared/**/*.tsx".`,
		}, from.Pattern)
	}
	return expression, nil
}

func escapeGlob(name string) string {
	return regexp.MustCompile(`[*?\[\]{}\\]`).ReplaceAllString(name, `\$0`)
}

// sourcePlace splits a source into a folder or file, and the glob for files below it.
func (c *compiler) sourcePlace(from tailwind.Source, files *tailwindFiles) (name, glob string, fault *Fault) {
	begin, glob := tailwind.Split(from.Pattern)
	name = path.Join(from.Base, begin)
	if strings.HasPrefix(from.Pattern, "/") || c.tree.Look(name) == source.Outside {
		return "", "", files.at(resolver.OutsideProject(from.Pattern), from.Pattern)
	}
	return name, glob, nil
}

// scanSource returns the candidates of one source.
func (c *compiler) scanSource(from tailwind.Source, without []*regexp.Regexp, files *tailwindFiles) ([]string, *Fault) {
	begin, glob, fault := c.sourcePlace(from, files)
	if fault != nil {
		return nil, fault
	}
	expression, fault := c.sourceGlob(from, files)
	if fault != nil {
		return nil, fault
	}
	var names []string
	switch c.tree.Look(begin) {
	case source.Regular:
		names = append(names, begin)
	case source.Folder:
		if kept := c.styling.sheets.tree(c, treeKey(begin, glob, without)); kept != nil {
			return kept.candidates, nil
		}
		if names, fault = c.below(begin); fault != nil {
			return nil, files.at(fault, from.Pattern)
		}
	case source.Absent, source.Special, source.Outside:
		return nil, nil // as in Tailwind, a glob may match nothing
	}
	var candidates []string
	for _, name := range names {
		if glob != "" && !expression.MatchString(name) || slices.ContainsFunc(without, func(no *regexp.Regexp) bool { return no.MatchString(name) }) {
			continue
		}
		c.note(name)
		candidates = append(candidates, c.scanFile(name)...)
	}
	if resolver.InPackage(begin + "/") {
		slices.Sort(candidates)
		candidates = slices.Compact(candidates)
		c.styling.sheets.keepTree(treeKey(begin, glob, without), &packageScan{stamps: c.installation(begin), candidates: candidates})
	}
	return candidates, nil
}

// installation identifies the installation of a package, by the stamps of its package.json
// and of the files that package managers write.
func (c *compiler) installation(dir string) map[string]stamp {
	stamps := make(map[string]stamp)
	var names []string
	if m := c.resolver.PackageOf(dir); m != nil {
		names = append(names, path.Join(m.Dir, "package.json"))
	}
	owner, _ := splitOwner(dir)
	for _, base := range []string{".package-lock.json", ".oriel-install.json", ".modules.yaml", ".yarn-state.yml"} {
		names = append(names, path.Join(owner, resolver.NodeModules, base))
	}
	for _, name := range names {
		if at, ok := c.stampOf(name); ok {
			stamps[name] = at
		}
	}
	return stamps
}

func treeKey(begin, glob string, without []*regexp.Regexp) string {
	var key strings.Builder
	key.WriteString(begin + "\x00" + glob)
	for _, no := range without {
		key.WriteString("\x00" + no.String())
	}
	return key.String()
}

// tree returns an earlier scan of packages; nil if they may have changed since.
func (k *sheetCache) tree(c *compiler, key string) *packageScan {
	k.mu.Lock()
	defer k.mu.Unlock()
	known := k.trees[key]
	if known == nil || !maps.Equal(known.stamps, c.installation(strings.Split(key, "\x00")[0])) {
		return nil
	}
	return known
}

func (k *sheetCache) keepTree(key string, found *packageScan) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.trees == nil {
		k.trees = make(map[string]*packageScan)
	}
	k.trees[key] = found
}

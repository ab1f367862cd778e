// Package editor makes views work in editors and type checkers, in a project without npm: it
// writes the runtime's package to where they look for it, and a tsconfig.json beside the
// views.
//
// Building a view needs none of this. Only files that this package has written are replaced.
package editor

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/orielapps/oriel/view"
)

const (
	packagesDir = "node_modules"
	scope       = packagesDir + "/@oriel"
	runtime     = scope + "/view"
	configFile  = "tsconfig.json"
	// ignoreFile keeps the package out of version control, and distinguishes ours from one that
	// npm has installed.
	ignoreFile = ".gitignore"
	ignoreMark = "# Written by oriel generate, for editors: "

	folderMode = 0o755
	fileMode   = 0o644
)

// Support writes missing files for the views in a folder, and returns the tsconfig.json that
// it has written, as a path relative to the folder; empty where there was one, in the folder
// or above, up to the module's root.
//
// The package goes to node_modules/@oriel/view, unless npm has installed it there or in a
// folder above.
func Support(views string) (config string, err error) {
	err = within(views, func(root *os.Root, above []string) (err error) {
		if err = putPackage(root, above); err == nil {
			config, err = putConfig(root, above)
		}
		return err
	})
	return config, err
}

// within calls a function with the folder of views, and those above it.
func within(views string, put func(root *os.Root, above []string) error) (err error) {
	views, err = filepath.Abs(views)
	if err == nil {
		views, err = filepath.EvalSymlinks(views)
	}
	if err != nil {
		return fmt.Errorf("finding the folder of views: %w", err)
	}
	root, err := os.OpenRoot(views)
	if err != nil {
		return fmt.Errorf("opening the folder of views: %w", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	return put(root, upwards(views))
}

// upwards lists the folders above one, up to the root of its module; none without a module.
func upwards(dir string) []string {
	var above []string
	for at := dir; ; at = filepath.Dir(at) {
		if at != dir {
			above = append(above, at)
		}
		if exists(filepath.Join(at, "go.mod")) {
			return above
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// putPackage writes the runtime's package, unless it is there already.
func putPackage(root *os.Root, above []string) error {
	mark, err := markOf(view.Package())
	if err != nil || hasPackage(root, above, mark) {
		return err
	}
	temporary := scope + "/.view-" + strings.ToLower(rand.Text())
	err = copyTo(root, temporary, view.Package())
	if err == nil {
		err = root.WriteFile(path.Join(temporary, ignoreFile), mark, fileMode)
	}
	// Rename it first: while it is removed file by file, another program may write there.
	older := temporary + "-older"
	if err == nil {
		if err = root.Rename(runtime, older); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err == nil {
		err = root.Rename(temporary, runtime)
	}
	err = errors.Join(err, root.RemoveAll(older), root.RemoveAll(temporary))
	if err == nil {
		return nil
	}
	if _, same := standing(root, mark); same {
		return nil // another program has done it meanwhile
	}
	return fmt.Errorf("writing %s: %w", runtime, err)
}

// hasPackage reports whether the runtime's package is there: one with the mark, or another that
// stays.
func hasPackage(root *os.Root, above []string, mark []byte) bool {
	for _, dir := range above {
		if exists(filepath.Join(dir, filepath.FromSlash(runtime))) {
			return true
		}
	}
	theirs, same := standing(root, mark)
	return theirs || same
}

// standing reports whether another package is in the place, and whether ours is, up to date.
func standing(root *os.Root, mark []byte) (theirs, same bool) {
	info, err := root.Lstat(runtime)
	if err != nil {
		return false, false
	}
	text, err := root.ReadFile(path.Join(runtime, ignoreFile))
	ours := info.IsDir() && err == nil && bytes.HasPrefix(text, []byte(ignoreMark))
	return !ours, ours && bytes.Equal(text, mark)
}

// markOf returns the content of the file that identifies the package's version.
func markOf(files fs.FS) ([]byte, error) {
	const digits = 32
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		_, _ = fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text) // a hash takes everything
		return err                                                  //nolint:wrapcheck // it is said below what failed
	})
	if err != nil {
		return nil, fmt.Errorf("reading the runtime's package: %w", err)
	}
	return []byte(ignoreMark + hex.EncodeToString(sum.Sum(nil))[:digits] + "\n*\n"), nil
}

func copyTo(root *os.Root, dir string, files fs.FS) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error { //nolint:wrapcheck // putPackage says what failed
		if err != nil {
			return err
		}
		to := path.Join(dir, name)
		if entry.IsDir() {
			return root.MkdirAll(to, folderMode)
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err //nolint:wrapcheck // likewise
		}
		return root.WriteFile(to, text, fileMode)
	})
}

// putConfig writes a tsconfig.json where none applies to the folder.
func putConfig(root *os.Root, above []string) (string, error) {
	if _, err := root.Lstat(configFile); err == nil {
		return "", nil
	}
	for _, dir := range above {
		if exists(filepath.Join(dir, configFile)) {
			return "", nil
		}
	}
	text := configText(framework(root.Name(), above))
	file, err := root.OpenFile(configFile, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if errors.Is(err, fs.ErrExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("writing %s: %w", configFile, err)
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("writing %s: %w", configFile, err), root.Remove(configFile))
	}
	return configFile, nil
}

// framework returns the package that elements are made with: "preact" where the
// nearest package.json depends on it and not on React.
func framework(views string, above []string) string {
	for _, dir := range append([]string{views}, above...) {
		text, err := os.ReadFile(filepath.Join(dir, "package.json")) //nolint:gosec // of the project
		if err != nil {
			continue
		}
		var manifest struct {
			Dependencies     map[string]any `json:"dependencies"`
			DevDependencies  map[string]any `json:"devDependencies"`
			PeerDependencies map[string]any `json:"peerDependencies"`
		}
		if json.Unmarshal(text, &manifest) != nil {
			return ""
		}
		has := func(name string) bool {
			return manifest.Dependencies[name] != nil || manifest.DevDependencies[name] != nil || manifest.PeerDependencies[name] != nil
		}
		if has("preact") && !has("react") {
			return "preact"
		}
		return ""
	}
	return ""
}

func configText(framework string) string {
	source := ""
	if framework != "" {
		source = fmt.Sprintf("\n    \"jsxImportSource\": %q,", framework)
	}
	return `{
  // For editors, and for "tsc -p views". oriel generate wrote it once, and takes from
  // it what JSX becomes; from now on it is yours.
  "compilerOptions": {
    "target": "ES2022",
    "module": "ESNext",
    "moduleResolution": "bundler",
    "lib": ["ES2023", "DOM", "DOM.Iterable"],
    "types": ["@oriel/view/assets"],
    "jsx": "react-jsx",` + source + `
    "strict": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "resolveJsonModule": true,
    "verbatimModuleSyntax": true,
    "isolatedModules": true,
    "skipLibCheck": true
  },
  "include": ["**/*"],
  "exclude": ["dist", "node_modules"]
}
`
}

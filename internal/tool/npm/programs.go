package npm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// programs reads "bin" as npm does: a file, or files by name. Names and files of the result stay within
// their folders.
func programs(name string, raw json.RawMessage) map[string]string {
	if raw == nil {
		return nil
	}
	var file string
	if json.Unmarshal(raw, &file) == nil {
		return cleanPrograms(map[string]string{name: file})
	}
	return cleanPrograms(textMap(raw))
}

func cleanPrograms(bin map[string]string) map[string]string {
	clean := make(map[string]string, len(bin))
	for name, file := range bin {
		name = path.Base(path.Join("/", strings.NewReplacer(`\`, "/", ":", "/").Replace(name)))
		file = strings.TrimPrefix(path.Join("/", strings.ReplaceAll(file, `\`, "/")), "/")
		if name != "/" && file != "" {
			clean[name] = file
		}
	}
	if len(clean) == 0 {
		return nil
	}
	return clean
}

func (i *install) fixPrograms() error {
	for slot, folder := range i.stage.slots {
		var here []*lockedPackage
		for _, pkg := range slices.Concat(i.plan.places, i.plan.bundled) {
			if at, _ := splitLocation(pkg.Location); at == folder {
				moved := *pkg
				moved.Location = strings.TrimPrefix(strings.TrimPrefix(pkg.Location, folder), "/")
				here = append(here, &moved)
			}
		}
		if err := fixPrograms(i.stage.root(slot), here, i.stage.mode); err != nil {
			return err
		}
	}
	return nil
}

// fixPrograms changes the programs of packages as npm does when it links them: it makes them executable, and
// ends their first line with "\n". Of two programs with the same name, npm links only the first; the
// other becomes executable only if the lockfile has no address of its package. Locations are
// relative to dir; mode is that of executable files.
func fixPrograms(dir string, packages []*lockedPackage, mode fs.FileMode) error {
	ordered := slices.Clone(packages)
	depth := func(p *lockedPackage) int { return strings.Count(p.Location, nodeModules+"/") }
	slices.SortStableFunc(ordered, func(a, b *lockedPackage) int {
		return cmp.Or(cmp.Compare(depth(a), depth(b)), cmp.Compare(strings.ToLower(a.Location), strings.ToLower(b.Location)))
	})
	seen := make(map[string]bool)
	for _, p := range ordered {
		for name, file := range p.Bin {
			key := strings.TrimSuffix(p.Location, folderName(p.Location)) + name
			again := seen[key]
			seen[key] = true
			if again && p.Resolved != "" {
				continue
			}
			if err := fixProgram(filepath.Join(dir, filepath.FromSlash(p.Location), filepath.FromSlash(file)), mode, !again); err != nil {
				return err
			}
		}
	}
	return nil
}

func fixProgram(file string, mode fs.FileMode, linked bool) error {
	info, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil // npm ignores it, too
	}
	if err == nil {
		err = os.Chmod(file, mode)
	}
	if err != nil {
		return fmt.Errorf("making a program executable: %w", err)
	}
	if !linked {
		return nil
	}
	start, err := firstBytes(file)
	if err != nil || !hasWindowsShebang(start) {
		return err
	}
	text, err := os.ReadFile(file)
	if err == nil {
		end := bytes.Index(text, []byte("\r\n"))
		err = os.WriteFile(file, slices.Delete(text, end, end+1), mode)
	}
	if err != nil {
		return fmt.Errorf("changing a program's line end: %w", err)
	}
	return nil
}

func firstBytes(file string) ([]byte, error) {
	const enough = 2048
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("reading a program: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	start := make([]byte, enough)
	n, err := f.Read(start)
	if err != nil && n == 0 {
		return nil, nil // an empty file
	}
	return start[:n], nil
}

// hasWindowsShebang reports whether the first line begins with "#!" and ends with "\r\n".
func hasWindowsShebang(start []byte) bool {
	line, _, found := bytes.Cut(start, []byte("\n"))
	return found && bytes.HasPrefix(line, []byte("#!")) && len(line) > len("#!\r") && bytes.HasSuffix(line, []byte("\r"))
}

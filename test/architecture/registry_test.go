package architecture_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/orielapps/oriel/internal/tool/npm/registry"
)

// No file names a registry's host: where one stands, a lockfile or a setting was
// taken over from somebody's machine.
func TestNoFileNamesARegistry(t *testing.T) {
	t.Parallel()
	host := bytes.TrimSuffix([]byte(registry.Public[len("https://"):]), []byte("/"))
	top := root(t)
	read := 0
	err := filepath.WalkDir(top, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git" || entry.Name() == ".tmp"):
			return filepath.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		read++
		if bytes.Contains(text, host) {
			t.Errorf("%s names %s", file, host)
		}
		return nil
	})
	if err != nil || read < 500 {
		t.Errorf("%d files were read, %v", read, err)
	}
}

package bundle

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

// Change is a generated file to write or to remove.
type Change struct {
	// Path is a slash path relative to [Project.Files].
	Path string
	// Remove is set for a document whose view is gone.
	Remove bool
	// Data is the new content, unless Remove.
	Data []byte
}

// Plan compares the built documents of all views with the files of the project:
// "dist/NAME.html" for each, "oriel.go" and "oriel_test.go". No change means that all are up
// to date. A file in the way that was not generated is a fault.
func (p *Project) Plan(documents []*Document) ([]Change, error) {
	want := make([]Change, 0, len(documents)+2)
	for _, d := range documents {
		want = append(want, Change{Path: p.output(d.Name), Data: []byte(d.HTML)})
	}
	for _, name := range []string{"oriel.go", "oriel_test.go"} {
		source, err := goFile(name, documents)
		if err != nil {
			return nil, err
		}
		want = append(want, Change{Path: path.Join(p.Views, name), Data: source})
	}
	var changes []Change
	var faults Faults
	expected := make(map[string]bool, len(want))
	for _, change := range want {
		expected[change.Path] = true
		existing, err := fs.ReadFile(p.Files, change.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			changes = append(changes, change)
		case err != nil:
			faults = append(faults, source.Unreadable(change.Path, err))
		case !generated(change.Path, existing):
			faults = append(faults, &Fault{
				Code:    "file_not_generated",
				File:    change.Path,
				Message: path.Base(change.Path) + " was not written by oriel generate, so it is not overwritten.",
				Fix:     "Move it elsewhere.",
			})
		case !equalText(existing, change.Data):
			changes = append(changes, change)
		}
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return append(changes, p.leftovers(expected)...), nil
}

// output returns where a view's document is written.
func (p *Project) output(name string) string {
	return path.Join(p.Views, distFolder, name+".html")
}

// leftovers returns the removals of generated documents without a view.
func (p *Project) leftovers(expected map[string]bool) []Change {
	dist := path.Join(p.Views, distFolder)
	entries, err := fs.ReadDir(p.Files, dist)
	if err != nil {
		return nil // there is no such folder yet
	}
	var changes []Change
	for _, entry := range entries {
		name := path.Join(dist, entry.Name())
		if expected[name] || !entry.Type().IsRegular() || path.Ext(name) != ".html" {
			continue
		}
		if data, readErr := fs.ReadFile(p.Files, name); readErr == nil && generated(name, data) {
			changes = append(changes, Change{Path: name, Remove: true})
		}
	}
	return changes
}

var anyHashMark = regexp.MustCompile(regexp.QuoteMeta(HashMark("0")[:len(HashMark("0"))-3]) + `[0-9a-f]+">`)

// generated reports whether a file was written by Apply.
func generated(name string, data []byte) bool {
	if path.Ext(name) == ".html" {
		return anyHashMark.Match(data)
	}
	return bytes.HasPrefix(data, []byte(generatedMark))
}

// equalText reports whether texts are equal except for line ends, which a checkout may
// change.
func equalText(a, b []byte) bool {
	return bytes.Equal(normalizeLines(a), normalizeLines(b))
}

func normalizeLines(text []byte) []byte {
	if !bytes.Contains(text, []byte("\r\n")) {
		return text // ReplaceAll would copy it
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

// Apply writes changes. Each file is replaced atomically. The project has to come from
// [Open].
func (p *Project) Apply(changes []Change) error {
	if p.root == nil {
		return errors.New("the project was not opened with Open, so it can't be written")
	}
	for _, change := range changes {
		if err := p.apply(change); err != nil {
			return &Fault{
				Code:    "file_not_written",
				File:    change.Path,
				Message: fmt.Sprintf("The file can't be written: %v.", source.Reason(err)),
				Fix:     "Check that you may write to its folder.",
			}
		}
	}
	return nil
}

const (
	folderMode = 0o755
	fileMode   = 0o644
)

func (p *Project) apply(change Change) error {
	if change.Remove {
		return p.root.Remove(change.Path) //nolint:wrapcheck // Apply turns it into a fault
	}
	if err := p.root.MkdirAll(path.Dir(change.Path), folderMode); err != nil {
		return err //nolint:wrapcheck // Apply turns it into a fault
	}
	temporary := path.Join(path.Dir(change.Path), ".oriel-"+strings.ToLower(rand.Text())+".tmp")
	if err := p.write(temporary, change.Data); err != nil {
		return errors.Join(err, p.root.Remove(temporary))
	}
	if err := p.root.Rename(temporary, change.Path); err != nil {
		return errors.Join(err, p.root.Remove(temporary))
	}
	return nil
}

func (p *Project) write(name string, data []byte) error {
	file, err := p.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err //nolint:wrapcheck // Apply turns it into a fault
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

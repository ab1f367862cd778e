package npm

import (
	"fmt"
	"os"
	"path/filepath"
)

// makeLinks makes links to folders of the project in a stage, relative like npm's.
func (s *stage) makeLinks(p *project, links []*lockedPackage) error {
	for _, pkg := range links {
		folder := filepath.Dir(filepath.Join(p.dir, filepath.FromSlash(pkg.Location)))
		target, err := filepath.Rel(folder, filepath.Join(p.dir, filepath.FromSlash(pkg.Resolved)))
		if err != nil {
			return fmt.Errorf("linking %s: %w", pkg.Location, err)
		}
		place := s.path(pkg.Location)
		if err := os.MkdirAll(filepath.Dir(place), folderBase); err != nil {
			return writeError(pkg.Location, err)
		}
		if err := linkFolder(target, place); err != nil {
			return writeError("the link "+pkg.Location, err)
		}
	}
	return nil
}

package devloop

import (
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"

	"github.com/orielapps/oriel/internal/tool/devloop/watch"
)

// maxCompared is how long a file may be whose content is compared, in bytes.
const maxCompared = 16 << 20

// contents are those of the files that have changed. A server may itself write some of
// what it is made of, when it is started: what it then writes with what was in it before
// is no reason to start it again.
type contents struct {
	root string
	sums map[string][sha256.Size]byte
}

// isNew reports whether there may be something else in a file than at its last change.
func (c *contents) isNew(change watch.Change) bool {
	before, known := c.sums[change.Path]
	delete(c.sums, change.Path)
	if change.Kind == watch.Removed {
		return true
	}
	now, ok := sumOf(filepath.Join(c.root, filepath.FromSlash(change.Path)))
	if !ok {
		return true
	}
	if c.sums == nil {
		c.sums = map[string][sha256.Size]byte{}
	}
	c.sums[change.Path] = now
	return !known || now != before
}

// sumOf returns a hash of a file, if it can be read and is not too long.
func sumOf(name string) (sum [sha256.Size]byte, ok bool) {
	file, err := os.Open(name)
	if err != nil {
		return sum, false
	}
	defer func() { _ = file.Close() }() // it was only read
	if info, failed := file.Stat(); failed != nil || !info.Mode().IsRegular() {
		return sum, false
	}
	hash := sha256.New()
	read, err := io.Copy(hash, io.LimitReader(file, maxCompared+1))
	if err != nil || read > maxCompared {
		return sum, false
	}
	return [sha256.Size]byte(hash.Sum(nil)), true
}

package devloop

import (
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"

	"github.com/orielapps/oriel/internal/tool/devloop/watch"
)

// maxCompared is the largest file whose content is compared, in bytes.
const maxCompared = 16 << 20

// contentHashes has the hashes of changed files. A server may write some of its own
// sources when it starts: writing the same content again must not restart it.
type contentHashes struct {
	root string
	sums map[string][sha256.Size]byte
}

// changed reports whether a file may have other content than at its last change.
func (c *contentHashes) changed(change watch.Change) bool {
	before, known := c.sums[change.Path]
	delete(c.sums, change.Path)
	if change.Kind == watch.Removed {
		return true
	}
	now, ok := hashOf(filepath.Join(c.root, filepath.FromSlash(change.Path)))
	if !ok {
		return true
	}
	if c.sums == nil {
		c.sums = map[string][sha256.Size]byte{}
	}
	c.sums[change.Path] = now
	return !known || now != before
}

// hashOf returns the hash of a file, if it can be read and is not too large.
func hashOf(name string) (sum [sha256.Size]byte, ok bool) {
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

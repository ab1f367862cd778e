package view

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
)

// sourceHashBytes is how much of the SHA-256 a source hash has: 32 digits.
const sourceHashBytes = 16

// SourceHash returns 32 hexadecimal digits over the named files of fsys, in the given
// order, and all of [Sources]. A built document contains it, so a different hash means that
// its sources have changed.
//
// The hash covers names and contents. CR LF counts as LF, so that all checkouts have the
// same hash. If a file can't be read, the error wraps that of fsys.
func SourceHash(fsys fs.FS, files []string) (string, error) {
	sum := sha256.New()
	for _, name := range files {
		if err := hashFile(sum, fsys, name); err != nil {
			return "", err
		}
	}
	if err := hashTree(sum, Sources()); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:sourceHashBytes]), nil
}

// hashTree adds all files of a file system, sorted by name.
func hashTree(sum hash.Hash, fsys fs.FS) error {
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return hashFile(sum, fsys, name)
	})
	if err != nil {
		return fmt.Errorf("hashing the view runtime: %w", err)
	}
	return nil
}

// hashFile adds a name and a content, each after its length, so that different lists of
// files are different bytes.
func hashFile(sum hash.Hash, fsys fs.FS, name string) error {
	content, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("hashing a view's source: %w", err)
	}
	if bytes.Contains(content, []byte("\r\n")) { // ReplaceAll would copy in any case
		content = bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n"))
	}
	var length [8]byte
	for _, part := range [][]byte{[]byte(name), content} {
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		_, _ = sum.Write(length[:]) // writing to a hash never fails
		_, _ = sum.Write(part)
	}
	return nil
}

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

// sourceHashBytes is how much of the SHA-256 a source hash keeps: 32 digits.
const sourceHashBytes = 16

// SourceHash returns 32 hexadecimal digits over the named files of fsys, in the
// order given, and the runtime's own sources: all of [Sources], whether the view
// uses them or not. A built document carries it, and no longer fits its sources
// when the hash differs.
//
// Names count as well as contents. Line ends do not: a checkout with CR LF has
// the hash of one with LF. A file that can't be read is an error that wraps the
// one of fsys.
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

// hashTree adds all files of a file system, in the order of their names.
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

// hashFile adds a name and a content, each after its length, so that no two
// lists of files run together to the same bytes.
func hashFile(sum hash.Hash, fsys fs.FS, name string) error {
	content, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("hashing a view's source: %w", err)
	}
	if bytes.Contains(content, []byte("\r\n")) { // ReplaceAll copies also where there is none
		content = bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n"))
	}
	var length [8]byte
	for _, part := range [][]byte{[]byte(name), content} {
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		_, _ = sum.Write(length[:]) // a hash never fails to write
		_, _ = sum.Write(part)
	}
	return nil
}

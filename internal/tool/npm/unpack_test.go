package npm

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// What is written stays within the limits, whatever headers say.
func TestUnpackLimits(t *testing.T) {
	t.Parallel()
	small := limits{packed: 1 << 20, unpacked: 1000, files: 5, name: 100, depth: 3}
	for name, one := range map[string]struct {
		files map[string]int
		says  string
	}{
		"all of it":      {map[string]int{"package/a": 600, "package/b": 400}, ""},
		"one too large":  {map[string]int{"package/a": 1001}, "unpacked"},
		"all too large":  {map[string]int{"package/a": 600, "package/b": 401}, "unpacked"},
		"too many":       {map[string]int{"package/a": 1, "package/b": 1, "package/c": 1, "package/d": 1, "package/e": 1, "package/f": 1}, "files"},
		"too deep":       {map[string]int{"package/a/b/c/d": 1}, "folders"},
		"just not":       {map[string]int{"package/a/b/c": 1}, ""},
		"too long a way": {map[string]int{"package/" + strings.Repeat("a", 100): 1}, "path"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var packed bytes.Buffer
			archive := tar.NewWriter(&packed)
			for file, size := range one.files {
				if err := archive.WriteHeader(&tar.Header{Name: file, Mode: 0o644, Size: int64(size), Typeflag: tar.TypeReg}); err != nil {
					t.Fatal(err)
				}
				if _, err := archive.Write(make([]byte, size)); err != nil {
					t.Fatal(err)
				}
			}
			if err := archive.Close(); err != nil {
				t.Fatal(err)
			}
			u := &unpacker{buffers: newBuffers(), dest: t.TempDir(), limits: small}
			err := u.unpack(&packed)
			if one.says == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if large, ok := errors.AsType[*tooLargeError](err); !ok || !strings.Contains(large.what, one.says) {
				t.Errorf("the error is %v", err)
			}
			if u.bytes > small.unpacked {
				t.Errorf("%d bytes were written", u.bytes)
			}
		})
	}
}

// A sparse file is as large as it claims to be, and takes no room in the tarball.
func TestUnpackSparseBomb(t *testing.T) {
	t.Parallel()
	// GNU's format 1.0: a map in front of the data says that all of it is a hole.
	pax := func(key, value string) string {
		record := " " + key + "=" + value + "\n"
		for size := len(record); ; size++ {
			if text := strconv.Itoa(size) + record; len(text) == size {
				return text
			}
		}
	}
	var packed bytes.Buffer
	records := pax("GNU.sparse.major", "1") + pax("GNU.sparse.minor", "0") + pax("GNU.sparse.name", "package/bomb") + pax("GNU.sparse.realsize", "99999999999")
	header := func(name string, kind byte, body string) {
		raw := rawHeader(name, kind, len(body))
		packed.Write(raw)
		packed.WriteString(body)
		packed.Write(make([]byte, (512-len(body)%512)%512))
	}
	header("PaxHeader/bomb", tar.TypeXHeader, records)
	header("package/GNUSparseFile.0/bomb", tar.TypeReg, "0\n"+strings.Repeat("\x00", 510))
	packed.Write(make([]byte, 1024))
	u := &unpacker{buffers: newBuffers(), dest: t.TempDir(), limits: limits{packed: 1 << 20, unpacked: 1 << 20, files: 10, name: 100, depth: 10}}
	err := u.unpack(&packed)
	if _, ok := errors.AsType[*tooLargeError](err); !ok {
		t.Errorf("the error is %v, after %d bytes", err, u.bytes)
	}
}

// rawHeader is a header of the ustar format.
func rawHeader(name string, kind byte, size int) []byte {
	raw := make([]byte, 512)
	copy(raw, name)
	copy(raw[100:], "0000644\x000000000\x000000000\x00")
	copy(raw[124:], octal(size, 11)+"\x00")
	copy(raw[136:], octal(0, 11)+"\x00        ")
	raw[156] = kind
	copy(raw[257:], "ustar\x0000")
	sum := 0
	for _, b := range raw {
		sum += int(b)
	}
	copy(raw[148:], octal(sum, 6)+"\x00 ")
	return raw
}

func octal(n, digits int) string { return fmt.Sprintf("%0*o", digits, n) }

// What another hash was expected of is not written, not even for a moment.
func TestNothingIsWrittenBeforeItsHashIsKnown(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	archive := tar.NewWriter(zip)
	content := bytes.Repeat([]byte("content"), 1000)
	for n := range 100 {
		header := &tar.Header{Name: fmt.Sprintf("package/%d.txt", n), Mode: 0o644, Size: int64(len(content)), Typeflag: tar.TypeReg}
		if err := archive.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(archive.Close(), zip.Close()); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"another": packed.Bytes(), "without compression": []byte("tar"), "cut off": packed.Bytes()[:200], "empty": nil} {
		file, err := os.Create(filepath.Join(t.TempDir(), "tarball"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = file.Write(data); err == nil {
			_, err = file.Seek(0, io.SeekStart)
		}
		if err != nil {
			t.Fatal(err)
		}
		other := sha512.Sum512([]byte("other"))
		want, _ := parseIntegrity("sha512-" + base64.StdEncoding.EncodeToString(other[:]))
		u := &unpacker{buffers: newBuffers(), dest: filepath.Join(t.TempDir(), "package"), limits: defaultLimits}
		fits, _, err := unpackHashed(file, want, u)
		if err = errors.Join(err, file.Close()); fits || err != nil {
			t.Errorf("%s: fits is %v, and the error %v", name, fits, err)
		}
		if u.files > 0 || exists(u.dest) {
			t.Errorf("%s: %d files were written", name, u.files)
		}
	}
}

// Reading ahead gives what was read, and the error where it was.
func TestReadAhead(t *testing.T) {
	t.Parallel()
	content := bytes.Repeat([]byte("0123456789"), 200_000)
	for name, one := range map[string]struct {
		reader io.Reader
		err    error
	}{
		"whole":     {bytes.NewReader(content), nil},
		"in halves": {iotest.HalfReader(bytes.NewReader(content)), nil},
		"with end":  {iotest.DataErrReader(bytes.NewReader(content)), nil},
		"broken":    {io.MultiReader(bytes.NewReader(content), iotest.ErrReader(io.ErrUnexpectedEOF)), io.ErrUnexpectedEOF},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := readAhead(one.reader, new([][]byte))
			got, err := io.ReadAll(a)
			a.stop()
			if !bytes.Equal(got, content) || !errors.Is(err, one.err) {
				t.Errorf("%d bytes of %d, and the error %v", len(got), len(content), err)
			}
		})
	}
	endless := readAhead(iotest.TimeoutReader(endlessReader{}), new([][]byte))
	endless.stop()
}

type endlessReader struct{}

func (endlessReader) Read(p []byte) (int, error) { return len(p), nil }

// FuzzUnpack checks that no tarball writes outside of its folder, or more than it
// may, or anything but files.
func FuzzUnpack(f *testing.F) {
	for _, names := range [][]string{{"package/a", "package/b/c"}, {"../a"}, {"/a"}, {"package/.gitignore", "package/.npmignore"}, {"a/b", "a/b/c"}} {
		var packed bytes.Buffer
		archive := tar.NewWriter(&packed)
		for _, name := range names {
			if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: 1, Typeflag: tar.TypeReg}); err != nil {
				f.Fatal(err)
			}
			if _, err := archive.Write([]byte("x")); err != nil {
				f.Fatal(err)
			}
		}
		if err := archive.WriteHeader(&tar.Header{Name: "package/link", Linkname: "../..", Typeflag: tar.TypeSymlink}); err != nil {
			f.Fatal(err)
		}
		if err := archive.Close(); err != nil {
			f.Fatal(err)
		}
		f.Add(bytes.Clone(packed.Bytes()))
		var zipped bytes.Buffer
		zip := gzip.NewWriter(&zipped)
		_, _ = zip.Write(packed.Bytes())
		_ = zip.Close()
		f.Add(zipped.Bytes())
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		base := t.TempDir()
		small := limits{packed: 1 << 20, unpacked: 1 << 16, files: 100, name: 200, depth: 10}
		u := &unpacker{buffers: newBuffers(), dest: filepath.Join(base, "dest", "p"), limits: small}
		err := u.unpack(bytes.NewReader(packed))
		if u.bytes > small.unpacked+1 {
			t.Errorf("%d bytes were written, and the error is %v", u.bytes, err)
		}
		walked := filepath.WalkDir(base, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if !entry.IsDir() && (!entry.Type().IsRegular() || !strings.HasPrefix(name, u.dest+string(os.PathSeparator))) {
				t.Errorf("%s is a %v", name, entry.Type())
			}
			return nil
		})
		if walked != nil {
			t.Error(walked)
		}
	})
}

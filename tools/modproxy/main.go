// Command modproxy releases the modules of this checkout under a version. It writes them
// as a Go module proxy on disk, in the layout of "go help goproxy". With GOPROXY=file://DIR
// in front of the usual proxy, the go command finds Oriel at VERSION:
//
//	modproxy -version v0.0.0 -out DIR
//
// A module is what git would commit of its folder. Its go.mod requires the other
// modules of the checkout at VERSION, and its go.sum has their hashes; nothing else
// differs from what is committed. With -write, the checkout gets these two files as well.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/mod/zip"
)

func main() {
	version := flag.String("version", "v0.0.0", "the version that the modules get")
	out := flag.String("out", "", "the folder to write")
	write := flag.Bool("write", false, "write the released go.mod and go.sum of each module into the checkout, too")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*out, *version, *write); err != nil {
		fmt.Fprintln(os.Stderr, "modproxy:", err)
		os.Exit(1)
	}
}

func run(out, version string, write bool) error {
	files, err := committed()
	if err != nil {
		return err
	}
	r := &release{out: out, version: version, files: files, modules: map[string]*released{}}
	for _, file := range files {
		if path.Base(file) != "go.mod" || strings.Contains(file, "testdata/") {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("reading a go.mod: %w", err)
		}
		r.modules[path.Dir(file)] = &released{path: modfile.ModulePath(content)}
	}
	for folder, m := range r.modules {
		if err := r.make(folder, m); err != nil {
			return err
		}
	}
	if !write {
		return nil
	}
	for folder, m := range r.modules {
		for name, content := range map[string][]byte{"go.mod": m.goMod, "go.sum": m.goSum} {
			if err := os.WriteFile(filepath.Join(folder, name), content, fileMode); err != nil {
				return fmt.Errorf("writing the released %s: %w", name, err)
			}
		}
	}
	return nil
}

// committed returns the files that git has or would add, with slashes.
func committed() ([]string, error) {
	listed, err := exec.CommandContext(context.Background(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return nil, fmt.Errorf("listing the files of the checkout: %w", err)
	}
	var files []string
	for file := range strings.SplitSeq(strings.TrimSuffix(string(listed), "\x00"), "\x00") {
		if _, err := os.Lstat(file); err == nil { // otherwise deleted, and not yet committed
			files = append(files, file)
		}
	}
	return slices.Compact(files), nil
}

// release is the modules of a checkout at one version.
type release struct {
	out, version string
	files        []string             // of the checkout
	modules      map[string]*released // by their folders
}

// released is a module at the release's version. All but path is empty until it is made.
type released struct {
	path         string
	goMod, goSum []byte
	sums         []string // its lines in the go.sum of those that require it
}

const (
	folderMode = 0o750
	fileMode   = 0o600
)

// make makes a module, after those that it requires: its go.sum has their hashes.
func (r *release) make(folder string, m *released) error {
	if m.sums != nil {
		return nil
	}
	if err := r.rewrite(folder, m); err != nil {
		return fmt.Errorf("module %s: %w", m.path, err)
	}
	if err := r.publish(folder, m); err != nil {
		return fmt.Errorf("module %s: %w", m.path, err)
	}
	return nil
}

// rewrite makes a module's go.mod and go.sum.
func (r *release) rewrite(folder string, m *released) error {
	content, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return fmt.Errorf("reading its go.mod: %w", err)
	}
	parsed, err := modfile.Parse("go.mod", content, nil)
	if err != nil {
		return fmt.Errorf("its go.mod: %w", err)
	}
	if len(parsed.Replace) > 0 {
		return errors.New("its go.mod has a replace, which counts in no released module")
	}
	goSum, err := os.ReadFile(filepath.Join(folder, "go.sum"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("reading its go.sum: %w", err)
	}
	sums := slices.Collect(strings.Lines(string(goSum)))
	for other, required := range r.modules {
		if !slices.ContainsFunc(parsed.Require, func(line *modfile.Require) bool { return line.Mod.Path == required.path }) {
			continue
		}
		if err = r.make(other, required); err != nil {
			return err
		}
		if err = parsed.AddRequire(required.path, r.version); err != nil {
			return fmt.Errorf("requiring %s: %w", required.path, err)
		}
		sums = append(sums, required.sums...)
	}
	slices.SortStableFunc(sums, func(a, b string) int {
		pathA, _, _ := strings.Cut(a, " ")
		pathB, _, _ := strings.Cut(b, " ")
		return strings.Compare(pathA, pathB)
	})
	m.goSum = []byte(strings.Join(sums, ""))
	if m.goMod, err = parsed.Format(); err != nil {
		return fmt.Errorf("its go.mod: %w", err)
	}
	return nil
}

// publish writes a module's files in the proxy and notes their hashes.
func (r *release) publish(folder string, m *released) error {
	escaped, err := module.EscapePath(m.path)
	if err != nil {
		return fmt.Errorf("its path: %w", err)
	}
	var archive bytes.Buffer
	if err = zip.Create(&archive, module.Version{Path: m.path, Version: r.version}, r.members(folder, m)); err != nil {
		return fmt.Errorf("its zip: %w", err)
	}
	info, err := json.Marshal(map[string]any{"Version": r.version, "Time": time.Now().UTC().Format(time.RFC3339)})
	if err != nil {
		return fmt.Errorf("its info: %w", err)
	}
	dir := filepath.Join(r.out, filepath.FromSlash(escaped), "@v")
	if err = os.MkdirAll(dir, folderMode); err != nil {
		return fmt.Errorf("its folder: %w", err)
	}
	for name, content := range map[string][]byte{
		"list": []byte(r.version + "\n"), r.version + ".info": info, r.version + ".mod": m.goMod, r.version + ".zip": archive.Bytes(),
	} {
		if err = os.WriteFile(filepath.Join(dir, name), content, fileMode); err != nil {
			return fmt.Errorf("its files: %w", err)
		}
	}
	zipSum, err := dirhash.HashZip(filepath.Join(dir, r.version+".zip"), dirhash.Hash1)
	if err != nil {
		return fmt.Errorf("the hash of its zip: %w", err)
	}
	modSum, err := dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(m.goMod)), nil })
	if err != nil {
		return fmt.Errorf("the hash of its go.mod: %w", err)
	}
	m.sums = []string{
		fmt.Sprintf("%s %s %s\n", m.path, r.version, zipSum),
		fmt.Sprintf("%s %s/go.mod %s\n", m.path, r.version, modSum),
	}
	return nil
}

// members returns the files of a module's zip, which are those that the go command
// takes from the repository: a nested module without a license gets the repository's.
func (r *release) members(folder string, m *released) []zip.File {
	members, licensed := []zip.File{}, false
	for _, file := range r.files {
		if r.owner(file) != folder {
			continue
		}
		member := source{name: strings.TrimPrefix(file, folder+"/"), file: file}
		switch member.name {
		case "go.mod":
			member.content = m.goMod
		case "go.sum":
			member.content = m.goSum
		case license:
			licensed = true
		}
		members = append(members, member)
	}
	if !licensed {
		members = append(members, source{name: license, file: license})
	}
	return members
}

const license = "LICENSE"

// owner is the folder of the module that a file belongs to.
func (r *release) owner(file string) string {
	folder := path.Dir(file)
	for folder != "." {
		if _, ok := r.modules[folder]; ok {
			return folder
		}
		folder = path.Dir(folder)
	}
	return folder
}

// source is a file of the checkout as a member of a module's zip.
type source struct {
	name, file string
	content    []byte // in place of the file's, unless nil
}

func (s source) Path() string { return s.name }
func (s source) Lstat() (fs.FileInfo, error) {
	info, err := os.Lstat(s.file)
	if s.content == nil || err != nil {
		return info, err //nolint:wrapcheck // zip wraps it
	}
	return resized{FileInfo: info, size: int64(len(s.content))}, nil
}

func (s source) Open() (io.ReadCloser, error) {
	if s.content != nil {
		return io.NopCloser(bytes.NewReader(s.content)), nil
	}
	return os.Open(s.file) //nolint:wrapcheck // likewise
}

// resized describes a file with content of another size.
type resized struct {
	fs.FileInfo

	size int64
}

func (r resized) Size() int64 { return r.size }

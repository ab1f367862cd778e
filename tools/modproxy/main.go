// Command modproxy writes the modules of this checkout as a Go module proxy on disk,
// in the layout of "go help goproxy". With GOPROXY=file://DIR in front of the usual
// proxy, the go command finds Oriel as if VERSION were released:
//
//	modproxy -version v0.0.0 -out DIR
//
// A module is what git would commit of its folder. Its go.mod requires the other
// modules of the checkout at VERSION; nothing else differs from the committed one.
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
	"golang.org/x/mod/zip"
)

func main() {
	version := flag.String("version", "v0.0.0", "the version that the modules get")
	out := flag.String("out", "", "the folder to write")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := write(*out, *version); err != nil {
		fmt.Fprintln(os.Stderr, "modproxy:", err)
		os.Exit(1)
	}
}

func write(out, version string) error {
	files, err := committed()
	if err != nil {
		return err
	}
	modules := map[string]string{} // folder → module path
	for _, file := range files {
		if path.Base(file) != "go.mod" || strings.Contains(file, "testdata/") {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("reading a go.mod: %w", err)
		}
		modules[path.Dir(file)] = modfile.ModulePath(content)
	}
	for folder, modulePath := range modules {
		if err := writeModule(out, folder, module.Version{Path: modulePath, Version: version}, files, modules); err != nil {
			return fmt.Errorf("module %s: %w", modulePath, err)
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

func writeModule(out, folder string, m module.Version, files []string, modules map[string]string) error {
	goMod, err := released(folder, m.Version, modules)
	if err != nil {
		return err
	}
	members := []zip.File{}
	for _, file := range files {
		if owner(file, modules) != folder {
			continue
		}
		member := source{name: strings.TrimPrefix(strings.TrimPrefix(file, folder), "/"), file: file}
		if member.name == "go.mod" {
			member.content = goMod
		}
		members = append(members, member)
	}
	escaped, err := module.EscapePath(m.Path)
	if err != nil {
		return fmt.Errorf("its path: %w", err)
	}
	var archive bytes.Buffer
	if err = zip.Create(&archive, m, members); err != nil {
		return fmt.Errorf("its zip: %w", err)
	}
	info, err := json.Marshal(map[string]any{"Version": m.Version, "Time": time.Now().UTC().Format(time.RFC3339)})
	if err != nil {
		return fmt.Errorf("its info: %w", err)
	}
	const (
		folderMode = 0o750
		fileMode   = 0o600
	)
	dir := filepath.Join(out, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return fmt.Errorf("its folder: %w", err)
	}
	for name, content := range map[string][]byte{
		"list": []byte(m.Version + "\n"), m.Version + ".info": info, m.Version + ".mod": goMod, m.Version + ".zip": archive.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, fileMode); err != nil {
			return fmt.Errorf("its files: %w", err)
		}
	}
	return nil
}

// owner is the folder of the module that a file belongs to.
func owner(file string, modules map[string]string) string {
	folder := path.Dir(file)
	for folder != "." {
		if _, ok := modules[folder]; ok {
			return folder
		}
		folder = path.Dir(folder)
	}
	return folder
}

// released is a module's go.mod with the version that all modules of the checkout get.
func released(folder, version string, modules map[string]string) ([]byte, error) {
	content, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return nil, fmt.Errorf("reading its go.mod: %w", err)
	}
	parsed, err := modfile.Parse("go.mod", content, nil)
	if err != nil {
		return nil, fmt.Errorf("its go.mod: %w", err)
	}
	if len(parsed.Replace) > 0 {
		return nil, errors.New("its go.mod has a replace, which counts in no released module")
	}
	for _, modulePath := range modules {
		for _, required := range parsed.Require {
			if required.Mod.Path != modulePath {
				continue
			}
			if err = parsed.AddRequire(modulePath, version); err != nil {
				return nil, fmt.Errorf("requiring %s: %w", modulePath, err)
			}
		}
	}
	formatted, err := parsed.Format()
	if err != nil {
		return nil, fmt.Errorf("its go.mod: %w", err)
	}
	return formatted, nil
}

// source is a file of the checkout as a member of a module's zip.
type source struct {
	name, file string
	content    []byte // in place of the file's, unless nil
}

func (s source) Path() string                { return s.name }
func (s source) Lstat() (fs.FileInfo, error) { return os.Lstat(s.file) } //nolint:wrapcheck // zip wraps it
func (s source) Open() (io.ReadCloser, error) {
	if s.content != nil {
		return io.NopCloser(bytes.NewReader(s.content)), nil
	}
	return os.Open(s.file) //nolint:wrapcheck // likewise
}

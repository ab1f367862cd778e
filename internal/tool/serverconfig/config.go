// Package serverconfig reads MCP servers from the config files of Claude Desktop, Claude
// Code, Cursor and VS Code, and from a command line.
//
// A config file decides which programs run. So this package never searches for one; it
// only reads files that the user has named.
package serverconfig

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

const mebibyte = 1 << 20

const (
	// maxFile is the maximum size of a config file, in bytes.
	maxFile = mebibyte
	// maxServers is the maximum number of servers in a file. Each may start several
	// processes.
	maxServers = 100
)

// Config is the content of a file.
type Config struct {
	// Servers are the enabled servers, in the file's order. Their IDs are their names,
	// made printable, and unique within the file.
	Servers []mcpclient.Server
	// Warnings are sentences about settings without effect.
	Warnings []string
}

// Faults are the errors of a config file, in its order.
type Faults []*ui.Error //nolint:errname // they are several

// Error returns the faults, one per line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the faults.
func (f Faults) Unwrap() []error {
	list := make([]error, len(f))
	for i, fault := range f {
		list[i] = fault
	}
	return list
}

// Load reads a config file, a regular file of at most 1 MiB. Environ is a list of "KEY=value". It is the
// source of variables, and programs with variables of their own inherit it.
//
// The project's folder is the file's folder, or for a file in .vscode or .cursor the one
// above. It is the working folder of programs, and the base of relative paths.
//
// The error is [Faults], or a [*ui.Error] if the file can't be read.
func Load(path string, environ []string) (*Config, error) {
	data, err := readBounded(path)
	if err != nil {
		return nil, err
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("finding the folder of %q: %w", path, err)
	}
	return parse(path, filepath.Dir(absolute), data, environ)
}

var errNotRegular = errors.New("it is a folder, a pipe or a device, not a regular file")

func readBounded(path string) (data []byte, err error) {
	unreadable := func(err error) error {
		if reason, ok := errors.AsType[*fs.PathError](err); ok {
			err = reason.Err
		}
		return &ui.Error{
			Code:    "config_unreadable",
			Message: fmt.Sprintf("The config file %q can't be read: %v.", path, err),
			Fix:     "Name a file with \"mcpServers\" or \"servers\", such as .mcp.json or .vscode/mcp.json.",
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreadable(err)
	}
	if !info.Mode().IsRegular() { // opening a pipe waits for a writer, and nothing interrupts that
		return nil, unreadable(errNotRegular)
	}
	file, err := os.Open(path) //nolint:gosec // the user has named this file
	if err != nil {
		return nil, unreadable(err)
	}
	defer func() { _ = file.Close() }() // it was only read
	data, err = io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, unreadable(err)
	}
	if len(data) > maxFile {
		return nil, &ui.Error{
			Code:    "config_too_large",
			Message: fmt.Sprintf("The config file %q is larger than %d MiB.", path, maxFile/mebibyte),
			Fix:     "Copy the servers that you need into another file.",
		}
	}
	return data, nil
}

// parse reads the text of a config file in folder.
func parse(name, folder string, data []byte, environ []string) (*Config, error) {
	doc, top, err := newDocument(name, data)
	if err != nil {
		return nil, err
	}
	r := &reader{document: doc, vars: newVariables(project(folder), environ), environ: environ}
	members := r.object(top, "The file")
	if len(r.faults) > 0 {
		return nil, r.faults
	}
	found := false
	for _, member := range members {
		switch key := literal(member.Name); key {
		case "mcpServers", "servers":
			found = true
			r.servers(member.Value, key)
		}
	}
	if !found {
		return nil, withoutServers(name, members)
	}
	if len(r.faults) > 0 {
		return nil, r.faults
	}
	if len(r.config.Servers) == 0 {
		return nil, &ui.Error{
			Code:    "config_without_servers",
			Message: name + " has no enabled server.",
			Fix:     "Add one, or remove \"disabled\".",
		}
	}
	Unique(r.config.Servers)
	return &r.config, nil
}

// project returns the project's folder of a config file in folder.
func project(folder string) string {
	if slices.Contains([]string{".vscode", ".cursor"}, filepath.Base(folder)) {
		return filepath.Dir(folder)
	}
	return folder
}

func withoutServers(name string, members []hujson.ObjectMember) error {
	const shown = 5
	keys := make([]string, 0, shown)
	for _, member := range members[:min(len(members), shown)] {
		keys = append(keys, quote(literal(member.Name)))
	}
	has := "It is empty."
	if len(keys) > 0 {
		has = "It has " + strings.Join(keys, ", ") + "."
	}
	if len(members) > shown {
		has = strings.TrimSuffix(has, ".") + " and more."
	}
	return &ui.Error{
		Code:    "config_without_servers",
		Message: fmt.Sprintf("%s has neither \"mcpServers\" nor \"servers\". %s", name, has),
		Fix:     `Put the servers into {"mcpServers": {"name": {"command": "…"}}}.`,
	}
}

// Package serverconfig reads which MCP servers somebody uses: from the config
// files of Claude Desktop, Claude Code, Cursor and VS Code, and from what is
// written on a command line.
//
// A config file says which programs to run. Nothing here looks for one: it is
// read only where a person has named it.
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
	// maxFile is the most that a config file may hold, in bytes.
	maxFile = mebibyte
	// maxServers is how many servers a file may name: each is a program or more.
	maxServers = 100
)

// Config is what a file says.
type Config struct {
	// Servers are those that are not disabled, in the file's order. Their IDs are
	// their names, made printable, and unique within the file.
	Servers []mcpclient.Server
	// Warnings are sentences about what has no effect.
	Warnings []string
}

// Faults are all that is wrong with a config file, in its order.
type Faults []*ui.Error //nolint:errname // they are several

// Error returns the faults, one a line.
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

// Load reads a config file of at most 1 MiB. Variables are taken from environ,
// a list of "KEY=value", which is also what a program with variables of its own
// inherits.
//
// The folder of the project is the file's, or for a file in .vscode or .cursor
// the one above: programs run there, and relative paths start there.
//
// An error is [Faults], or a [*ui.Error] where the file can't be read at all.
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

func readBounded(path string) (data []byte, err error) {
	unreadable := func(err error) error {
		reason, ok := errors.AsType[*fs.PathError](err)
		if !ok {
			return &ui.Error{Code: "config_unreadable", Message: fmt.Sprintf("The config file %q can't be read: %v.", path, err)}
		}
		return &ui.Error{
			Code:    "config_unreadable",
			Message: fmt.Sprintf("The config file %q can't be read: %v.", path, reason.Err),
			Fix:     "Name a file with \"mcpServers\" or \"servers\", such as .mcp.json or .vscode/mcp.json.",
		}
	}
	file, err := os.Open(path) //nolint:gosec // the person who runs us has named it
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
			Fix:     "Copy its servers into a file of their own.",
		}
	}
	return data, nil
}

// parse reads the text of a config file that lies in folder.
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
			Message: name + " names no server that is enabled.",
			Fix:     "Add one, or take \"disabled\" away.",
		}
	}
	Unique(r.config.Servers)
	return &r.config, nil
}

// project is the folder that a config file speaks of.
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

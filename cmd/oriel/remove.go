package main

import "github.com/orielapps/oriel/internal/tool/npm/resolve"

// removeCommand takes packages out of a project.
type removeCommand struct {
	Packages []string `arg:"" help:"Packages, as package.json names them."`
	Dir      string   `default:"." help:"The project's folder (default: this one, or the one above that has package.json or go.mod)." placeholder:"DIR"`
	Offline  bool     `help:"Ask no registry."`
}

// Help is shown below the verb's usage.
func (*removeCommand) Help() string {
	return `For example:

    oriel remove lodash

Takes the packages out of package.json, and out of package-lock.json and node_modules with all
that only they needed. Where something goes wrong, both files stay as they were.`
}

// Run removes them.
func (c *removeCommand) Run(env *environment) error {
	return changePackages(env, packageChange{
		dir: c.Dir, offline: c.Offline,
		options: resolve.Options{Remove: c.Packages},
	})
}

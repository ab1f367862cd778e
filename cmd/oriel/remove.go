package main

import "github.com/orielapps/oriel/internal/tool/npm/resolve"

// removeCommand removes packages from a project.
type removeCommand struct {
	Packages []string `arg:"" help:"Packages, as package.json names them."`
	Dir      string   `default:"." help:"The project's folder (default: this one, or the nearest above with package.json or go.mod)." placeholder:"DIR"`
	Offline  bool     `help:"Don't use the registry."`
}

// Help is shown below the verb's usage.
func (*removeCommand) Help() string {
	return `For example:

    oriel remove lodash

Removes the packages from package.json, and from package-lock.json and node_modules together with
the dependencies that only they needed. If anything fails, both files stay unchanged.`
}

// Run removes the packages.
func (c *removeCommand) Run(env *environment) error {
	return changePackages(env, packageChange{
		dir: c.Dir, offline: c.Offline,
		options: resolve.Options{Remove: c.Packages},
	})
}

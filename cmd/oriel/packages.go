package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/orielapps/oriel/internal/tool/npm"
)

// installRecord is the file that package npm writes into each node_modules it makes.
const installRecord = ".oriel-install.json"

// needPackages installs the packages of a folder's lockfile if node_modules is missing,
// or if oriel made it and it is older than the lockfile. A node_modules of another tool
// is left alone.
func needPackages(ctx context.Context, env *environment, dir string, offline bool) error {
	if !exists(dir, "package-lock.json") && !exists(dir, "npm-shrinkwrap.json") {
		return nil
	}
	if exists(dir, "node_modules") && !exists(dir, "node_modules", installRecord) {
		return nil
	}
	if current, err := npm.Current(dir); err != nil || current {
		return err
	}
	inside := *env
	inside.ctx = ctx
	done, err := installPackages(&inside, dir, npm.Options{Offline: offline})
	warnAll(env, done.Warnings)
	return err
}

func exists(path ...string) bool {
	_, err := os.Stat(filepath.Join(path...))
	return err == nil
}

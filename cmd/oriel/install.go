package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/orielapps/oriel/internal/tool/npm"
	"github.com/orielapps/oriel/internal/tool/terminal"
)

// installCommand installs the packages of a lockfile.
type installCommand struct {
	Dir     string `arg:"" default:"." help:"The folder that has package.json and package-lock.json (default: this one)."`
	Offline bool   `help:"Use the cache only."`
	OmitDev bool   `help:"Leave out devDependencies."`
}

// Help is shown below the verb's usage.
func (*installCommand) Help() string {
	return `For example:

    oriel install
    oriel install web --offline

What package-lock.json names is put into node_modules, as "npm ci --ignore-scripts" does, without
Node: no package's code is run, and each has to have the hash that the lockfile names. There are
no links to programs in node_modules/.bin. Where node_modules is as it should be, nothing is done.

Registries, credentials and proxies are those of .npmrc and of the npm_config_* variables.
Tarballs are kept in the folder that ORIEL_CACHE names (default: oriel in the user's cache); it
may be removed at any time.`
}

// Run installs.
func (c *installCommand) Run(env *environment) error {
	begun := time.Now()
	done, err := installPackages(env, c.Dir, npm.Options{Offline: c.Offline, OmitDev: c.OmitDev})
	warnAll(env, done.Warnings)
	if err != nil {
		return err
	}
	return reportInstall(env.stdout, done, time.Since(begun))
}

// warnAll tells warnings that have neither a code nor a fix of their own.
func warnAll(env *environment, warnings []string) {
	for _, warning := range warnings {
		warn(env.complaints(), "", warning, "")
	}
}

// installPackages installs with the variables of the environment, and tells on the
// standard error output how it goes, apart from warnings about settings, which the
// caller may have told before.
func installPackages(env *environment, dir string, o npm.Options) (npm.Summary, error) {
	defer collectSeldom()()
	o.Environ = env.environ
	progress := terminal.New(env.stderr, env.environ).Progress("Installing packages")
	o.Progress = progress.Set
	done, err := npm.Install(env.ctx, dir, o)
	progress.End()
	if done.ReplacedPrograms {
		warn(env.complaints(), "", "node_modules was npm's, and has no links to programs any more (node_modules/.bin).",
			"Run npm ci if you need them, as for npm run: oriel takes what it installs as it is.")
	}
	if len(done.Missing) > 0 {
		warn(env.complaints(), "", "Left out, because they could not be had: "+strings.Join(done.Missing, ", ")+".",
			"They are optional. Run oriel install again once the registry can be reached.")
	}
	if errors.Is(err, context.Canceled) {
		return done, &problem{message: "Interrupted. Nothing was changed."}
	}
	return done, err
}

// reportInstall says what was installed: "12 packages in 0.8s, 12 fetched".
func reportInstall(w io.Writer, done npm.Summary, took time.Duration) error {
	text := counted(done.Packages, "package")
	if done.Linked > 0 {
		text += ", " + counted(done.Linked, "link")
	}
	if done.Unchanged {
		text += ", nothing to do\n"
	} else {
		text += fmt.Sprintf(" in %s, %d fetched\n", took.Round(time.Millisecond), done.Fetched)
	}
	if len(done.Scripts) > 0 && !done.Unchanged {
		text += "Install scripts, not run: " + strings.Join(done.Scripts, ", ") + "\n"
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("saying what was installed: %w", err)
	}
	return nil
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

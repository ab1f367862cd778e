package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/orielapps/oriel/internal/tool/npm"
	"github.com/orielapps/oriel/internal/tool/terminal"
)

// installCommand installs the packages of a lockfile.
type installCommand struct {
	Dir     string `arg:"" default:"." help:"The folder that has package.json and package-lock.json (default: this one)."`
	Offline bool   `help:"Use only the cache."`
	OmitDev bool   `help:"Leave out devDependencies."`
}

// Help is shown below the verb's usage.
func (*installCommand) Help() string {
	return `For example:

    oriel install
    oriel install web --offline

Installs the packages of package-lock.json into node_modules, as "npm ci --ignore-scripts" does,
without Node. It runs no code of a package, and checks each package against its hash in the
lockfile. It creates no links to programs in node_modules/.bin. If node_modules is up to date, it
does nothing.

Registries, credentials and proxies come from .npmrc and the npm_config_* variables. Tarballs are
cached in the folder ORIEL_CACHE (default: oriel in the user's cache). You can delete it at any
time.`
}

// Run installs the packages.
func (c *installCommand) Run(env *environment) error {
	begun := time.Now()
	done, err := installPackages(env, c.Dir, npm.Options{Offline: c.Offline, OmitDev: c.OmitDev})
	warnAll(env, done.Warnings)
	if err != nil {
		return err
	}
	return reportInstall(env.stdout, done, time.Since(begun))
}

// warnAll prints warnings without a code and a fix.
func warnAll(env *environment, warnings []string) {
	for _, warning := range warnings {
		warn(env.errorOutput(), "", warning, "")
	}
}

// installPackages installs with the variables of the environment, and shows progress on
// standard error. It leaves warnings about settings to the caller, who may have printed
// them before.
func installPackages(env *environment, dir string, o npm.Options) (npm.Summary, error) {
	defer collectRarely()()
	o.Environ = env.environ
	progress := terminal.New(env.stderr, env.environ).Progress("Installing packages")
	o.Progress = progress.Set
	done, err := npm.Install(env.ctx, dir, o)
	progress.End()
	if done.ReplacedPrograms {
		warn(env.errorOutput(), "", "node_modules was made by npm, and has lost its links to programs (node_modules/.bin).",
			"If you need them, for example for npm run, run npm ci: oriel uses what npm installs.")
	}
	if len(done.Missing) > 0 {
		const again = "Run oriel install again when the registry is reachable."
		message, code, fix := "Left out, because they can't be fetched: "+strings.Join(done.Missing, ", ")+".", "", "They are optional. "+again
		if slices.ContainsFunc(done.Missing, isTypeScript) {
			message, code, fix = message+" Types are not checked without TypeScript.", typesUnchecked, again
		}
		warn(env.errorOutput(), code, message, fix)
	}
	if errors.Is(err, context.Canceled) {
		return done, &problem{message: "Interrupted. Nothing was changed."}
	}
	return done, err
}

// isTypeScript reports whether a package, with its version, is TypeScript or its program.
func isTypeScript(label string) bool {
	return strings.HasPrefix(label, "typescript@") || strings.HasPrefix(label, "@typescript/typescript-")
}

// reportInstall prints what was installed: "12 packages in 0.8s, 12 fetched".
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
		text += "Install scripts that were not run: " + strings.Join(done.Scripts, ", ") + "\n"
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("printing what was installed: %w", err)
	}
	return nil
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

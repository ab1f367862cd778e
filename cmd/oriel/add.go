package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/orielapps/oriel/internal/tool/npm"
	"github.com/orielapps/oriel/internal/tool/npm/registry"
	"github.com/orielapps/oriel/internal/tool/npm/resolve"
	"github.com/orielapps/oriel/internal/tool/terminal"
	"github.com/orielapps/oriel/ui"
)

// addCommand adds packages to a project.
type addCommand struct {
	Packages []string `arg:"" help:"Packages: NAME, NAME@RANGE, NAME@TAG or NAME@npm:PACKAGE@RANGE."`
	Dev      bool     `help:"Add them to devDependencies." short:"D"`
	Exact    bool     `help:"Write the exact version instead of a range." short:"E"`
	Dir      string   `default:"." help:"The project's folder (default: this one, or the nearest above with package.json or go.mod)." placeholder:"DIR"`
	Offline  bool     `help:"Don't use the registry; works for packages that the lockfile already has."`
}

// Help is shown below the verb's usage.
func (*addCommand) Help() string {
	return `For example:

    oriel add react react-dom
    oriel add preact@^10 tailwindcss@next
    oriel add --dev typescript
    oriel add lodash@npm:lodash-es@4

Resolves the versions of the packages and of their dependencies, as "npm install" does. Peers are
installed, too, and versions in package-lock.json change only if they must. Writes package.json,
creating it if needed, and package-lock.json, which "npm ci" accepts. Then it installs the packages
as "oriel install" does: without Node, and without running any package's code. If anything fails,
both files stay unchanged.

If package.json lists TypeScript, and a package has no types of its own, its types are added to
devDependencies, from @types if the registry has them: @types/react for react.

Commit both files. Registries, credentials, proxies, "save-prefix" and "save-exact" come from
.npmrc and the npm_config_* variables.`
}

// Run adds the packages.
func (c *addCommand) Run(env *environment) error {
	requests := make([]resolve.Request, len(c.Packages))
	for i, argument := range c.Packages {
		r, err := resolve.ParseRequest(argument)
		if err != nil {
			return err
		}
		requests[i] = r
	}
	return changePackages(env, packageChange{
		dir: c.Dir, exact: c.Exact, offline: c.Offline,
		options: resolve.Options{Add: requests, Development: c.Dev},
	})
}

// packageChange has the parameters of add and remove.
type packageChange struct {
	dir            string
	exact, offline bool
	options        resolve.Options
}

// changePackages resolves the packages of a project, writes its files and installs.
func changePackages(env *environment, c packageChange) error {
	begun := time.Now()
	dir, err := packagesFolder(c.dir)
	if err != nil {
		return err
	}
	settings, err := registry.Load(dir, env.environ)
	if err != nil {
		return err
	}
	warnAll(env, settings.Warnings())
	client := registry.New(settings, registry.ClientOptions{})
	defer client.CloseIdle()
	c.options.Source = client
	if c.offline {
		c.options.Source = noRegistry{}
	}
	c.options.Prefix = savePrefix(settings, c.exact)
	plan, done, err := applyChange(env, dir, c)
	if err != nil {
		return err
	}
	if err := listChanges(env.stdout, plan, c.options); err != nil {
		return err
	}
	if !c.offline {
		if err := addTypes(env, dir, settings, c, plan.Saved, &done); err != nil {
			return err
		}
	}
	return reportInstall(env.stdout, done, time.Since(begun))
}

// applyChange resolves the packages of a folder, writes its files and installs.
func applyChange(env *environment, dir string, c packageChange) (plan *resolve.Plan, done npm.Summary, err error) {
	progress := terminal.New(env.stderr, env.environ).Progress("Resolving packages")
	plan, err = resolve.Make(env.ctx, dir, c.options)
	progress.End()
	if err != nil {
		if errors.Is(err, context.Canceled) {
			err = &problem{message: "Interrupted. Nothing was changed."}
		}
		return nil, done, err
	}
	warnAll(env, plan.Warnings)
	err = plan.Apply(func() (err error) {
		done, err = installPackages(env, dir, npm.Options{Offline: c.offline})
		return err
	})
	return plan, done, err
}

// savePrefix returns the prefix of a version in package.json: npm's default "^", or the
// one of the settings.
func savePrefix(settings *registry.Config, exact bool) string {
	if always, _ := settings.Setting("save-exact"); exact || always == "true" {
		return ""
	}
	if prefix, isSet := settings.Setting("save-prefix"); isSet {
		return prefix
	}
	return "^"
}

// packagesFolder returns the folder whose packages change: from the named folder
// upwards, the first with a package.json or a go.mod; otherwise the named folder.
func packagesFolder(named string) (string, error) {
	info, err := os.Stat(named)
	if err != nil || !info.IsDir() {
		return "", &problem{message: fmt.Sprintf("There is no folder %q.", named)}
	}
	for at := named; ; {
		if isFile(filepath.Join(at, "package.json")) || isFile(filepath.Join(at, "go.mod")) {
			return at, nil
		}
		absolute, err := filepath.Abs(at)
		if err != nil || filepath.Dir(absolute) == absolute {
			return named, nil //nolint:nilerr // the named folder exists
		}
		at = filepath.Join(at, "..")
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// noRegistry is the source of --offline: it has no packages.
type noRegistry struct{}

// Packument returns the error "offline".
func (noRegistry) Packument(_ context.Context, name string) (*registry.Packument, error) {
	return nil, &ui.Error{
		Code:    "offline",
		Message: fmt.Sprintf("The versions of %s are only known to a registry.", name),
		Fix:     "Run this without --offline.",
	}
}

// listChanges prints the changes of package.json, and the version changes of other
// packages.
func listChanges(w io.Writer, plan *resolve.Plan, o resolve.Options) error {
	var b strings.Builder
	for _, r := range plan.Saved {
		fmt.Fprintf(&b, "%s %s\n", r.Name, r.Want)
	}
	for _, name := range o.Remove {
		fmt.Fprintf(&b, "removed %s\n", name)
	}
	for _, change := range plan.Changes {
		// Added and removed dependencies are not listed, only changed versions.
		if change.Before != "" && change.After != "" {
			fmt.Fprintf(&b, "%s %s → %s\n", change.Name, change.Before, change.After)
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("printing the changes: %w", err)
	}
	return nil
}

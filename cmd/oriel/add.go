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
	Dev      bool     `help:"Write them under devDependencies." short:"D"`
	Exact    bool     `help:"Write the exact version, and no range." short:"E"`
	Dir      string   `default:"." help:"The project's folder (default: this one, or the one above that has package.json or go.mod)." placeholder:"DIR"`
	Offline  bool     `help:"Ask no registry: for packages that the lockfile has already."`
}

// Help is shown below the verb's usage.
func (*addCommand) Help() string {
	return `For example:

    oriel add react react-dom
    oriel add preact@^10 tailwindcss@next
    oriel add --dev typescript
    oriel add lodash@npm:lodash-es@4

Finds the versions of the packages and of all that they need, as "npm install" does: peers are
installed, too, and what package-lock.json has stays as it is wherever it can. Writes
package.json, which is made if there is none, and package-lock.json, which "npm ci" accepts, and
installs them as "oriel install" does: without Node, and without running any package's code.
Where something goes wrong, both files stay as they were.

Commit both files. Registries, credentials, proxies, "save-prefix" and "save-exact" are those of
.npmrc and of the npm_config_* variables.`
}

// Run adds them.
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

// A packageChange is what add and remove have in common.
type packageChange struct {
	dir            string
	exact, offline bool
	options        resolve.Options
}

// changePackages resolves the packages of a project anew, writes its files and
// installs.
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
	progress := terminal.New(env.stderr, env.environ).Progress("Resolving packages")
	plan, err := resolve.Make(env.ctx, dir, c.options)
	progress.End()
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return &problem{message: "Interrupted. Nothing was changed."}
		}
		return err
	}
	warnAll(env, plan.Warnings)
	var done npm.Summary
	if err := plan.Apply(func() (err error) {
		done, err = installPackages(env, dir, npm.Options{Offline: c.offline})
		return err
	}); err != nil {
		return err
	}
	if err := listChanges(env.stdout, plan, c.options); err != nil {
		return err
	}
	return reportInstall(env.stdout, done, time.Since(begun))
}

// savePrefix is what stands before a version in package.json: npm's "^", unless
// the settings say otherwise.
func savePrefix(settings *registry.Config, exact bool) string {
	if always, _ := settings.Setting("save-exact"); exact || always == "true" {
		return ""
	}
	if prefix, isSet := settings.Setting("save-prefix"); isSet {
		return prefix
	}
	return "^"
}

// packagesFolder is the folder whose packages are meant: the nearest with a
// package.json, but none around the Go module; else the module's, else the one
// that was named.
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
			return named, nil //nolint:nilerr // the named folder is there
		}
		at = filepath.Join(at, "..")
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// noRegistry is asked where no registry may be.
type noRegistry struct{}

// Packument says that it can't be known.
func (noRegistry) Packument(_ context.Context, name string) (*registry.Packument, error) {
	return nil, &ui.Error{
		Code:    "offline",
		Message: fmt.Sprintf("Which versions of %s there are is only known to a registry.", name),
		Fix:     "Run this without --offline.",
	}
}

// listChanges says what package.json has now, and what became of the others.
func listChanges(w io.Writer, plan *resolve.Plan, o resolve.Options) error {
	var b strings.Builder
	for _, r := range plan.Saved {
		fmt.Fprintf(&b, "%s %s\n", r.Name, r.Want)
	}
	for _, name := range o.Remove {
		fmt.Fprintf(&b, "removed %s\n", name)
	}
	for _, change := range plan.Changes {
		// What is new or gone came along; another version is worth a line.
		if change.Before != "" && change.After != "" {
			fmt.Fprintf(&b, "%s %s → %s\n", change.Name, change.Before, change.After)
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("saying what has changed: %w", err)
	}
	return nil
}

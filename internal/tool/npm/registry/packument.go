package registry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// A Packument is what a registry says of a package: its versions and the names
// that some of them have. It is shared: whoever has it must not change it.
type Packument struct {
	Name string
	// Tags are versions by name; "latest" is what is meant where nothing is said.
	Tags map[string]string
	// Versions are the package.json of each version, as far as installing needs it.
	Versions map[string]json.RawMessage
}

// pending is a packument that is asked for, or has come.
type pending struct {
	done chan struct{}
	got  *Packument
	err  error
}

// Packument asks for a package. Each is asked for once.
func (c *Client) Packument(ctx context.Context, name string) (*Packument, error) {
	if !ValidName(name) {
		return nil, &ui.Error{
			Code:    "package_name_invalid",
			Message: fmt.Sprintf("%q can't be the name of a package.", name),
			Fix:     "Write a name as on npmjs.com: \"react\", or with its scope \"@tanstack/react-query\".",
		}
	}
	c.mu.Lock()
	known := c.packuments[name]
	if known == nil {
		known = &pending{done: make(chan struct{})}
		c.packuments[name] = known
		c.mu.Unlock()
		known.got, known.err = c.fetchPackument(ctx, name)
		if known.err != nil {
			// The next may have more luck, or more time.
			c.mu.Lock()
			delete(c.packuments, name)
			c.mu.Unlock()
		}
		close(known.done)
		return known.got, known.err
	}
	c.mu.Unlock()
	select {
	case <-known.done:
		return known.got, known.err
	case <-ctx.Done():
		return nil, cancelled(ctx)
	}
}

// abbreviated is the form that has only what installing needs.
const abbreviated = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*; q=0.5"

func (c *Client) fetchPackument(ctx context.Context, name string) (*Packument, error) {
	address := c.config.RegistryOf(name) + strings.Replace(name, "/", "%2f", 1)
	for left := max(0, c.options.Retries); ; left-- {
		got, err := c.readPackument(ctx, address, name)
		// A request that got no answer was repeated already; this is for one that broke off.
		if broke, ok := errors.AsType[*cutOff](err); ok && left > 0 && Temporary(broke.error) && ctx.Err() == nil {
			continue
		} else if ok {
			return nil, broke.error
		}
		return got, err
	}
}

// cutOff marks an answer that began, and did not come whole.
type cutOff struct{ error } //nolint:errname // it is a mark on another error

func (c *Client) readPackument(ctx context.Context, address, name string) (*Packument, error) {
	content, err := c.open(ctx, address, abbreviated, c.options.MaxPackument, false)
	if err != nil {
		if own, ok := errors.AsType[*ui.Error](err); ok && own.Code == "not_in_registry" {
			return nil, &ui.Error{
				Code:    "package_unknown",
				Message: fmt.Sprintf("There is no package %q in the registry %s.", name, shown(c.config.RegistryOf(name))),
				Fix:     own.Fix,
			}
		}
		return nil, err
	}
	defer content.Close() //nolint:errcheck // it was only read
	data, err := io.ReadAll(content)
	if err != nil {
		return nil, &cutOff{err}
	}
	var whole struct {
		Name     string                     `json:"name"`
		Tags     map[string]string          `json:"dist-tags"`
		Versions map[string]json.RawMessage `json:"versions"`
	}
	if err := json.Unmarshal(data, &whole); err != nil || whole.Name != name {
		return nil, &ui.Error{
			Code:    "registry_answer_invalid",
			Message: fmt.Sprintf("What %s answers does not describe the package %q.", shown(address), name),
			Fix:     "See that .npmrc names a registry of npm packages, and that no proxy answers in its place.",
		}
	}
	return &Packument{Name: whole.Name, Tags: whole.Tags, Versions: whole.Versions}, nil
}

// Tarball asks the registry where a version of a package is, for registries
// that do not have it where [Config.TarballURL] says.
func (c *Client) Tarball(ctx context.Context, name, version string) (string, error) {
	packument, err := c.Packument(ctx, name)
	if err != nil {
		return "", err
	}
	var described struct {
		Dist struct {
			Tarball string `json:"tarball"`
		} `json:"dist"`
	}
	if err := json.Unmarshal(packument.Versions[version], &described); err != nil || described.Dist.Tarball == "" {
		return "", &ui.Error{
			Code:    "version_unknown",
			Message: fmt.Sprintf("The registry has no version %s of %s.", version, name),
			Fix:     fmt.Sprintf("Run \"oriel add %s\" for one that it has.", name),
		}
	}
	return c.config.Rewrite(described.Dist.Tarball), nil
}

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

// A Packument is a registry's description of a package. It is shared and must not be changed.
type Packument struct {
	Name string
	// Tags are versions by the name of their tag. "latest" is the default.
	Tags map[string]string
	// Versions are the members of each version's package.json that installing needs, as JSON objects.
	Versions map[string]json.RawMessage
}

// pending is a requested packument. The other fields are set when done is closed.
type pending struct {
	done      chan struct{}
	packument *Packument
	err       error
}

// Packument returns the description of a package. Each is requested once, and then kept in memory.
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
		known.packument, known.err = c.fetchPackument(ctx, name)
		if known.err != nil {
			// The next call tries again: it may have another deadline.
			c.mu.Lock()
			delete(c.packuments, name)
			c.mu.Unlock()
		}
		close(known.done)
		return known.packument, known.err
	}
	c.mu.Unlock()
	select {
	case <-known.done:
		return known.packument, known.err
	case <-ctx.Done():
		return nil, cancelled(ctx)
	}
}

// abbreviated is the media type of the short form, which has only what installing needs.
const abbreviated = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*; q=0.5"

func (c *Client) fetchPackument(ctx context.Context, name string) (*Packument, error) {
	address := c.config.RegistryOf(name) + strings.Replace(name, "/", "%2f", 1)
	for left := max(0, c.options.Retries); ; left-- {
		got, err := c.readPackument(ctx, address, name)
		// open has retried requests without a response; this retries those with an incomplete one.
		if broke, ok := errors.AsType[*truncatedError](err); ok && left > 0 && Temporary(broke.error) && ctx.Err() == nil {
			continue
		} else if ok {
			return nil, broke.error
		}
		return got, err
	}
}

// truncatedError wraps the error of a response whose body is incomplete.
type truncatedError struct{ error }

func (c *Client) readPackument(ctx context.Context, address, name string) (*Packument, error) {
	content, err := c.open(ctx, address, abbreviated, c.options.MaxPackument, false)
	if err != nil {
		if own, ok := errors.AsType[*ui.Error](err); ok && own.Code == "not_in_registry" {
			return nil, &ui.Error{
				Code:    "package_unknown",
				Message: fmt.Sprintf("There is no package %q in the registry %s.", name, withoutSecrets(c.config.RegistryOf(name))),
				Fix:     own.Fix,
			}
		}
		return nil, err
	}
	defer content.Close() //nolint:errcheck // it was only read
	data, err := io.ReadAll(content)
	if err != nil {
		return nil, &truncatedError{err}
	}
	var whole struct {
		Name     string                     `json:"name"`
		Tags     map[string]string          `json:"dist-tags"`
		Versions map[string]json.RawMessage `json:"versions"`
	}
	if err := json.Unmarshal(data, &whole); err != nil || whole.Name != name {
		return nil, &ui.Error{
			Code:    "registry_answer_invalid",
			Message: fmt.Sprintf("The response of %s does not describe the package %q.", withoutSecrets(address), name),
			Fix:     "See that .npmrc names a registry of npm packages, and that no proxy answers in its place.",
		}
	}
	return &Packument{Name: whole.Name, Tags: whole.Tags, Versions: whole.Versions}, nil
}

// Tarball returns the address of a version's tarball from the registry's description, for registries
// that do not use [Config.TarballURL].
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
			Fix:     fmt.Sprintf("Run \"oriel add %s\" to install a version that exists.", name),
		}
	}
	return c.config.Rewrite(described.Dist.Tarball), nil
}

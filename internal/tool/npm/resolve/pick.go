package resolve

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/npm/registry"
	"github.com/orielapps/oriel/internal/tool/npm/semver"
	"github.com/orielapps/oriel/ui"
)

// Source returns the versions of packages. A [registry.Client] is one.
type Source interface {
	Packument(ctx context.Context, name string) (*registry.Packument, error)
}

// pick chooses the version for a dependency: "latest", if the range allows it and it is not deprecated; otherwise
// the highest in the range, preferably one that is not deprecated. It ignores "engines", because Node
// does not run views.
func pick(p *registry.Packument, wanted spec) (*manifest, error) {
	if wanted.kind == tagSpec {
		version, known := p.Tags[wanted.text]
		if known {
			if m := manifestOf(p, version); m != nil {
				return m, nil
			}
		}
		return nil, &ui.Error{
			Code:    "version_unknown",
			Message: fmt.Sprintf("The registry has no version of %s with the tag %q.", p.Name, wanted.text),
			Fix:     tagsOf(p),
		}
	}
	if wanted.exact {
		// "v1.2.3" means 1.2.3.
		v, err := semver.Parse(wanted.text)
		if err == nil {
			if m := manifestOf(p, v.String()); m != nil {
				return m, nil
			}
			if m := manifestOf(p, strings.TrimLeft(wanted.text, "v= ")); m != nil {
				return m, nil
			}
		}
	}
	latest := p.Tags["latest"]
	if v, err := semver.Parse(latest); err == nil && (wanted.text == "" || wanted.text == "*" || wanted.versions.Allows(v)) {
		if m := manifestOf(p, latest); m != nil && m.deprecated == "" {
			return m, nil
		}
	}
	if m := highest(p, wanted.versions); m != nil {
		return m, nil
	}
	return nil, &ui.Error{
		Code:    "version_unknown",
		Message: fmt.Sprintf("The registry has no version of %s that %q allows.", p.Name, wanted.text),
		Fix:     tagsOf(p),
	}
}

// candidate is a version that a range allows.
type candidate struct {
	text       string
	version    semver.Version
	deprecated bool
}

// highest returns the highest version that is not deprecated; if all are, the highest; nil without any.
func highest(p *registry.Packument, versions semver.Range) *manifest {
	var all []candidate
	for text, raw := range p.Versions {
		v, err := semver.Parse(text)
		if err != nil || !versions.Allows(v) {
			continue
		}
		var said struct {
			Deprecated string `json:"deprecated"`
		}
		// Some packages have false, which fails to decode and means not deprecated.
		_ = json.Unmarshal(raw, &said)
		all = append(all, candidate{text, v, said.Deprecated != ""})
	}
	slices.SortFunc(all, func(a, b candidate) int {
		if a.deprecated != b.deprecated {
			if a.deprecated {
				return 1
			}
			return -1
		}
		return cmp.Or(b.version.Compare(a.version), strings.Compare(a.text, b.text))
	})
	for _, one := range all {
		if m := manifestOf(p, one.text); m != nil {
			return m
		}
	}
	return nil
}

// manifestOf returns a version's manifest, or nil if the registry has no valid one.
func manifestOf(p *registry.Packument, version string) *manifest {
	members := object(p.Versions[version])
	if members == nil {
		return nil
	}
	m := readManifest(members)
	if m.name != p.Name || m.version == "" {
		return nil
	}
	var dist struct {
		Integrity string `json:"integrity"`
		Shasum    string `json:"shasum"`
	}
	_ = json.Unmarshal(members["dist"], &dist)
	m.integrity = dist.Integrity
	if m.integrity == "" {
		m.integrity = integrityFromSHA1(dist.Shasum)
	}
	return m
}

// tagsOf returns a fix that lists the existing tags.
func tagsOf(p *registry.Packument) string {
	var tags []string
	for _, name := range sortedKeys(p.Tags) {
		tags = append(tags, fmt.Sprintf("%s (%s)", name, p.Tags[name]))
	}
	const most = 6
	if len(tags) > most {
		tags = append(tags[:most], "…")
	}
	if len(tags) == 0 {
		return "The registry has no version of it at all."
	}
	return "It has: " + strings.Join(tags, ", ") + "."
}

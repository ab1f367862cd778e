package orieltest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/orielapps/oriel/hosts"
)

const (
	// modernProtocol is the first version of the modern lifecycle.
	modernProtocol = "2026-07-28"
	// lastLegacy is the newest version that begins with initialize.
	// lastLegacy is the newest version with initialize.
	lastLegacy = "2025-11-25"
	// versionHeaderSince is the first version with a version header.
	versionHeaderSince = "2025-06-18"
)

// introduceAs sets what the client says about itself, and returns the profile that an app
// detects from it.
func (l *link) introduceAs(id string) (*hosts.Profile, error) {
	told := l.options.Client
	if id == "" && told.Name == "" {
		return nil, fmt.Errorf("neither a profile nor a client's name is given. Use one of the profiles %s", strings.Join(profileIDs(), ", "))
	}
	var p *hosts.Profile
	if id != "" {
		var ok bool
		if p, ok = hosts.Get(id); !ok {
			return nil, fmt.Errorf("there is no profile %q. Use one of %s, or add your own with hosts.Register", id, strings.Join(profileIDs(), ", "))
		}
	}
	l.client = clientOf(p, told)
	taken := hosts.Detect(l.client)
	if p != nil && taken != p {
		return nil, fmt.Errorf("a client named %q that declares the document types %q is detected as %q, not as %q",
			l.client.Name, l.client.UIMIMETypes, taken.ID, id)
	}
	if err := l.choose(taken); err != nil {
		return nil, err
	}
	return taken, nil
}

func profileIDs() []string {
	all := hosts.All()
	ids := make([]string, len(all))
	for i, p := range all {
		ids[i] = p.ID
	}
	return ids
}

// clientOf returns the client of a host; fields that the test has set override the
// profile's.
func clientOf(p *hosts.Profile, told hosts.Client) hosts.Client {
	c := told
	c.Introduced = true
	if p == nil {
		c.Version = cmp.Or(c.Version, madeUpVersion)
		return c
	}
	info := p.ClientInfo.Value
	if c.UIMIMETypes == nil && p.AdvertisesUI.Value {
		c.UIMIMETypes = p.UIMIMETypes.Value
		if len(c.UIMIMETypes) == 0 {
			c.UIMIMETypes = []string{hosts.ViewMIMEType}
		}
	}
	c.Version = cmp.Or(c.Version, info.Version, madeUpVersion)
	if c.Name != "" {
		return c
	}
	// Some clients share their name with those of other hosts.
	names := slices.Concat([]string{info.Name}, p.Clients.Value, []string{"orieltest-" + p.ID})
	for _, name := range names {
		if c.Name = name; name != "" && hosts.Detect(c) == p {
			return c
		}
	}
	c.Name = cmp.Or(names...)
	return c
}

// madeUpVersion is the version of clients whose version is unknown.
const madeUpVersion = "1.0.0"

// choose sets the lifecycle and the version.
func (l *link) choose(p *hosts.Profile) error {
	l.lifecycle = l.options.Lifecycle
	newest := l.client.Protocol
	if versions := p.Protocols.Value; newest == "" && len(versions) > 0 {
		newest = versions[0]
	}
	if l.lifecycle == "" {
		l.lifecycle = Legacy
		if newest >= modernProtocol {
			l.lifecycle = Modern
		}
	}
	switch said := l.client.Protocol; l.lifecycle {
	case Modern:
		l.client.Protocol = cmp.Or(said, modernProtocol)
	case Legacy:
		l.client.Protocol = cmp.Or(said, legacyProtocol(p))
	default:
		return fmt.Errorf("there is no lifecycle %q. Use orieltest.Modern or orieltest.Legacy", l.lifecycle)
	}
	if (l.client.Protocol >= modernProtocol) != (l.lifecycle == Modern) {
		return fmt.Errorf("version %s does not have the lifecycle %q", l.client.Protocol, l.lifecycle)
	}
	return nil
}

func legacyProtocol(p *hosts.Profile) string {
	for _, version := range p.Protocols.Value {
		if version <= lastLegacy {
			return version
		}
	}
	return lastLegacy
}

// info returns the client's clientInfo.
func (l *link) info() map[string]any {
	return map[string]any{"name": l.client.Name, "version": l.client.Version}
}

// capabilities returns the client's capabilities.
func (l *link) capabilities() map[string]any {
	c, declared := l.client, map[string]any{}
	if len(c.UIMIMETypes) > 0 {
		declared["extensions"] = map[string]any{hosts.UIExtension: map[string]any{"mimeTypes": c.UIMIMETypes}}
	}
	if l.options.Answer != nil && !c.Forms && !c.Pages && !c.Sampling && !c.Roots {
		c.Forms, c.Pages, c.Sampling, c.Roots = true, true, true, true
	}
	modes := map[string]any{}
	if c.Forms {
		modes["form"] = struct{}{}
	}
	if c.Pages {
		modes["url"] = struct{}{}
	}
	if len(modes) > 0 {
		declared["elicitation"] = modes
	}
	if c.Sampling {
		declared["sampling"] = struct{}{}
	}
	if c.Roots {
		declared["roots"] = struct{}{}
	}
	return declared
}

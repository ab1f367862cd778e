package hosts

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Parse decodes a profile from a file like those in hosts/profiles: a JSON object with
// "title" and one [Fact] per field, each with "value", "source", "date" and "kind". The id
// identifies the profile, like the file's name does there.
//
// The error is an [*ui.Error] with the code "profile_invalid" that names the field:
// for unknown fields and features, facts without a source, data after the object, and
// everything that [Profile.Validate] refuses.
func Parse(id string, data []byte) (*Profile, error) {
	p := &Profile{ID: id}
	if err := p.parse(data); err != nil {
		return nil, invalid(id, fmt.Sprintf("It can't be decoded: %v.", err), "Write it like the files in hosts/profiles of Oriel.")
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Profile) parse(data []byte) error {
	var members map[string]json.RawMessage
	if err := unmarshalStrict(data, &members); err != nil {
		return err
	}
	var csp map[string]json.RawMessage
	var features map[Feature]json.RawMessage
	fields := map[string]any{
		"title": &p.Title, "adapter": &p.Adapter, "clients": &p.Clients, "clientInfo": &p.ClientInfo, "hostInfo": &p.HostInfo,
		"protocols": &p.Protocols, "advertisesUI": &p.AdvertisesUI, "uiMimeTypes": &p.UIMIMETypes, "displayModes": &p.DisplayModes,
		"container": &p.Container, "viewDomain": &p.ViewDomain, "csp": &csp, "sandboxFlags": &p.SandboxFlags,
		"opaqueOrigin": &p.OpaqueOrigin, "assets": &p.Assets, "maxResult": &p.MaxResult, "confirms": &p.Confirms, "signIn": &p.SignIn, "features": &features,
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		field, ok := fields[name]
		if !ok {
			return fmt.Errorf("unknown field %.80q", name)
		}
		if err := unmarshalStrict(members[name], field); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	var err error
	if p.CSP, err = readFacts[string, Sources]("csp", csp); err != nil {
		return err
	}
	p.Features, err = readFacts[Feature, bool]("features", features)
	return err
}

// readFacts decodes the facts of a member; nil if there are none.
func readFacts[K ~string, T any](member string, files map[K]json.RawMessage) (map[K]Fact[T], error) {
	var facts map[K]Fact[T]
	for _, name := range slices.Sorted(maps.Keys(files)) {
		var fact Fact[T]
		if err := unmarshalStrict(files[name], &fact); err != nil {
			return nil, fmt.Errorf("%s.%.80s: %w", member, name, err)
		}
		if facts == nil {
			facts = make(map[K]Fact[T], len(files))
		}
		facts[name] = fact
	}
	return facts, nil
}

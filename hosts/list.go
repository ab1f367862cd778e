package hosts

import "slices"

// ListedFact is a fact with its name, independent of the type of its value.
type ListedFact struct {
	// Name is the name of the field in the profile's file, of the feature, or "csp." and the
	// directive.
	Name string `json:"name"`
	// Value is nil if it is unknown.
	Value  any    `json:"value"`
	Known  bool   `json:"known"`
	Kind   Kind   `json:"kind,omitempty"`
	Source string `json:"source,omitempty"`
	Date   string `json:"date,omitempty"`
}

// Facts lists all facts about the host, known and unknown, in a fixed order: the fields of
// [Profile], the directives of its policy, and the features.
func (p *Profile) Facts() []ListedFact {
	fields := []ListedFact{
		listed("adapter", p.Adapter),
		listed("clients", p.Clients),
		listed("clientInfo", p.ClientInfo),
		listed("hostInfo", p.HostInfo),
		listed("protocols", p.Protocols),
		listed("advertisesUI", p.AdvertisesUI),
		listed("uiMimeTypes", p.UIMIMETypes),
		listed("displayModes", p.DisplayModes),
		listed("container", p.Container),
		listed("viewDomain", p.ViewDomain),
		listed("sandboxFlags", p.SandboxFlags),
		listed("opaqueOrigin", p.OpaqueOrigin),
		listed("assets", p.Assets),
		listed("maxResult", p.MaxResult),
		listed("confirms", p.Confirms),
		listed("signIn", p.SignIn),
	}
	policy := make([]ListedFact, len(Directives()))
	for i, directive := range Directives() {
		policy[i] = listed("csp."+directive, p.CSP[directive])
	}
	features := make([]ListedFact, len(Features()))
	for i, f := range Features() {
		features[i] = listed(string(f), p.Features[f])
	}
	return slices.Concat(fields, policy, features)
}

func listed[T any](name string, f Fact[T]) ListedFact {
	fact := ListedFact{Name: name, Known: f.Known, Kind: f.Kind, Source: f.Source, Date: f.Date}
	if f.Known {
		fact.Value = f.Value
	}
	return fact
}

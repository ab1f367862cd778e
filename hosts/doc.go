// Package hosts has profiles of hosts: what each supports and lacks.
//
// A profile is data, not code: one embedded JSON file per host, in which every field is a
// [Fact] with its source, date and kind. A field that is absent is unknown, which is not
// the same as unsupported: check [Fact.Known] before you use a value.
//
// [Detect] finds the profile of a client from what it says about itself. [Register] adds a
// profile.
//
//	p := hosts.Detect(hosts.Client{Introduced: true, Name: "claude-ai"})
//	if has, known := p.Has(hosts.Frames); known && !has {
//		// don't use frames
//	}
package hosts

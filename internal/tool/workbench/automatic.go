package workbench

import (
	"maps"

	"github.com/orielapps/oriel/hosts"
)

const automaticID = "auto"

// Automatic returns the profile of the card that needs no choice. It stands for no host: it takes views from
// everywhere that some host does, shows each under the protocol that it speaks, and denies nothing.
func Automatic() *hosts.Profile {
	p := *hosts.Generic()
	p.ID, p.Title = automaticID, "Automatic"
	p.HostInfo = ofNoHost(hosts.Implementation{Name: "Oriel workbench, Automatic", Version: p.HostInfo.Value.Version})
	p.UIMIMETypes = ofNoHost([]string{hosts.ViewMIMEType, "text/html+mcp"})
	p.Features = maps.Clone(p.Features)
	p.Features[hosts.EmbeddedViews] = ofNoHost(true)
	return &p
}

// ofNoHost returns a fact about the card that is true of no host.
func ofNoHost[T any](value T) hosts.Fact[T] {
	return hosts.Fact[T]{
		Value: value, Known: true, Kind: hosts.Defined, Date: "2026-11-24",
		Source: "Automatic is no host: what works here may not work in any",
	}
}

func isAutomatic(p *hosts.Profile) bool { return p.ID == automaticID }

// framedAs returns a profile with the policy and the frame of its own, or in the Automatic card of the best known host
// of a protocol, because pages are written for those.
func framedAs(p *hosts.Profile, protocol string) *hosts.Profile {
	usual, ok := hosts.Get(protocol)
	if !isAutomatic(p) || !ok {
		return p
	}
	framed := *p
	framed.CSP, framed.SandboxFlags, framed.OpaqueOrigin = usual.CSP, usual.SandboxFlags, usual.OpaqueOrigin
	return &framed
}

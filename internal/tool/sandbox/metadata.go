package sandbox

import (
	"encoding/json"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/ui"
)

// Metadata is the metadata of a view's resource for its host.
type Metadata struct {
	// CSP is nil if none is declared, which differs from an empty one.
	CSP         *ui.CSP
	Permissions ui.Permissions
	Domain      string
	// Border is nil if the host decides.
	Border *bool
	// Dropped are the invalid parts.
	Dropped []Dropped
}

// ReadMetadata reads _meta objects of a view's resource, the most important one
// first, as [adapter.ReadMetadata] does.
func ReadMetadata(metas ...json.RawMessage) Metadata {
	found, dropped := adapter.ReadMetadata(metas...)
	m := Metadata{CSP: found.CSP, Permissions: found.Permissions, Domain: found.Domain, Dropped: dropped}
	if found.Border != ui.BorderByHost {
		m.Border = new(found.Border == ui.BorderWanted)
	}
	return m
}

package sandbox

import (
	"encoding/json"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/ui"
)

// Metadata is what a view's resource asks of its host.
type Metadata struct {
	// CSP is nil where none is declared, which is not the same as an empty one.
	CSP         *ui.CSP
	Permissions ui.Permissions
	Domain      string
	// Border is nil where the view leaves it to the host.
	Border *bool
	// Dropped are the parts that could not be understood.
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

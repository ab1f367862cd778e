package adapter

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

const serverHash = "{serverHash}"

// domain returns a view's own origin in the host's form; empty if the view has none, or
// if a value that the form needs is unknown.
func domain(v *ui.View, p *hosts.Profile) string {
	form := p.ViewDomain.Value
	switch {
	case v.Metadata.Domain == "" || form == "":
		return v.Metadata.Domain
	case !strings.Contains(form, serverHash):
		return form
	case v.Endpoint == "":
		return ""
	}
	const digits = 32
	sum := sha256.Sum256([]byte(v.Endpoint))
	return strings.ReplaceAll(form, serverHash, hex.EncodeToString(sum[:])[:digits])
}

package oriel

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/internal/serve/precompressed"
	"github.com/orielapps/oriel/ui"
)

// documentKey identifies the document of a view for the hosts of a profile.
type documentKey struct {
	view    *ui.View
	profile *hosts.Profile
}

// document is the document of a view for the hosts of a profile. Most profiles share
// the text.
type document struct {
	ui.Document

	text *precompressed.Text
}

// document returns the document of a view for the hosts of a profile. It is made on
// first use.
func (a *App) document(v *ui.View, p *hosts.Profile) (ui.Document, *precompressed.Text, error) {
	key := documentKey{v, p}
	a.making.Lock()
	made := a.documents[key]
	a.making.Unlock()
	if made == nil {
		d, err := a.adapters.Document(v, p)
		if err != nil {
			return ui.Document{}, nil, err
		}
		if d.Shortfall != nil {
			a.logger().Warn("can't show a view", "view", v.Name, "host", p.ID, "error", d.Shortfall)
		}
		made = a.keep(key, d)
	}
	d := made.Document
	d.Meta = copied(d.Meta) // middleware may change it
	return d, made.text, nil
}

// keep stores a document for further hosts of its profile.
func (a *App) keep(key documentKey, d ui.Document) *document {
	a.making.Lock()
	defer a.making.Unlock()
	if made := a.documents[key]; made != nil {
		return made
	}
	made := &document{Document: d}
	for other, known := range a.documents {
		if other.view == key.view && known.Text == d.Text {
			made.text = known.text
			made.Text = known.Text // share one copy
		}
	}
	if made.text == nil {
		made.text = serve.NewDocumentText(d.Text)
	}
	if a.documents == nil {
		a.documents = map[documentKey]*document{}
	}
	a.documents[key] = made
	return made
}

// copied returns a deep copy of a map, as far as adapters nest maps and lists.
func copied(values map[string]any) map[string]any {
	clone := maps.Clone(values)
	for name, value := range clone {
		switch v := value.(type) {
		case map[string]any:
			clone[name] = copied(v)
		case []string:
			clone[name] = slices.Clone(v)
		case json.RawMessage:
			clone[name] = slices.Clone(v)
		}
	}
	return clone
}

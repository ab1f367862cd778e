package oriel

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/ui"
)

// documentKey names a view as the hosts of a profile receive it.
type documentKey struct {
	view    *ui.View
	profile *hosts.Profile
}

// document is a view as the hosts of a profile receive it. Most profiles share the
// text.
type document struct {
	ui.Document

	text *serve.Lasting
}

// document returns a view as the hosts of a profile receive it. It is made when the
// first of them asks for it.
func (a *App) document(v *ui.View, p *hosts.Profile) (ui.Document, *serve.Lasting, error) {
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
			a.logger().Warn("a view can't be shown", "view", v.Name, "host", p.ID, "error", d.Shortfall)
		}
		made = a.keep(key, d)
	}
	d := made.Document
	d.Meta = copied(d.Meta) // middleware may change it
	return d, made.text, nil
}

// keep keeps a document for the next host of its profile.
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
			made.Text = known.Text // one of both is enough
		}
	}
	if made.text == nil {
		made.text = serve.NewLasting(d.Text)
	}
	if a.documents == nil {
		a.documents = map[documentKey]*document{}
	}
	a.documents[key] = made
	return made
}

// copied returns a map with copies of the maps and lists in it, as adapters write them.
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

package oriel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// AddView declares a view and returns it, for the View field of tools. The content is a
// generated view, [ui.HTML], [ui.File], [ui.Folder], [ui.URL] or [ui.RemoteDOM]. The
// view needs nothing from its host; otherwise see [AddViewWith].
//
// A faulty declaration is collected in [App.Err]; AddView still returns a view, never
// nil, for the declarations that use it.
func AddView(app *App, name string, content ui.Content) *ui.View {
	return AddViewWith(app, name, content, ui.Metadata{})
}

// AddViewWith is [AddView] with metadata: what the view needs from its host, such as the
// origins from which it loads.
func AddViewWith(app *App, name string, content ui.Content, m ui.Metadata) *ui.View {
	extra, err := frozen(m.Extra)
	if err != nil {
		app.fault(&Error{
			Code:    "extra_invalid",
			Message: fmt.Sprintf("The Extra of the view %q does not marshal to JSON: %v.", name, err),
			Fix:     "Use values that encoding/json can write.",
		})
	}
	m.Extra = extra
	v, err := ui.NewView(app.name, name, content, m)
	if err != nil {
		app.fault(err)
		v = &ui.View{Name: name}
		app.faulty = append(app.faulty, v)
		return v
	}
	v.Endpoint, v.AssetOptions = app.options.URL, app.viewAssets()
	app.declare(ui.Change{List: ui.ResourceList}, func(c *catalogue) error {
		for _, other := range c.views {
			if other.Name == name {
				v = other
				return &Error{
					Code:    "view_name_taken",
					Message: fmt.Sprintf("There are two views named %q.", name),
					Fix:     "Declare it once and use what AddView returned for every tool.",
				}
			}
		}
		c.views = append(c.views, v)
		app.stateful(v)
		return nil
	})
	return v
}

// isFaulty reports whether AddView returned the view for a faulty declaration.
func (a *App) isFaulty(v *ui.View) bool { return slices.Contains(a.faulty, v) }

// viewEntries appends the entries of the views, if the host shows views.
func (a *App) viewEntries(resources []ui.WireResource, views []*ui.View, profile *hosts.Profile) []ui.WireResource {
	if a.adapters.For(profile) == nil {
		return resources
	}
	for _, v := range views {
		d, _, err := a.document(v, profile)
		if err != nil {
			a.logger().Error("can't show a view", "view", v.Name, "host", profile.ID, "error", err)
			continue
		}
		resources = append(resources, ui.WireResource{
			URI: d.URI, Name: v.Name, Description: v.Metadata.Description, MIMEType: d.MIMEType, Meta: d.Meta,
		})
	}
	return resources
}

// isViewURI reports whether a URI or URI template has the scheme of views.
func isViewURI(uri string) bool {
	const scheme = "ui:"
	return len(uri) >= len(scheme) && strings.EqualFold(uri[:len(scheme)], scheme)
}

// viewOf finds the view of a URI, of any build: the last part of the URI is the build.
func viewOf(views []*ui.View, app, uri string) *ui.View {
	rest, ok := strings.CutPrefix(uri, ui.ViewPrefix(app))
	if !ok {
		return nil
	}
	name, build, _ := strings.Cut(rest, "/")
	if strings.ContainsAny(build, "/?#") {
		return nil
	}
	for _, v := range views {
		if v.Name == name {
			return v
		}
	}
	return nil
}

func viewNotFound(views []*ui.View, uri string) error {
	uris := make([]string, len(views))
	for i, v := range views {
		uris[i] = v.URI()
	}
	return notFound("view_not_found", "view", uri, uris, "resources/list")
}

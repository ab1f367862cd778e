package oriel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// AddView declares a view and returns it, to be set as the View of tools. The
// content is a generated view, [ui.HTML], [ui.File], [ui.Folder], [ui.URL] or
// [ui.RemoteDOM]. The view asks its host for nothing; see [AddViewWith].
//
// A faulty declaration is noted in [App.Err]. The view that is returned is then not
// nil, so that the next declarations can use it.
func AddView(app *App, name string, content ui.Content) *ui.View {
	return AddViewWith(app, name, content, ui.Metadata{})
}

// AddViewWith is [AddView] with what the view asks of its host, such as the origins
// that it may reach.
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

// isFaulty reports whether a view is one that AddView could not accept.
func (a *App) isFaulty(v *ui.View) bool { return slices.Contains(a.faulty, v) }

// viewEntries adds the entries of the views, for hosts that show them.
func (a *App) viewEntries(resources []ui.WireResource, views []*ui.View, profile *hosts.Profile) []ui.WireResource {
	if a.adapters.For(profile) == nil {
		return resources
	}
	for _, v := range views {
		d, _, err := a.document(v, profile)
		if err != nil {
			a.logger().Error("view can't be shown", "view", v.Name, "host", profile.ID, "error", err)
			continue
		}
		resources = append(resources, ui.WireResource{
			URI: d.URI, Name: v.Name, Description: v.Metadata.Description, MIMEType: d.MIMEType, Meta: d.Meta,
		})
	}
	return resources
}

// isViewURI tells the URIs of views, and the templates of such, from others.
func isViewURI(uri string) bool {
	const scheme = "ui:"
	return len(uri) >= len(scheme) && strings.EqualFold(uri[:len(scheme)], scheme)
}

// viewOf finds the view of a URI, whatever build its last part names.
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

package oriel

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// View declares a view and returns it, to be set as the View of tools. The
// content is a generated view, [ui.HTML], [ui.File], [ui.URL] or
// [ui.RemoteDOM]; at most one Metadata may be given.
//
// A faulty view is noted in [App.Err]; what is returned is then not nil, so
// that declaring can go on.
func (a *App) View(name string, content ui.Content, metadata ...ui.Metadata) *ui.View {
	var m ui.Metadata
	switch len(metadata) {
	case 0:
	case 1:
		m = metadata[0]
	default:
		a.fault(&Error{Code: "metadata_twice", Message: "View takes at most one Metadata.", Fix: "Merge them."})
	}
	extra, err := frozen(m.Extra)
	if err != nil {
		a.fault(&Error{
			Code:    "extra_invalid",
			Message: fmt.Sprintf("The Extra of the view %q does not marshal to JSON: %v.", name, err),
			Fix:     "Use values that encoding/json can write.",
		})
	}
	m.Extra = extra
	v, err := ui.NewView(a.name, name, content, m)
	if err != nil {
		a.fault(err)
		v = &ui.View{Name: name}
		a.faulty = append(a.faulty, v)
		return v
	}
	v.Endpoint = a.options.URL
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, other := range a.views {
		if other.Name == name {
			a.faults = append(a.faults, &declarationError{place: callerPlace(), err: &Error{
				Code:    "view_name_taken",
				Message: fmt.Sprintf("There are two views named %q.", name),
				Fix:     "Declare it once and use what View returned for every tool.",
			}})
			return other
		}
	}
	a.views = append(a.views, v)
	return v
}

// isFaulty reports whether a view is one that View could not accept.
func (a *App) isFaulty(v *ui.View) bool { return slices.Contains(a.faulty, v) }

// Resources returns the entries of resources/list for a client: the views, for
// hosts that show them.
func (a *App) Resources(c hosts.Client) []ui.Resource {
	profile := hosts.Detect(c)
	if a.adapters.For(profile) == nil {
		return nil
	}
	resources := make([]ui.Resource, 0, len(a.views))
	for _, v := range a.views {
		d, err := a.adapters.Document(v, profile)
		if err != nil {
			a.logger().Error("view can't be shown", "view", v.Name, "host", profile.ID, "error", err)
			continue
		}
		resources = append(resources, ui.Resource{
			URI: d.URI, Name: v.Name, Description: v.Metadata.Description, MIMEType: d.MIMEType, Meta: d.Meta,
		})
	}
	return resources
}

// Read returns the view of a URI, through the app's middleware, in the form that
// the peer's host understands. URIs of older builds, which hosts may have kept, get the view
// as it is now.
//
// An unknown URI is an [*Error] with the code "view_not_found".
func (a *App) Read(ctx context.Context, peer hosts.Peer, uri string) (ui.Document, error) {
	v := a.viewOf(uri)
	if v == nil {
		return ui.Document{}, a.viewNotFound(uri)
	}
	r := a.request(ctx, ReadResource, &peer)
	r.URI = uri
	response, err := a.serve(ctx, r, func(_ context.Context, r *Request) (*Response, error) {
		d, err := a.adapters.Document(v, r.Profile)
		if err != nil {
			return nil, err
		}
		d.URI = uri // a host matches the answer with what it asked for
		return &Response{Document: &d}, nil
	})
	if err != nil {
		return ui.Document{}, a.publicError(r, err)
	}
	return *response.Document, nil
}

// viewOf finds the view of a URI, whatever build its last part names.
func (a *App) viewOf(uri string) *ui.View {
	rest, ok := strings.CutPrefix(uri, ui.ViewPrefix(a.name))
	if !ok {
		return nil
	}
	name, build, _ := strings.Cut(rest, "/")
	if strings.ContainsAny(build, "/?#") {
		return nil
	}
	for _, v := range a.views {
		if v.Name == name {
			return v
		}
	}
	return nil
}

func (a *App) viewNotFound(uri string) error {
	uris := make([]string, len(a.views))
	for i, v := range a.views {
		uris[i] = v.URI
	}
	return notFound("view_not_found", "view", uri, uris, "resources/list")
}

package oriel

import (
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/ui"
)

// assetsFolder is the path of assets, relative to the folder of the endpoint.
const assetsFolder = "oriel/"

// AssetsHandler serves the files that views load from the app; see
// [Options.SplitViews] and [ui.Folder]. [App.Routes] and [App.Main] include it. On a mux
// of your own, mount it beside the endpoint:
//
//	mux.Handle("/mcp", app.Handler())
//	mux.Handle("/oriel/", app.AssetsHandler())
//
// File addresses are derived from [Options.URL] without its last path element: an
// endpoint https://example.com/weather/mcp has its files below
// https://example.com/weather/oriel/. Each address contains a hash of its content, so
// responses can be cached for ever; addresses of other builds get 404.
func (a *App) AssetsHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "Assets can only be read.", http.StatusMethodNotAllowed)
			return
		}
		if asset := a.assetFor(r.URL.Path); asset != nil {
			asset.ServeHTTP(w, r)
			return
		}
		serve.NoAsset(w, r)
	})
}

// assetFor returns the file for the path of a request, or nil. The path may have a
// prefix, depending on where the handler is mounted, and that may contain the folder's
// name too.
func (a *App) assetFor(requested string) *serve.Asset {
	const longest = 4096 // bytes; no asset has a longer path
	if len(requested) > longest {
		return nil
	}
	const folder = "/" + assetsFolder
	for {
		at := strings.Index(requested, folder)
		if at < 0 {
			return nil
		}
		if asset := a.asset(requested[at+len(folder):]); asset != nil {
			return asset
		}
		requested = requested[at+1:]
	}
}

// assets are the prepared files that documents load.
type assets struct {
	mu     sync.Mutex
	byPath map[string]*serve.Asset
	// of is the catalogue from which byPath was collected.
	of *catalogue
}

// asset returns the file at a path, or nil. It doesn't depend on whether this replica
// has written the document that loads the file.
func (a *App) asset(at string) *serve.Asset {
	declared := a.declared()
	a.assets.mu.Lock()
	defer a.assets.mu.Unlock()
	if a.assets.of != declared {
		a.gatherAssets(declared)
	}
	if known := a.assets.byPath[at]; known != nil {
		return known
	}
	for _, v := range declared.views {
		if v.AssetOptions.URL == "" || !adapter.IsFolderAsset(v, at) {
			continue
		}
		found, err := adapter.FolderAsset(v, at)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				a.logger().Error("can't read a file of a view", "view", v.Name, "error", err)
			}
			return nil
		}
		asset := serve.NewAsset(found.MIMEType, found.Data)
		a.assets.byPath[at] = asset
		return asset
	}
	return nil
}

// gatherAssets collects the files of all views. The caller holds a.assets.mu.
func (a *App) gatherAssets(declared *catalogue) {
	old := a.assets.byPath
	a.assets.byPath, a.assets.of = map[string]*serve.Asset{}, declared
	for _, v := range declared.views {
		if !v.AssetOptions.Split || v.AssetOptions.URL == "" {
			continue
		}
		for _, profile := range hosts.All() {
			if !profile.LoadsAssets() || a.adapters.For(profile) == nil {
				continue
			}
			d, _, err := a.document(v, profile)
			if err != nil {
				continue // listing the views has logged it
			}
			for _, asset := range d.Assets {
				if a.assets.byPath[asset.Path] != nil {
					continue
				}
				if a.assets.byPath[asset.Path] = old[asset.Path]; old[asset.Path] == nil {
					a.assets.byPath[asset.Path] = serve.NewAsset(asset.MIMEType, asset.Data)
				}
			}
		}
	}
	keepFolders(a.assets.byPath, old, declared.views)
}

// keepFolders keeps the prepared files of folders that are still declared.
func keepFolders(now, old map[string]*serve.Asset, views []*ui.View) {
	for at, asset := range old {
		if slices.ContainsFunc(views, func(v *ui.View) bool { return adapter.IsFolderAsset(v, at) }) {
			now[at] = asset
		}
	}
}

// assetsAt returns the address of the asset folder for an endpoint's address, or "" if
// no content security policy can contain it.
func assetsAt(endpoint string) string {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || !ui.ValidSource(u.Scheme+"://"+u.Host) {
		return ""
	}
	// The apostrophe is the only quote that Go's URLs leave unescaped.
	folder := path.Dir("/" + strings.Trim(strings.ReplaceAll(u.EscapedPath(), "'", "%27"), "/"))
	return u.Scheme + "://" + u.Host + strings.TrimSuffix(folder, "/") + "/" + assetsFolder
}

// viewAssets returns the address from which documents load files.
func (a *App) viewAssets() ui.AssetOptions {
	address := a.options.URL
	if address == "" {
		address = a.local
	}
	return ui.AssetOptions{URL: assetsAt(address), Split: a.options.SplitViews}
}

// setLocal lets documents load their files from the address on which the app listens,
// if that is on this machine and Options.URL is empty. Hosts on this machine, such as
// the workbench, can reach it.
func (a *App) setLocal(at net.Addr) {
	host, port, err := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() || a.options.URL != "" {
		return
	}
	if ip := net.ParseIP(host); ip.To4() == nil {
		host = "localhost" // a content security policy can't contain an IPv6 address
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.local = "http://" + net.JoinHostPort(host, port) + Endpoint
	a.readdress()
}

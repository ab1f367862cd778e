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

// assetsFolder is what the addresses of assets have below the folder of the endpoint.
const assetsFolder = "oriel/"

// AssetsHandler serves the files that documents of views load from the app, see
// [Options.SplitViews] and [ui.Folder]. [App.Routes] and [App.Main] have it; who has a
// mux of their own puts it beside the endpoint:
//
//	mux.Handle("/mcp", app.Handler())
//	mux.Handle("/oriel/", app.AssetsHandler())
//
// The files are addressed from [Options.URL], whose last part is left out:
// https://example.com/weather/mcp has its files below
// https://example.com/weather/oriel/. Each address names what it has, so that answers
// are kept for ever; addresses of other builds are not found.
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

// assetFor returns the file that a request's path names, or nil. What stands before
// the folder depends on where it is mounted, and may have its name in it, too.
func (a *App) assetFor(requested string) *serve.Asset {
	const longest = 4096 // bytes of a path: nobody has longer ones
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

// assets are the files that documents load, as they are served.
type assets struct {
	mu     sync.Mutex
	byPath map[string]*serve.Asset
	// of is the catalogue whose views have been looked through for all files.
	of *catalogue
}

// asset returns the file at a path, or nil. Any replica has it, whether it has written
// the document or not.
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
				a.logger().Error("a view's file can't be read", "view", v.Name, "error", err)
			}
			return nil
		}
		asset := serve.NewAsset(found.MIMEType, found.Data)
		a.assets.byPath[at] = asset
		return asset
	}
	return nil
}

// gatherAssets looks through the views for what was taken out of their documents. The
// caller has a.assets.mu.
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
				continue // the list of views has told of it
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

// keepFolders takes over what is prepared of folders that are still there.
func keepFolders(now, old map[string]*serve.Asset, views []*ui.View) {
	for at, asset := range old {
		if slices.ContainsFunc(views, func(v *ui.View) bool { return adapter.IsFolderAsset(v, at) }) {
			now[at] = asset
		}
	}
}

// assetsAt is where documents load files from, if the app's endpoint is at this
// address: nowhere, if no policy can name it.
func assetsAt(endpoint string) string {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || !ui.ValidSource(u.Scheme+"://"+u.Host) {
		return ""
	}
	// An apostrophe is the one quote that needs no escape in an address.
	folder := path.Dir("/" + strings.Trim(strings.ReplaceAll(u.EscapedPath(), "'", "%27"), "/"))
	return u.Scheme + "://" + u.Host + strings.TrimSuffix(folder, "/") + "/" + assetsFolder
}

// viewAssets is where documents of the app's views load files from.
func (a *App) viewAssets() ui.AssetOptions {
	address := a.options.URL
	if address == "" {
		address = a.local
	}
	return ui.AssetOptions{URL: assetsAt(address), Split: a.options.SplitViews}
}

// setLocal has documents load their files from where the app listens, if that is this
// machine and no other address is known: hosts on it, such as a workbench, find them
// there.
func (a *App) setLocal(at net.Addr) {
	host, port, err := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() || a.options.URL != "" {
		return
	}
	if ip := net.ParseIP(host); ip.To4() == nil {
		host = "localhost" // policies have no form for IPv6 addresses
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.local = "http://" + net.JoinHostPort(host, port) + Endpoint
	a.readdress()
}

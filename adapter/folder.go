package adapter

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/webpage"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// folderPage returns what a host shows for a folder: one document with all in it, or,
// where that can't be or files are wanted, one that loads them from the app.
func folderPage(v *ui.View, p *hosts.Profile, f ui.Folder) (shown, error) {
	wanted := v.AssetOptions.Split && p.LoadsAssets()
	if wanted && v.AssetOptions.URL != "" {
		return folderOfFiles(v, p, f)
	}
	text, err := f.Derived("inline", func() (string, error) { return inlineFolder(f) })
	obstacle, stopped := errors.AsType[*webpage.ObstacleError](err)
	switch {
	case err == nil:
		return shown{text: text, csp: v.Metadata.CSP}, nil
	case !stopped:
		return shown{}, fmt.Errorf("view %q: %w", v.Name, err)
	}
	refuses := p.Assets.Known && !p.LoadsAssets()
	if v.AssetOptions.URL != "" && !refuses {
		return folderOfFiles(v, p, f)
	}
	shortfall := &ui.Error{
		Code:    "folder_not_inline",
		Message: fmt.Sprintf("The view %q can't be shown in %s, which needs all of it in one document. %s", v.Name, p.Title, obstacle.Why),
		Fix:     "Have the bundler write one script: inlineDynamicImports in Vite, splitChunks off in webpack.",
	}
	if !refuses {
		shortfall.Fix += " Or say with Options.URL where the app is reached, so that the files can be loaded from there."
	}
	body := "<p>" + html.EscapeString("This view can't be shown here. "+obstacle.Why) + "</p>"
	return shown{text: standIn(v, body), csp: v.Metadata.CSP, shortfall: shortfall}, nil
}

// folderPlace resolves the addresses in a folder's document.
type folderPlace struct {
	folder ui.Folder
	// home is where relative addresses in the document lead, as a URL on no host.
	home *url.URL
}

// place reads the folder's document, and what it says of its own place.
func place(f ui.Folder) (document string, at *folderPlace, err error) {
	text, err := f.Read(f.Index)
	if err != nil {
		return "", nil, err
	}
	document, base := webpage.TakeBase(string(text))
	home := &url.URL{Path: "/" + f.Index}
	if u, err := home.Parse(base); err == nil {
		home = u
	}
	return document, &folderPlace{f, home}, nil
}

// name returns the file that an address leads to, from another file of the folder or
// from the document where from is empty, and what follows the address's path. It is
// no file's that leads out of the folder's site.
func (at *folderPlace) name(from, reference string) (name, rest string, own bool) {
	home := at.home
	if from != "" {
		home = &url.URL{Path: "/" + from}
	}
	if strings.EqualFold(reference, runtimeName) {
		return "", "", false
	}
	u, err := home.Parse(reference)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Opaque != "" {
		return "", "", false
	}
	name = strings.TrimPrefix(path.Clean("/"+u.Path), "/")
	u.Path, u.RawPath = "", ""
	return name, u.String(), true
}

// has reports whether a name is that of a file.
func (at *folderPlace) has(name string) bool {
	_, found := slices.BinarySearch(at.folder.Names(), name)
	return found
}

// inlineFolder puts all files that a folder's document loads into it.
func inlineFolder(f ui.Folder) (string, error) {
	document, at, err := place(f)
	if err != nil {
		return "", err
	}
	var failed error
	var obstacle *webpage.ObstacleError
	document, err = webpage.Inline(document, func(from *webpage.Local, reference string) (webpage.Local, bool) {
		start := ""
		if from != nil {
			start = from.Name
		}
		name, _, own := at.name(start, reference)
		if !own {
			return webpage.Local{}, false
		}
		if strings.HasSuffix(reference, "/") && name != "" && at.hasFolder(name+"/") {
			obstacle = &webpage.ObstacleError{Why: fmt.Sprintf("A script of it looks for files in %s.", name)}
		}
		file := webpage.Local{Name: name, MIMEType: ui.TypeOf(name)}
		data, readErr := f.Read(name)
		switch {
		case readErr == nil:
			file.Data = append([]byte{}, data...) // an empty file is one
			if what := seeks(string(data)); what != "" && file.MIMEType == "text/javascript" {
				obstacle = &webpage.ObstacleError{Why: fmt.Sprintf("Its script %s %s.", name, what)}
			}
		case !errors.Is(readErr, fs.ErrNotExist):
			failed = errors.Join(failed, readErr)
		}
		return file, true
	})
	if failed != nil {
		return "", failed
	}
	if len(document) > MaxDocument {
		obstacle = &webpage.ObstacleError{Why: fmt.Sprintf("With all that it loads it has more than %d MiB.", MaxDocument/mebibyte)}
	}
	if err == nil && obstacle != nil {
		err = obstacle
	}
	return document, err
}

// folderOfFiles returns the folder's document with the addresses that its files have
// below the app.
func folderOfFiles(v *ui.View, p *hosts.Profile, f ui.Folder) (shown, error) {
	document, at, err := place(f)
	if err != nil {
		return shown{}, fmt.Errorf("view %q: %w", v.Name, err)
	}
	base := folderBase(v, f)
	document, imports := webpage.TakeImportMap(document, at.home)
	document = webpage.Rewrite(document, func(reference string) string { return at.moved(base, "", reference) })
	document = webpage.RewriteScripts(document, func(script string) string { return at.movedScript(base, script) })
	origin := originOf(v.AssetOptions.URL)
	more := &ui.CSP{ResourceDomains: []string{origin}, ConnectDomains: []string{origin}}
	head := ""
	if has, _ := p.Has(hosts.BaseURI); has && at.home.Host == "" {
		// What scripts ask for by relative addresses. Links within the document lead out of
		// it then, so it is there only for hosts that surely heed it.
		folder := strings.TrimPrefix(at.home.Path[:strings.LastIndexByte(at.home.Path, '/')+1], "/")
		head = `<base href="` + html.EscapeString(base+folder) + `">`
		more.BaseURIDomains = []string{origin}
	}
	if len(imports) > 0 {
		for name, address := range imports {
			imports[name] = at.moved(base, "", address)
		}
		element, err := webpage.ImportMap(imports)
		if err != nil {
			return shown{}, fmt.Errorf("view %q: %w", v.Name, err)
		}
		head += element
	}
	if head != "" {
		document = view.InsertFirst(document, head)
	}
	return shown{text: document, csp: extended(v.Metadata.CSP, more)}, nil
}

// folderBase is what the addresses of a folder's files begin with.
func folderBase(v *ui.View, f ui.Folder) string {
	return v.AssetOptions.URL + folderPath + v.Name + "/" + f.Hash() + "/"
}

// moved returns the address that a file of the folder has now; others stay.
func (at *folderPlace) moved(base, from, reference string) string {
	name, rest, own := at.name(from, reference)
	if !own || !at.has(name) {
		return reference
	}
	return base + (&url.URL{Path: name}).EscapedPath() + rest
}

// movedScript changes the paths in a script that are those of files and folders here.
func (at *folderPlace) movedScript(base, script string) string {
	return webpage.RewritePaths(rerooted(script, base), func(p string) string {
		name := strings.TrimPrefix(p, "/")
		switch {
		case name == "", path.Clean(p) != strings.TrimSuffix(p, "/"):
			return p
		case strings.HasSuffix(name, "/") && at.hasFolder(name), at.has(name):
			return base + name
		default:
			return p
		}
	})
}

// hasFolder reports whether there are files whose names begin with that of a folder.
func (at *folderPlace) hasFolder(name string) bool {
	names := at.folder.Names()
	i, _ := slices.BinarySearch(names, name)
	return i < len(names) && strings.HasPrefix(names[i], name)
}

// IsFolderAsset reports whether a path below [ui.AssetOptions.URL] is one of a view's folder,
// as the folder is now; whether there is a file, is another question.
func IsFolderAsset(v *ui.View, assetPath string) bool {
	f, isFolder := v.Content.(ui.Folder)
	rest, found := strings.CutPrefix(assetPath, folderPath+v.Name+"/")
	return isFolder && found && strings.HasPrefix(rest, f.Hash()+"/")
}

// FolderAsset returns a file of a view's folder by its path below [ui.AssetOptions.URL], as
// documents of the view load it: what scripts and style sheets name by a path from
// the root of a site has its address. The error wraps fs.ErrNotExist where there is
// no such file, and for the files of another build.
func FolderAsset(v *ui.View, assetPath string) (ui.Asset, error) {
	f, isFolder := v.Content.(ui.Folder)
	if !isFolder || !IsFolderAsset(v, assetPath) {
		return ui.Asset{}, fmt.Errorf("the asset %.200q: %w", assetPath, fs.ErrNotExist)
	}
	name := assetPath[len(folderPath+v.Name+"/"+f.Hash()+"/"):]
	data, err := f.Read(name)
	if err != nil {
		return ui.Asset{}, fmt.Errorf("an asset of the view %q: %w", v.Name, err)
	}
	asset := ui.Asset{Path: assetPath, MIMEType: ui.TypeOf(name), Data: data}
	at, base := &folderPlace{folder: f, home: &url.URL{Path: "/" + f.Index}}, folderBase(v, f)
	switch asset.MIMEType {
	case "text/javascript":
		asset.Data = []byte(at.movedScript(base, string(data)))
	case "text/css":
		asset.Data = []byte(webpage.RewriteCSS(string(data), func(reference string) string {
			if !strings.HasPrefix(reference, "/") {
				return reference
			}
			return at.moved(base, name, reference)
		}))
	}
	return asset, nil
}

// mentions reports whether a word stands in the folder's document or in one of its
// scripts.
func mentions(f ui.Folder, word string) bool {
	for _, name := range f.Names() {
		if kind := ui.TypeOf(name); name != f.Index && kind != "text/javascript" {
			continue
		}
		if data, err := f.Read(name); err == nil && bytes.Contains(data, []byte(word)) {
			return true
		}
	}
	return false
}

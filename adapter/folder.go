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

// folderPage returns the document of a folder: one that contains everything or, if that
// is impossible or files are wanted, one that loads files from the app.
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
		Message: fmt.Sprintf("The view %q can't be shown in %s, which needs everything in one document. %s", v.Name, p.Title, obstacle.Why),
		Fix:     "Let the bundler write one script: inlineDynamicImports in Vite, splitChunks off in webpack.",
	}
	if !refuses {
		shortfall.Fix += " Or set Options.URL to the app's address, so that hosts can load the files from there."
	}
	body := "<p>" + html.EscapeString("This view can't be shown here. "+obstacle.Why) + "</p>"
	return shown{text: placeholder(v, body), csp: v.Metadata.CSP, shortfall: shortfall}, nil
}

// folderPlace resolves the addresses in a folder's document.
type folderPlace struct {
	folder ui.Folder
	// home is the base of relative addresses in the document, as a URL without a host.
	home *url.URL
}

// place reads the folder's document, and its base address.
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

// name returns the file to which an address leads, and the rest of the address after its
// path. The address is in the file from, or in the document if from is empty. own is
// false if it leads outside of the folder.
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

// has reports whether there is a file with this name.
func (at *folderPlace) has(name string) bool {
	_, found := slices.BinarySearch(at.folder.Names(), name)
	return found
}

// inlineFolder puts all files that a folder's document loads into the document.
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
			obstacle = &webpage.ObstacleError{Why: fmt.Sprintf("One of its scripts loads files from %s.", name)}
		}
		file := webpage.Local{Name: name, MIMEType: ui.TypeOf(name)}
		data, readErr := f.Read(name)
		switch {
		case readErr == nil:
			file.Data = append([]byte{}, data...) // not nil, even if the file is empty
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
		obstacle = &webpage.ObstacleError{Why: fmt.Sprintf("Together with everything that it loads, it has more than %d MiB.", MaxDocument/mebibyte)}
	}
	if err == nil && obstacle != nil {
		err = obstacle
	}
	return document, err
}

// folderOfFiles returns the folder's document with the addresses of its files in the app.
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
		// For what scripts load by relative addresses. It breaks links within the document,
		// so it is only added for hosts that certainly support it.
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

// folderBase is the prefix of the addresses of a folder's files.
func folderBase(v *ui.View, f ui.Folder) string {
	return v.AssetOptions.URL + folderPath + v.Name + "/" + f.Hash() + "/"
}

// moved returns the address of a file of the folder in the app. Other addresses stay.
func (at *folderPlace) moved(base, from, reference string) string {
	name, rest, own := at.name(from, reference)
	if !own || !at.has(name) {
		return reference
	}
	return base + (&url.URL{Path: name}).EscapedPath() + rest
}

// movedScript replaces the paths of the folder's files in a script.
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

// hasFolder reports whether there are files below a folder.
func (at *folderPlace) hasFolder(name string) bool {
	names := at.folder.Names()
	i, _ := slices.BinarySearch(names, name)
	return i < len(names) && strings.HasPrefix(names[i], name)
}

// IsFolderAsset reports whether a path below [ui.AssetOptions.URL] belongs to the folder of
// a view, in its current build. The file itself may not exist.
func IsFolderAsset(v *ui.View, assetPath string) bool {
	f, isFolder := v.Content.(ui.Folder)
	rest, found := strings.CutPrefix(assetPath, folderPath+v.Name+"/")
	return isFolder && found && strings.HasPrefix(rest, f.Hash()+"/")
}

// FolderAsset returns a file of a view's folder by its path below [ui.AssetOptions.URL]. In
// scripts and style sheets, paths from the root of a site are replaced by addresses of
// the folder. The error wraps fs.ErrNotExist if there is no such file in this build.
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

// mentions reports whether the folder's document or one of its scripts contains a word.
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

package adapter

import (
	"net/url"
	"slices"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/webpage"
	"github.com/orielapps/oriel/ui"
)

// The paths of the files of documents, below [ui.AssetOptions.URL].
const (
	splitPath  = "assets/"
	folderPath = "views/"
)

// worthSplitting is the minimum size of a script or style sheet to become a file of its
// own, in bytes: a request takes as long as some kilobytes more.
const worthSplitting = 8 << 10

// split moves scripts and styles out of a document, if that is wanted and the host is
// known to load them.
func split(v *ui.View, p *hosts.Profile, s shown) shown {
	if !v.AssetOptions.Split || v.AssetOptions.URL == "" || !p.LoadsAssets() || s.shortfall != nil {
		return s
	}
	text, files := webpage.Split(s.text, v.AssetOptions.URL+splitPath, worthSplitting)
	if len(files) == 0 {
		return s
	}
	s.text = text
	for _, f := range files {
		s.assets = append(s.assets, ui.Asset{Path: splitPath + f.Name, MIMEType: f.MIMEType, Data: []byte(f.Text)})
	}
	s.csp = extended(s.csp, &ui.CSP{ResourceDomains: []string{originOf(v.AssetOptions.URL)}})
	return s
}

// originOf returns the origin of a URL.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// extended returns a policy with the sources of another.
func extended(csp, more *ui.CSP) *ui.CSP {
	out := ui.CSP{}
	if csp != nil {
		out = *csp
	}
	for _, list := range []struct {
		all  *[]string
		more []string
	}{
		{&out.ConnectDomains, more.ConnectDomains},
		{&out.ResourceDomains, more.ResourceDomains},
		{&out.FrameDomains, more.FrameDomains},
		{&out.BaseURIDomains, more.BaseURIDomains},
	} {
		for _, source := range list.more {
			if !slices.Contains(*list.all, source) {
				*list.all = append(slices.Clone(*list.all), source)
			}
		}
	}
	return &out
}

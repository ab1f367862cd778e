package adapter

import (
	"net/url"
	"slices"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/webpage"
	"github.com/orielapps/oriel/ui"
)

// Where the files of documents are, below [ui.AssetOptions.URL].
const (
	splitPath  = "assets/"
	folderPath = "views/"
)

// worthSplitting is how long a script or a style sheet has to be to be loaded by
// itself, in bytes: a request takes the time of some kilobytes more.
const worthSplitting = 8 << 10

// split takes scripts and styles out of a document where that is wanted and the host
// is known to load them.
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

// originOf is the origin of an address that is one.
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

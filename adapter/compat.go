package adapter

import (
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// native returns the APIs that the hosts of an adapter provide themselves, so that pages
// need no shim for them. Single hosts have provided window.mcpApp and window.mcpUI; if
// they exist, the shims do nothing.
func native(adapter string) ui.Compat {
	switch adapter {
	case hosts.ChatGPT:
		return ui.CompatOpenAI
	case hosts.MCPUI:
		return ui.CompatUIActions
	default:
		return 0
	}
}

// shims returns the script element with the shims that a view needs and the hosts of an
// adapter lack; empty if there are none.
func shims(v *ui.View, adapter string) string {
	wanted := v.Metadata.Compat &^ native(adapter)
	if wanted == 0 {
		return ""
	}
	var names []view.Shim
	for _, one := range []struct {
		compat ui.Compat
		shim   view.Shim
	}{
		{ui.CompatOpenAI, view.ShimOpenAI},
		{ui.CompatMCPApp, view.ShimMCPApp},
		{ui.CompatMCPUI, view.ShimMCPUI},
		{ui.CompatUIActions, view.ShimUIActions},
	} {
		if wanted.Has(one.compat) {
			names = append(names, one.shim)
		}
	}
	return view.Script(view.Compat(names...))
}

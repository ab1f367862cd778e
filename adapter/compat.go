package adapter

import (
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// native is what the hosts that an adapter is for have of their own, so that a
// page written for it needs no shim there. window.mcpApp and window.mcpUI have
// been injected by single hosts; where they are there, the shims step aside.
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

// shims is the script element with the shims that a view asks for and that hosts
// of an adapter lack; empty if there are none.
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

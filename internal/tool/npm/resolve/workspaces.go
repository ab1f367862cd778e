package resolve

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// workspacePatterns returns the patterns of folders in the member "workspaces" of a package.json.
func workspacePatterns(m *manifest) []string {
	var list []string
	if json.Unmarshal(m.members["workspaces"], &list) == nil {
		return list
	}
	var within struct {
		Packages []string `json:"packages"`
	}
	_ = json.Unmarshal(m.members["workspaces"], &within)
	return within.Packages
}

// inWorkspace reports whether a folder matches a pattern. "**" matches any number of folders.
func inWorkspace(pattern, folder string) bool {
	pattern = strings.Trim(strings.TrimPrefix(pattern, "./"), "/")
	before, after, deep := strings.Cut(pattern, "**")
	if deep {
		return strings.HasPrefix(folder, before) && (after == "" || strings.HasSuffix(folder, after))
	}
	fits, err := path.Match(pattern, folder)
	return err == nil && fits
}

// linkWorkspaces adds the workspaces in the lockfile to the project's dependencies.
func linkWorkspaces(t *tree, locked bool) error {
	patterns := workspacePatterns(t.root.manifest)
	if len(patterns) == 0 {
		return nil
	}
	if !locked {
		return &ui.Error{
			Code:    "workspaces_unlocked",
			Message: `package.json has "workspaces", but there is no lockfile that lists them.`,
			Fix:     "Run \"npm install\" once, and commit the package-lock.json that it writes.",
		}
	}
	for _, n := range t.folders[1:] {
		name := n.manifest.name
		if name == "" {
			name = path.Base(n.folder)
		}
		for _, pattern := range patterns {
			if inWorkspace(pattern, n.folder) {
				t.root.edges[name] = &edge{from: t.root, name: name, spec: spec{kind: folderSpec, folder: n.folder, text: n.folder}, kind: workspaceEdge}
			}
		}
	}
	for _, name := range sortedKeys(t.root.edges) {
		if e := t.root.edges[name]; e.kind == workspaceEdge && e.to() == nil {
			return &ui.Error{
				Code:    "workspaces_unlocked",
				Message: fmt.Sprintf("The lockfile does not link the workspace %s.", name),
				Fix:     "Run \"npm install\" once, and commit the package-lock.json that it writes.",
			}
		}
	}
	return nil
}

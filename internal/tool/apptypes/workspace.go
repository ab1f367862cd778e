package apptypes

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// CheckWorkspace returns an error of type [*ui.Error], "module_not_in_workspace", if the project's
// module is not one of the go.work that applies to its folder: the go command then doesn't find the
// module's packages, and may take those of another module for the project's.
func (p *Program) CheckWorkspace(ctx context.Context) error {
	out, err := p.goCommand(ctx, "env", "GOWORK")
	workspace := strings.TrimSpace(out.stdout.String())
	if err != nil || workspace == "" || workspace == "off" {
		return nil // the command that needs a workspace reports the error
	}
	root := moduleRoot(p.dir)
	out, err = p.goCommand(ctx, "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return nil // likewise
	}
	for line := range strings.SplitSeq(out.stdout.String(), "\n") {
		if isSame(strings.TrimSpace(line), root) {
			return nil
		}
	}
	return &ui.Error{
		Code:    "module_not_in_workspace",
		Message: fmt.Sprintf("The module of this project is not in %s, so the go command doesn't find its packages.", workspace),
		Fix:     "Add it: go work use " + filepath.ToSlash(relative(p.dir, root)),
	}
}

// isSame reports whether two paths lead to the same folder.
func isSame(one, other string) bool {
	first, err := os.Stat(one)
	if err != nil {
		return false
	}
	second, err := os.Stat(other)
	return err == nil && os.SameFile(first, second)
}

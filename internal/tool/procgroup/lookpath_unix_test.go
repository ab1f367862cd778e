//go:build unix

package procgroup_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/orielapps/oriel/internal/tool/procgroup"
)

func TestLookPath(t *testing.T) {
	t.Parallel()
	empty, plain, first, second := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	for dir, mode := range map[string]os.FileMode{plain: 0o644, first: 0o755, second: 0o755} {
		if err := os.WriteFile(filepath.Join(dir, "program"), []byte("#!/bin/sh\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	relative, err := filepath.Rel(here, first)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		environ []string
		want    string
	}{
		"the first that has it":      {[]string{"PATH=" + empty + ":" + first + ":" + second}, first},
		"of two variables, the last": {[]string{"PATH=" + first, "A=b", "PATH=" + second}, second},
		"no program":                 {[]string{"PATH=" + plain + ":" + second}, second},
		"not from here":              {[]string{"PATH=" + relative + "::.:" + second}, second},
		"nowhere":                    {[]string{"PATH=" + first, "PATH=" + empty}, ""},
		"another variable":           {[]string{"path=" + first, "XPATH=" + first}, ""},
		"no variable":                {[]string{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := procgroup.LookPath("program", test.environ)
			if test.want == "" {
				if !errors.Is(err, exec.ErrNotFound) || got != "" {
					t.Errorf("got %q, %v", got, err)
				}
			} else if err != nil || got != filepath.Join(test.want, "program") {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
	if got, err := procgroup.LookPath("sh", nil); err != nil || !filepath.IsAbs(got) {
		t.Errorf("in our own PATH: %q, %v", got, err)
	}
}

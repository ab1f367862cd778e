package scaffold

import (
	"runtime/debug"
	"testing"
)

func TestLinked(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		module debug.Module
		want   Library
	}{
		"a release":           {debug.Module{Path: library, Version: "v1.2.3", Sum: "h1:x="}, Library{Version: "v1.2.3", Sum: "h1:x="}},
		"vendored":            {debug.Module{Path: library, Version: "v1.2.3"}, Library{Version: "v1.2.3"}},
		"a workspace":         {debug.Module{Path: library, Version: "(devel)"}, Library{}},
		"a folder instead":    {debug.Module{Path: library, Version: "v1.2.3", Replace: &debug.Module{Path: "../oriel"}}, Library{}},
		"a changed checkout":  {debug.Module{Path: library, Version: "v1.2.3+dirty"}, Library{}},
		"another module only": {debug.Module{Path: library + "/internal/tool", Version: "v1.2.3", Sum: "h1:x="}, Library{}},
	} {
		info := &debug.BuildInfo{
			Main: debug.Module{Path: library + "/cmd/oriel", Version: "v9.9.9", Sum: "h1:other="},
			Deps: []*debug.Module{{Path: "example.com/a", Version: "v1.0.0", Sum: "h1:a="}, &test.module},
		}
		if got := linked(info, true); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
	if got := linked(nil, false); got != (Library{}) {
		t.Errorf("without build information: %+v", got)
	}
}

package bundle

import (
	"bytes"
	"path"
	"strconv"
	"strings"
)

// sourceScheme begins the names of sources in source maps, so that developer tools show those
// of all views as one tree.
const sourceScheme = "oriel:///"

// sourceMaps returns the source maps of the bundle's scripts and styles, by file name.
func (c *compiler) sourceMaps() map[string][]byte {
	files := make(map[string][]byte)
	for name, output := range c.outputs {
		if output.scriptMap != "" {
			files[name+".js.map"] = c.namedSources(output.scriptMap)
		}
		if output.styleMap != "" {
			files[name+".css.map"] = c.namedSources(output.styleMap)
		}
	}
	return files
}

// namedSources replaces the bundler's names of sources in a map with paths.
func (c *compiler) namedSources(sourceMap string) []byte {
	// The names come before the contents, which must not be changed.
	names, rest, _ := strings.Cut(sourceMap, `"sourcesContent"`)
	pairs := []string{
		`"` + fromProject + ":", `"` + sourceScheme,
		`"` + fromPrebuilt + ":", `"` + sourceScheme,
		`"` + fromEntry + ":", `"` + sourceScheme + fromEntry + "/",
		`"` + fromRuntime + ":", `"` + sourceScheme + runtimeName + "/",
	}
	if c.page != nil {
		for i := range c.page.inline {
			number := strconv.Itoa(i)
			pairs = append(pairs, `"`+fromPage+":"+number+`"`, `"`+sourceScheme+c.page.name+"?"+number+`"`)
		}
	}
	var b bytes.Buffer
	b.Grow(len(sourceMap))
	b.WriteString(strings.NewReplacer(pairs...).Replace(names))
	b.WriteString(`"sourcesContent"` + rest)
	return b.Bytes()
}

// addMapComments adds the addresses of source maps to outputs.
func (c *compiler) addMapComments(outputs map[string]output) {
	if c.mode.mapURL == "" {
		return
	}
	for name, output := range outputs {
		at := c.mode.mapURL + path.Base(c.dir) + "/" + name
		if output.scripted {
			output.script += "\n//# sourceMappingURL=" + at + ".js.map\n"
		}
		if output.styled {
			output.style += "\n/*# sourceMappingURL=" + at + ".css.map */"
		}
		outputs[name] = output
	}
}

package bundle

import (
	"bytes"
	"path"
	"strconv"
	"strings"
)

// sourceScheme begins the names of sources in source maps, so that the tools of a
// browser show those of all views as one tree.
const sourceScheme = "oriel:///"

// maps returns the source maps of the bundle's scripts and styles, by file name.
func (c *compiler) maps() map[string][]byte {
	files := make(map[string][]byte)
	for name, output := range c.outputs {
		if output.scriptMap != "" {
			files[name+".js.map"] = c.named(output.scriptMap)
		}
		if output.styleMap != "" {
			files[name+".css.map"] = c.named(output.styleMap)
		}
	}
	return files
}

// named gives the sources in a map the names that people know them by.
func (c *compiler) named(sourceMap string) []byte {
	// The sources' names come before their contents, which may say anything.
	names, rest, _ := strings.Cut(sourceMap, `"sourcesContent"`)
	pairs := []string{
		`"` + fromProject + ":", `"` + sourceScheme,
		`"` + fromShelf + ":", `"` + sourceScheme,
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

// mapped adds to what was bundled where its source maps are served.
func (c *compiler) mapped(outputs map[string]texts) {
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

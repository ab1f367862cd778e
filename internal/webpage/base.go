package webpage

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

// TakeBase takes the <base> elements out of a document, and returns what the first
// of them says.
func TakeBase(document string) (without, base string) {
	without = edit(document, func(e *element) (string, bool) {
		if e.Data != "base" {
			return "", false
		}
		if base == "" {
			base = strings.TrimSpace(e.attribute("href"))
		}
		return "", true
	})
	return without, base
}

// TakeImportMap takes the import maps out of a document, and returns their entries,
// with addresses resolved against the document's own. What is no import map is left
// out, as browsers do.
func TakeImportMap(document string, base *url.URL) (without string, imports map[string]string) {
	imports = map[string]string{}
	without = edit(document, func(e *element) (string, bool) {
		if e.Data != "script" || e.kind() != "importmap" {
			return "", false
		}
		var read struct {
			Imports map[string]string `json:"imports"`
		}
		if json.Unmarshal([]byte(e.text), &read) == nil {
			for name, address := range read.Imports {
				if at, err := base.Parse(address); err == nil && imports[name] == "" {
					imports[name] = at.String()
				}
			}
		}
		return "", true
	})
	return without, imports
}

// ImportMap is the element that has browsers find modules by these entries. It has to
// stand before all module scripts.
func ImportMap(imports map[string]string) (string, error) {
	data, err := json.Marshal(map[string]any{"imports": imports}) // it escapes "<"
	if err != nil {
		return "", fmt.Errorf("writing an import map: %w", err)
	}
	return `<script type="importmap">` + string(data) + `</script>`, nil
}

package webpage

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

// TakeBase removes the <base> elements from a document, and returns the href of the first.
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

// TakeImportMap removes the import maps from a document, and returns their entries, with
// addresses resolved against the document's own. Like browsers, it ignores malformed ones.
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

// ImportMap returns the element of an import map. It must be before all module scripts.
func ImportMap(imports map[string]string) (string, error) {
	data, err := json.Marshal(map[string]any{"imports": imports}) // escapes "<"
	if err != nil {
		return "", fmt.Errorf("writing an import map: %w", err)
	}
	return `<script type="importmap">` + string(data) + `</script>`, nil
}

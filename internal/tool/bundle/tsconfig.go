package bundle

import (
	"path"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// maxExtends is how many files a tsconfig.json may build upon.
const maxExtends = 16

// typescriptConfig returns what the nearest tsconfig.json at or above a folder
// says of JSX, which is all that is asked of it, with those it extends in the
// project. "jsx": "react" counts with a "jsxFactory" only: what the newer form
// makes of JSX suits the same files.
func (c *compiler) typescriptConfig(dir string) (jsx, *Fault) {
	for at := dir; ; at = path.Dir(at) {
		name := path.Join(at, "tsconfig.json")
		if c.tree.look(name) == regular {
			var how jsx
			fault := c.extend(&how, name, maxExtends)
			return how, fault
		}
		if at == "." {
			return jsx{}, nil
		}
	}
}

// extend adds what a configuration file says that those before did not.
func (c *compiler) extend(how *jsx, name string, left int) *Fault {
	if left == 0 || slices.Contains(how.by, name) {
		return nil
	}
	how.by = append(how.by, name)
	config, fault := c.readConfig(name)
	if fault != nil {
		return fault
	}
	if fault = how.take(name, config.member("compilerOptions")); fault != nil {
		return fault
	}
	var bases []*value
	if base := config.member("extends"); base != nil && base.kind == listValue {
		bases = base.list
	} else if base != nil {
		bases = []*value{base}
	}
	for _, one := range slices.Backward(bases) { // of several, the last wins
		base := one.content
		if !relative(base) {
			continue
		}
		at := path.Join(path.Dir(name), base)
		if path.Ext(at) != ".json" {
			at += ".json"
		}
		if c.tree.look(at) != regular {
			continue
		}
		if fault = c.extend(how, at, left-1); fault != nil {
			return fault
		}
	}
	return nil
}

// readConfig reads a configuration file, which may have comments.
func (c *compiler) readConfig(name string) (*value, *Fault) {
	data, fault := c.tree.read(name, true)
	if fault != nil {
		return nil, fault
	}
	standard, err := hujson.Standardize(data)
	var config *value
	if err == nil {
		config, err = parseValue(standard)
	}
	if err != nil {
		return nil, &Fault{
			Code:    "tsconfig_invalid",
			File:    name,
			Message: "The file can't be read: " + strings.TrimPrefix(err.Error(), "hujson: ") + ".",
			Fix:     "Correct it; it says what JSX becomes.",
		}
	}
	return config, nil
}

// take adds what the options of a file say that those before did not.
func (how *jsx) take(name string, options *value) *Fault {
	if how.source == "" && how.factory == "" {
		how.source, how.factory = options.text("jsxImportSource"), options.text("jsxFactory")
		if how.source != "" {
			how.factory = ""
		}
	}
	if how.fragment == "" {
		how.fragment = options.text("jsxFragmentFactory")
	}
	if how.source != "" && !jsxSource.MatchString(how.source) {
		return jsxInvalid(name, "jsxImportSource", how.source)
	}
	for _, named := range []struct{ option, text string }{{"jsxFactory", how.factory}, {"jsxFragmentFactory", how.fragment}} {
		if named.text != "" && !jsxNames.MatchString(named.text) {
			return jsxInvalid(name, named.option, named.text)
		}
	}
	return nil
}

func jsxInvalid(name, option, text string) *Fault {
	return &Fault{
		Code:    "tsconfig_invalid",
		File:    name,
		Message: option + " is no name: " + strings.Map(printable, text[:min(len(text), excerptWidth)]) + ".",
		Fix:     `Name a package, as "react" or "preact", or a function, as "h".`,
	}
}

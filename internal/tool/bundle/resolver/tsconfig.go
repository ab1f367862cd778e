package resolver

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

// maxExtends is the most files that one tsconfig.json may extend, directly or not.
const maxExtends = 16

// CompilerOptions are the options for JSX in a tsconfig.json, the only ones that Oriel
// reads.
type CompilerOptions struct {
	JSXImportSource, JSXFactory, JSXFragmentFactory string
	// Files are the tsconfig.json and those that it extends.
	Files []string
}

// CompilerOptions returns the options of the nearest tsconfig.json at or above a folder,
// with those that it extends within the project. JSXFactory is empty where there is a
// JSXImportSource.
func (r *Resolver) CompilerOptions(dir string) (CompilerOptions, *source.Fault) {
	for at := dir; ; at = path.Dir(at) {
		name := path.Join(at, "tsconfig.json")
		if r.tree.Look(name) == source.Regular {
			var options CompilerOptions
			fault := r.addOptions(&options, name, maxExtends)
			return options, fault
		}
		if at == "." {
			return CompilerOptions{}, nil
		}
	}
}

// addOptions adds the options in a file that are not set yet.
func (r *Resolver) addOptions(options *CompilerOptions, name string, left int) *source.Fault {
	if left == 0 || slices.Contains(options.Files, name) {
		return nil
	}
	options.Files = append(options.Files, name)
	config, fault := r.readConfig(name)
	if fault != nil {
		return fault
	}
	if fault = options.add(name, config.member("compilerOptions")); fault != nil {
		return fault
	}
	var bases []*value
	if base := config.member("extends"); base != nil && base.kind == listValue {
		bases = base.list
	} else if base != nil {
		bases = []*value{base}
	}
	for _, one := range slices.Backward(bases) { // the last wins
		base := one.text
		if !IsRelative(base) {
			continue
		}
		at := path.Join(path.Dir(name), base)
		if path.Ext(at) != ".json" {
			at += ".json"
		}
		if r.tree.Look(at) != source.Regular {
			continue
		}
		if fault = r.addOptions(options, at, left-1); fault != nil {
			return fault
		}
	}
	return nil
}

// readConfig reads a JSON file that may have comments.
func (r *Resolver) readConfig(name string) (*value, *source.Fault) {
	data, fault := r.tree.Read(name, true)
	if fault != nil {
		return nil, fault
	}
	standard, err := hujson.Standardize(data)
	var config *value
	if err == nil {
		config, err = parseJSON(standard)
	}
	if err != nil {
		return nil, &source.Fault{
			Code:    "tsconfig_invalid",
			File:    name,
			Message: "The file can't be read: " + strings.TrimPrefix(err.Error(), "hujson: ") + ".",
			Fix:     "Correct it: it says how JSX is compiled.",
		}
	}
	return config, nil
}

var (
	packageText  = regexp.MustCompile(`^[@A-Za-z0-9._/-]+$`)
	functionText = regexp.MustCompile(`^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$`)
)

// add adds the options that are not set yet.
func (o *CompilerOptions) add(name string, options *value) *source.Fault {
	if o.JSXImportSource == "" && o.JSXFactory == "" {
		o.JSXImportSource, o.JSXFactory = options.textOf("jsxImportSource"), options.textOf("jsxFactory")
		if o.JSXImportSource != "" {
			o.JSXFactory = ""
		}
	}
	if o.JSXFragmentFactory == "" {
		o.JSXFragmentFactory = options.textOf("jsxFragmentFactory")
	}
	if o.JSXImportSource != "" && !packageText.MatchString(o.JSXImportSource) {
		return optionInvalid(name, "jsxImportSource", o.JSXImportSource)
	}
	for _, one := range []struct{ option, text string }{{"jsxFactory", o.JSXFactory}, {"jsxFragmentFactory", o.JSXFragmentFactory}} {
		if one.text != "" && !functionText.MatchString(one.text) {
			return optionInvalid(name, one.option, one.text)
		}
	}
	return nil
}

func optionInvalid(name, option, text string) *source.Fault {
	return &source.Fault{
		Code:    "tsconfig_invalid",
		File:    name,
		Message: option + " is not a name: " + source.Clip(text) + ".",
		Fix:     `Name a package, as "react" or "preact", or a function, as "h".`,
	}
}

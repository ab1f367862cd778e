package resolve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/orielapps/oriel/ui"
)

// The members of a package.json that name packages.
const (
	dependencies         = "dependencies"
	devDependencies      = "devDependencies"
	optionalDependencies = "optionalDependencies"
	peerDependencies     = "peerDependencies"
	peerMeta             = "peerDependenciesMeta"
)

// sections is the order in which npm looks where a package is named already.
var sections = []string{devDependencies, optionalDependencies, dependencies, peerDependencies}

// newPackageJSON is what a project gets that has no package.json: nothing that
// could be published by mistake.
const newPackageJSON = "{\n  \"private\": true\n}\n"

// A packageJSON is a package.json that is changed in place: all that is not
// about packages stays as its author has laid it out.
type packageJSON struct {
	text  hujson.Value
	style style
	mark  []byte // of byte order, if there is one
}

// parsePackageJSON reads a package.json.
func parsePackageJSON(name string, data []byte) (*packageJSON, error) {
	const fix = "Correct the file; comments and trailing commas are not allowed in it."
	mark := []byte("\ufeff")
	p := &packageJSON{style: styleOf(data)}
	if rest, marked := bytes.CutPrefix(data, mark); marked {
		data, p.mark = rest, mark
	}
	if !json.Valid(data) || object(data) == nil {
		return nil, malformed(name, data, fix)
	}
	parsed, err := hujson.Parse(data)
	if err != nil {
		return nil, malformed(name, data, fix)
	}
	p.text = parsed
	for _, section := range append(slices.Clone(sections), peerMeta) {
		if member := p.member(section); member != nil {
			if _, isObject := member.Value.Value.(*hujson.Object); !isObject {
				return nil, &ui.Error{
					Code:    "package_json_invalid",
					Message: fmt.Sprintf("%s: %q is not an object.", name, section),
					Fix:     `Write it as {"name": "range"}.`,
				}
			}
		}
	}
	return p, nil
}

// bytes returns the file.
func (p *packageJSON) bytes() []byte { return append(slices.Clone(p.mark), p.text.Pack()...) }

// manifest returns what it says.
func (p *packageJSON) manifest() *manifest { return readManifest(object(p.text.Pack())) }

// whole is the object that the file consists of.
func (p *packageJSON) whole() *hujson.Object {
	whole, _ := p.text.Value.(*hujson.Object)
	return whole
}

// member returns a member of the file, or nil.
func (p *packageJSON) member(name string) *hujson.ObjectMember {
	return find(p.whole(), name)
}

// section returns the object of a member, or nil.
func (p *packageJSON) section(name string) *hujson.Object {
	member := p.member(name)
	if member == nil {
		return nil
	}
	list, _ := member.Value.Value.(*hujson.Object)
	return list
}

// find returns the last member of that name, which is the one that counts.
func find(in *hujson.Object, name string) *hujson.ObjectMember {
	for i, member := range slices.Backward(in.Members) {
		if literal, ok := member.Name.Value.(hujson.Literal); ok && literal.String() == name {
			return &in.Members[i]
		}
	}
	return nil
}

// saved returns the section that names a package, or "".
func (p *packageJSON) saved(name string) string {
	for _, section := range sections {
		if list := p.section(section); list != nil && find(list, name) != nil {
			return section
		}
	}
	return ""
}

// set writes a dependency, and its section if there is none.
func (p *packageJSON) set(section, name, value string) {
	list := p.section(section)
	if list == nil {
		p.insert(p.whole(), len(p.whole().Members), section, &hujson.Object{}, 1)
		list = p.section(section)
	}
	if there := find(list, name); there != nil {
		there.Value.Value = hujson.String(value)
		return
	}
	at := 0
	for at < len(list.Members) {
		if literal, ok := list.Members[at].Name.Value.(hujson.Literal); ok && compareNames(literal.String(), name) > 0 {
			break
		}
		at++
	}
	p.insert(list, at, name, hujson.String(value), 2)
}

// insert puts a member at a place of an object, on a line of its own.
func (p *packageJSON) insert(into *hujson.Object, at int, name string, value hujson.ValueTrimmed, depth int) {
	member := hujson.ObjectMember{
		Name:  hujson.Value{BeforeExtra: hujson.Extra(p.line(depth)), Value: hujson.String(name)},
		Value: hujson.Value{BeforeExtra: hujson.Extra(" "), Value: value},
	}
	if len(into.Members) == 0 {
		into.AfterExtra = hujson.Extra(p.line(depth - 1))
	}
	if at > 0 && at == len(into.Members) {
		// What stands between the last value and the bracket stays with the bracket.
		into.Members[at-1].Value.AfterExtra = nil
		if len(into.AfterExtra) == 0 {
			into.AfterExtra = hujson.Extra(p.line(depth - 1))
		}
	}
	into.Members = slices.Insert(into.Members, at, member)
}

func (p *packageJSON) line(depth int) string {
	return p.style.newline + strings.Repeat(p.style.indent, depth)
}

// unset removes a dependency from a section, and the section if it was the last.
func (p *packageJSON) unset(section, name string) {
	list := p.section(section)
	if list == nil {
		return
	}
	drop(list, name)
	if len(list.Members) == 0 {
		drop(p.whole(), section)
	}
}

// drop removes all members of a name.
func drop(from *hujson.Object, name string) {
	from.Members = slices.DeleteFunc(from.Members, func(member hujson.ObjectMember) bool {
		literal, ok := member.Name.Value.(hujson.Literal)
		return ok && literal.String() == name
	})
	if last := len(from.Members) - 1; last >= 0 {
		// Without a comma behind it, its blanks would stand before the bracket twice.
		from.Members[last].Value.AfterExtra = nil
	}
}

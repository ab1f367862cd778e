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

// The members of a package.json that list dependencies.
const (
	dependencies         = "dependencies"
	devDependencies      = "devDependencies"
	optionalDependencies = "optionalDependencies"
	peerDependencies     = "peerDependencies"
	peerMeta             = "peerDependenciesMeta"
)

// sections is the order in which npm looks for an existing dependency.
var sections = []string{devDependencies, optionalDependencies, dependencies, peerDependencies}

// newPackageJSON is the file for a project without a package.json. It is private, so that it can't be published
// by mistake.
const newPackageJSON = "{\n  \"private\": true\n}\n"

// A packageJSON is a package.json that is edited in place: everything except dependencies keeps its layout.
type packageJSON struct {
	text          hujson.Value
	style         style
	byteOrderMark []byte // empty if there is none
}

// parsePackageJSON reads a package.json.
func parsePackageJSON(name string, data []byte) (*packageJSON, error) {
	const fix = "Correct the file; comments and trailing commas are not allowed in it."
	mark := []byte("\ufeff")
	p := &packageJSON{style: styleOf(data)}
	if rest, marked := bytes.CutPrefix(data, mark); marked {
		data, p.byteOrderMark = rest, mark
	}
	if !json.Valid(data) || object(data) == nil {
		return nil, invalidJSON(name, data, fix)
	}
	parsed, err := hujson.Parse(data)
	if err != nil {
		return nil, invalidJSON(name, data, fix)
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
func (p *packageJSON) bytes() []byte { return append(slices.Clone(p.byteOrderMark), p.text.Pack()...) }

// manifest returns the file's content as a manifest.
func (p *packageJSON) manifest() *manifest { return readManifest(object(p.text.Pack())) }

// object returns the file's top-level object.
func (p *packageJSON) object() *hujson.Object {
	whole, _ := p.text.Value.(*hujson.Object)
	return whole
}

// member returns a member of the file, or nil.
func (p *packageJSON) member(name string) *hujson.ObjectMember {
	return find(p.object(), name)
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

// find returns the last member of a name, which is the valid one, or nil.
func find(in *hujson.Object, name string) *hujson.ObjectMember {
	for i, member := range slices.Backward(in.Members) {
		if literal, ok := member.Name.Value.(hujson.Literal); ok && literal.String() == name {
			return &in.Members[i]
		}
	}
	return nil
}

// sectionOf returns the section that lists a package, or "".
func (p *packageJSON) sectionOf(name string) string {
	for _, section := range sections {
		if list := p.section(section); list != nil && find(list, name) != nil {
			return section
		}
	}
	return ""
}

// set sets the range of a dependency, and adds the section if it is missing.
func (p *packageJSON) set(section, name, value string) {
	list := p.section(section)
	if list == nil {
		p.insert(p.object(), len(p.object().Members), section, &hujson.Object{}, 1)
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

// insert adds a member to an object, on its own line.
func (p *packageJSON) insert(into *hujson.Object, at int, name string, value hujson.ValueTrimmed, depth int) {
	member := hujson.ObjectMember{
		Name:  hujson.Value{BeforeExtra: hujson.Extra(p.line(depth)), Value: hujson.String(name)},
		Value: hujson.Value{BeforeExtra: hujson.Extra(" "), Value: value},
	}
	if len(into.Members) == 0 {
		into.AfterExtra = hujson.Extra(p.line(depth - 1))
	}
	if at > 0 && at == len(into.Members) {
		// The space before the closing bracket must not stay before the new comma.
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

// unset removes a dependency from a section, and the section if it is then empty.
func (p *packageJSON) unset(section, name string) {
	list := p.section(section)
	if list == nil {
		return
	}
	drop(list, name)
	if len(list.Members) == 0 {
		drop(p.object(), section)
	}
}

// drop removes all members with a name.
func drop(from *hujson.Object, name string) {
	from.Members = slices.DeleteFunc(from.Members, func(member hujson.ObjectMember) bool {
		literal, ok := member.Name.Value.(hujson.Literal)
		return ok && literal.String() == name
	})
	if last := len(from.Members) - 1; last >= 0 {
		// The last member has no comma, so the space after its value would be added to that before the bracket.
		from.Members[last].Value.AfterExtra = nil
	}
}

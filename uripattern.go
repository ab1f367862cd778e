package oriel

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/yosida95/uritemplate/v3"
)

// uriPattern matches a URI with an RFC 6570 template and returns its variables, in linear
// time. It accepts the same URIs as Match of uritemplate, which allocates memory for each
// byte. The Regexp of uritemplate doesn't separate the variables of one expression.
type uriPattern struct {
	expression *regexp.Regexp
	groups     []uriVariable // one for each group of the regular expression
}

// uriVariable is an occurrence of a variable in a template.
type uriVariable struct {
	name string
	// pairs is the separator of "name=value" pairs, as in "{?name*}"; empty if the group is
	// the value itself.
	pairs string
}

// uriOperator is the syntax of expressions with an operator (RFC 6570, appendix A).
type uriOperator struct {
	first, separator string
	reserved         bool // values may contain reserved characters
	named            bool // values have the form "name=value"
	bare             bool // an empty value has no "="
}

var uriOperators = map[byte]uriOperator{
	'+': {separator: ",", reserved: true},
	'#': {first: "#", separator: ",", reserved: true},
	'.': {first: ".", separator: "."},
	'/': {first: "/", separator: "/"},
	';': {first: ";", separator: ";", named: true, bare: true},
	'?': {first: "?", separator: "&", named: true},
	'&': {first: "&", separator: "&", named: true},
}

// newURIPattern compiles a template.
func newURIPattern(template string) (*uriPattern, error) {
	if _, err := uritemplate.New(template); err != nil {
		return nil, err //nolint:wrapcheck // wrapped by the caller
	}
	p := &uriPattern{}
	var out strings.Builder
	out.WriteString(`\A`)
	for rest := template; rest != ""; {
		literal, expression, found := strings.Cut(rest, "{")
		out.WriteString(regexp.QuoteMeta(literal))
		if !found {
			break
		}
		expression, rest, _ = strings.Cut(expression, "}")
		p.writeExpression(&out, expression)
	}
	out.WriteString(`\z`)
	var err error
	if p.expression, err = regexp.Compile(out.String()); err != nil {
		return nil, fmt.Errorf("it is too long: %w", err)
	}
	return p, nil
}

// writeExpression writes the regular expression for a template's expression, the part between
// braces: an operator, and variables.
func (p *uriPattern) writeExpression(out *strings.Builder, text string) {
	operator, known := uriOperators[text[0]]
	if known {
		text = text[1:]
	} else {
		operator.separator = ","
	}
	var all strings.Builder
	all.WriteString(regexp.QuoteMeta(operator.first))
	for i, variable := range strings.Split(text, ",") {
		one := ""
		if i > 0 {
			one = "(?:" + regexp.QuoteMeta(operator.separator) + ")?" // earlier ones may be missing
		}
		one += p.variable(operator, variable)
		if operator.named {
			one = "(?:" + one + ")?"
		}
		all.WriteString(one)
	}
	// Not made optional if it may be empty, because package regexp is faster without.
	if operator.first == "" {
		out.WriteString(all.String())
		return
	}
	out.WriteString("(?:" + all.String() + ")?")
}

// variable returns the regular expression for a variable. It ends with "*" if its list is
// exploded, and with ":" and a number if its length is limited.
func (p *uriPattern) variable(operator uriOperator, variable string) string {
	name, most, _ := strings.Cut(variable, ":")
	name, exploded := strings.CutSuffix(name, "*")
	declared := uriVariable{name: name}
	value := uriValue(operator.reserved, most)
	named := regexp.QuoteMeta(name)
	var pattern string
	switch {
	case operator.named && exploded:
		declared.pairs = operator.separator
		equals := "=" + value
		if operator.bare {
			equals = "(?:" + equals + ")?"
		}
		pair := named + equals
		pattern = "((?:" + pair + "(?:" + regexp.QuoteMeta(operator.separator) + pair + ")*)?)"
	case operator.named:
		pattern = "=(" + value + "(?:," + value + ")*)"
		if operator.bare {
			pattern = "(?:" + pattern + ")?"
		}
		pattern = named + pattern
	default:
		separator := ","
		if exploded {
			separator = operator.separator
		}
		pattern = "(" + value + "(?:" + regexp.QuoteMeta(separator) + value + ")*?)"
	}
	p.groups = append(p.groups, declared)
	return pattern
}

// uriValue returns the regular expression for a value of at most that many characters; empty
// means any number.
func uriValue(reserved bool, most string) string {
	characters := `\-._~0-9A-Za-z`
	if reserved {
		characters += `!#$&-,/:;=?@\[\]`
	}
	character := "(?:[" + characters + "]|%[[:xdigit:]][[:xdigit:]])"
	count, err := strconv.Atoi(most)
	if err != nil {
		return character + "*"
	}
	return upTo(character, count)
}

// upTo returns a regular expression for as many characters as possible, up to a number.
func upTo(character string, count int) string {
	const mostRepeated = 1000 // the limit of package regexp
	if count <= mostRepeated {
		return fmt.Sprintf("%s{0,%d}", character, count)
	}
	return fmt.Sprintf("(?:%[1]s{%[2]d}%[3]s|%[1]s{0,%[4]d})", character, mostRepeated, upTo(character, count-mostRepeated), mostRepeated-1)
}

// match returns the decoded variables of a URI; nil if it doesn't match, or one of them
// contains NUL. Lists are not split: "a,b".
func (p *uriPattern) match(uri string) map[string]string {
	found := p.expression.FindStringSubmatchIndex(uri)
	if found == nil {
		return nil
	}
	variables := make(map[string]string, len(p.groups))
	for i, declared := range p.groups {
		start, end := found[2*i+2], found[2*i+3]
		if start < 0 {
			continue
		}
		text, there := declared.value(uri[start:end])
		if !there {
			continue
		}
		if strings.ContainsRune(text, 0) {
			return nil
		}
		if before, again := variables[declared.name]; again {
			text = before + "," + text
		}
		variables[declared.name] = text
	}
	return variables
}

// value returns the decoded value in a group, if there is one.
func (v *uriVariable) value(group string) (text string, there bool) {
	if v.pairs != "" {
		var values []string
		for pair := range strings.SplitSeq(group, v.pairs) {
			if _, value, found := strings.Cut(pair, "="); found {
				values = append(values, value)
			}
		}
		if values == nil {
			return "", false
		}
		group = strings.Join(values, ",")
	}
	text, err := url.PathUnescape(group)
	return text, err == nil // the expression guarantees two digits after each "%"
}

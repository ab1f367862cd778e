package oriel

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/yosida95/uritemplate/v3"
)

// uriPattern finds the variables of an RFC 6570 template in a URI. It takes the URIs
// that the Match of uritemplate takes, but as a regular expression, in time
// proportional to their length: Match allocates memory for each byte, and the Regexp
// of uritemplate doesn't tell the variables of one expression apart.
type uriPattern struct {
	expression *regexp.Regexp
	groups     []uriVariable // by the groups of the expression
}

// uriVariable is a variable where a template has it.
type uriVariable struct {
	name string
	// pairs separates "name=value" pairs, as "{?name*}" has them; empty where the
	// group is the value.
	pairs string
}

// uriOperator is how an expression with an operator is written (RFC 6570, appendix A).
type uriOperator struct {
	first, separator string
	reserved         bool // values may have reserved characters
	named            bool // values come as "name=value"
	bare             bool // the "=" is left out where the value is empty
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

// newURIPattern reads a template.
func newURIPattern(template string) (*uriPattern, error) {
	if _, err := uritemplate.New(template); err != nil {
		return nil, err //nolint:wrapcheck // the caller says what is wrong with which template
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

// writeExpression writes what is between braces: an operator, and variables.
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
			one = "(?:" + regexp.QuoteMeta(operator.separator) + ")?" // the ones before may be missing
		}
		one += p.variable(operator, variable)
		if operator.named {
			one = "(?:" + one + ")?"
		}
		all.WriteString(one)
	}
	// What may be empty anyway is not made optional: package regexp is quicker without.
	if operator.first == "" {
		out.WriteString(all.String())
		return
	}
	out.WriteString("(?:" + all.String() + ")?")
}

// variable returns the expression of a variable, which ends with "*" where its list is
// to be exploded, and with ":" and a number where its values are not longer than that.
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

// uriValue returns the expression of a value. most is how many characters it has at
// most; empty is any number.
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

// upTo returns an expression of as many characters as possible, up to a number.
func upTo(character string, count int) string {
	const mostRepeated = 1000 // of package regexp
	if count <= mostRepeated {
		return fmt.Sprintf("%s{0,%d}", character, count)
	}
	return fmt.Sprintf("(?:%[1]s{%[2]d}%[3]s|%[1]s{0,%[4]d})", character, mostRepeated, upTo(character, count-mostRepeated), mostRepeated-1)
}

// match returns the variables that a URI has, decoded; nil where it doesn't fit, or one
// of them has a NUL. A list stays as it is written: "a,b".
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

// value returns what a group says, if it says anything.
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
	return text, err == nil // each "%" has two digits: the expression says so
}

package serverconfig

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/orielapps/oriel/ui"
)

const (
	// maxNesting limits the recursion of the parser.
	maxNesting = 200
	// maxMessages limits the faults, and the warnings, of one file.
	maxMessages = 20
	// maxQuoted is the maximum length of a quoted text of the file, in bytes.
	maxQuoted = 80
)

// document is a config file's text: JSON with comments and trailing commas.
type document struct {
	name string
	data []byte
}

var parseError = regexp.MustCompile(`^hujson: line (\d+), column (\d+): (.*)$`)

// newDocument parses a file's text.
func newDocument(name string, data []byte) (*document, hujson.Value, error) {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	// The parser needs a newline after a comment on the last line.
	data = append(bytes.Clone(data), '\n')
	d := &document{name: name, data: data}
	if at, ok := nesting(data); !ok {
		return nil, hujson.Value{}, &ui.Error{
			Code:    "config_malformed",
			Message: fmt.Sprintf("%s: more than %d nested brackets.", d.place(at), maxNesting),
			Fix:     "Name a config file of MCP servers.",
		}
	}
	top, err := hujson.Parse(data)
	if err != nil {
		place, reason := name, err.Error()
		if parts := parseError.FindStringSubmatch(reason); parts != nil {
			place, reason = name+":"+parts[1]+":"+parts[2], parts[3]
		}
		if strings.HasPrefix(reason, "invalid literal") {
			reason = "a text or word is not valid" // the parser quotes it, but it may be a secret
		}
		return nil, hujson.Value{}, &ui.Error{
			Code:    "config_malformed",
			Message: fmt.Sprintf("%s: this is not JSON: %s.", place, printable(shorten(reason))),
			Fix:     "Comments and trailing commas are allowed; names and texts need double quotes.",
		}
	}
	return d, top, nil
}

// place returns the place of an offset, as "file:line".
func (d *document) place(offset int) string {
	offset = min(max(offset, 0), len(d.data))
	return d.name + ":" + strconv.Itoa(1+bytes.Count(d.data[:offset], []byte("\n")))
}

// nesting reports whether at most maxNesting brackets are open at once. If not, it
// returns the offset of the first bracket beyond that.
func nesting(data []byte) (offset int, ok bool) {
	depth := 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '{', '[':
			if depth++; depth > maxNesting {
				return i, false
			}
		case '}', ']':
			depth--
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case '/':
			i += comment(data[i:])
		}
	}
	return 0, true
}

// comment returns the number of bytes after the first slash of a comment at the start of
// data; 0 if there is no comment.
func comment(data []byte) int {
	for begin, end := range map[string]string{"//": "\n", "/*": "*/"} {
		if rest, is := bytes.CutPrefix(data, []byte(begin)); is {
			if length := bytes.Index(rest, []byte(end)); length >= 0 {
				return length + len(begin) + len(end) - 1
			}
			return len(data) - 1
		}
	}
	return 0
}

// literal returns the text of a string, and other literals in their JSON form.
func literal(v hujson.Value) string {
	if l, ok := v.Value.(hujson.Literal); ok {
		return l.String()
	}
	return ""
}

// kind names the type of a value.
func kind(v hujson.Value) string {
	switch v.Value.Kind() {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case '0':
		return "a number"
	case 'n':
		return "null"
	default:
		return "true or false"
	}
}

// quote quotes a text of the file on one line, with invisible characters escaped.
func quote(text string) string { return strconv.Quote(shorten(text)) }

func shorten(text string) string {
	if len(text) <= maxQuoted {
		return text
	}
	return strings.ToValidUTF8(text[:maxQuoted], "") + "…"
}

package schema

import (
	"errors"
	"fmt"
	"strings"
)

var errNotPortable = errors.New("works in Go, but not in JavaScript, which hosts use")

// portable refuses RE2 expressions that JavaScript (with the flag u) doesn't support or
// interprets differently. The text must be valid RE2.
func portable(pattern string) error {
	p := &patternScan{text: pattern}
	for p.pos < len(p.text) {
		if part := p.step(); part != "" {
			return fmt.Errorf("%s %w", part, errNotPortable)
		}
	}
	return nil
}

type patternScan struct {
	text    string
	pos     int
	inClass bool
}

// step skips one element, and returns it if it isn't portable.
func (p *patternScan) step() string {
	rest := p.text[p.pos:]
	switch {
	case rest[0] == '\\':
		return p.escape(rest)
	case p.inClass:
		if strings.HasPrefix(rest, "[:") {
			return rest[:2]
		}
		p.inClass = rest[0] != ']'
	case rest[0] == '[':
		p.inClass = true
		// RE2 takes a bracket in first place literally; in JavaScript it ends an empty class.
		if body := strings.TrimPrefix(rest[1:], "^"); strings.HasPrefix(body, "]") {
			return "a ] at the beginning of a class"
		}
	case rest[0] == ']' || rest[0] == '}':
		return "a bare " + rest[:1]
	case rest[0] == '{':
		end := strings.IndexByte(rest, '}')
		if end < 0 || strings.Trim(rest[1:end], "0123456789,") != "" || rest[1] == ',' || end == 1 {
			return "a bare {"
		}
		p.pos += end
	case strings.HasPrefix(rest, "(?") && !strings.HasPrefix(rest, "(?:") && !strings.HasPrefix(rest, "(?<"):
		return rest[:min(len(rest), len("(?i"))]
	}
	p.pos++
	return ""
}

func (p *patternScan) escape(rest string) string {
	const (
		same       = `dDwWsSbBtnrfv^$\.*+?()[]{}|/`
		hexEscape  = len(`\x41`)
		longestSet = len(`\p{Lu}`)
	)
	switch next := rest[1]; {
	case next == 'x' && len(rest) >= hexEscape && rest[2] != '{':
		p.pos += hexEscape
	case next == 'p' || next == 'P':
		end := strings.IndexByte(rest, '}')
		if rest[2] != '{' || end >= longestSet || strings.HasPrefix(rest[2:], "{^") {
			return rest[:min(len(rest), max(end+1, len(`\pL`)))]
		}
		p.pos += end + 1
	case p.inClass && strings.IndexByte("dDwWsS", next) >= 0 && len(rest) > 3 && rest[2] == '-' && rest[3] != ']':
		return rest[:4]
	case next == '-' && p.inClass, strings.IndexByte(same, next) >= 0 && (!p.inClass || (next != 'b' && next != 'B')):
		p.pos += 2
	default:
		return rest[:2]
	}
	return ""
}

package webpage

import "strings"

// LoadsModules reports whether a module script loads other modules or uses its own address:
// whether it has an import, or an export from a module. Such a script doesn't work inside of
// a document, which has a different address.
//
// It reads the output of bundlers. It takes a regular expression right after a closing brace
// for a division; only a parser could distinguish them.
func LoadsModules(script string) bool {
	s := &scanner{source: script}
	exports := false
	for word := range s.words {
		switch word {
		case "import":
			// Including import("…") and import.meta.
			return true
		case "export":
			exports = true
		case "from":
			if exports && strings.IndexByte(`"'`, s.peek()) >= 0 {
				return true
			}
		}
	}
	return false
}

// scanner finds the words of a script outside of comments, strings and regular expressions.
type scanner struct {
	source string
	at     int
	// before is the last character that is not space or comment; word is the word that it
	// ends, if any.
	before byte
	word   string
	// counted reports whether "++" or "--" was just read, after which a slash divides.
	counted bool
	// heads reports for each open parenthesis whether it begins the head of a statement.
	heads []bool
	// braces has the number of open braces inside of each open template literal.
	braces []int
}

// words calls yield for each word that is not a property.
func (s *scanner) words(yield func(word string) bool) {
	for s.at < len(s.source) {
		c := s.source[s.at]
		switch {
		case strings.IndexByte(" \t\r\n", c) >= 0:
			s.at++
		case c == '/':
			s.slash()
		case c == '"', c == '\'':
			s.string(c)
		case c == '`':
			s.at++
			s.template()
		case isWordCharacter(c):
			start := s.at
			for s.at < len(s.source) && isWordCharacter(s.source[s.at]) {
				s.at++
			}
			property := s.before == '.' && !strings.HasSuffix(s.source[:start], "...")
			s.word, s.before = s.source[start:s.at], c
			if property {
				s.word = "." // a property, which may have the name of a keyword
			} else if s.peek() != ':' && !yield(s.word) {
				return
			}
		default:
			s.punctuation(c)
		}
	}
}

// peek returns the next character that is not space; zero at the end.
func (s *scanner) peek() byte {
	rest := strings.TrimLeft(s.source[s.at:], " \t\r\n")
	if rest == "" {
		return 0
	}
	return rest[0]
}

func (s *scanner) punctuation(c byte) {
	s.counted = (c == '+' || c == '-') && s.at > 0 && s.source[s.at-1] == c && !s.counted
	s.at++
	s.parenthesis(&c)
	s.before, s.word = c, ""
	if len(s.braces) == 0 {
		return
	}
	innermost := &s.braces[len(s.braces)-1]
	switch {
	case c == '{':
		*innermost++
	case c == '}' && *innermost > 0:
		*innermost--
	case c == '}':
		s.braces = s.braces[:len(s.braces)-1]
		s.template()
	}
}

// parenthesis tracks parentheses. After the head of a statement, a statement follows, as
// after a semicolon.
func (s *scanner) parenthesis(c *byte) {
	switch last := len(s.heads) - 1; {
	case *c == '(':
		s.heads = append(s.heads, s.word == "if" || s.word == "while" || s.word == "for" || s.word == "with")
	case *c == ')' && last >= 0:
		if s.heads[last] {
			*c = ';'
		}
		s.heads = s.heads[:last]
	}
}

// slash skips a comment, a regular expression or a division.
func (s *scanner) slash() {
	rest := s.source[s.at:]
	switch {
	case strings.HasPrefix(rest, "//"):
		s.at += endOf(rest, "\n")
	case strings.HasPrefix(rest, "/*"):
		s.at += 2 + endOf(rest[2:], "*/")
	case s.operand():
		s.punctuation('/')
	default:
		s.expression()
	}
}

// operand reports whether the token before a slash can be divided.
func (s *scanner) operand() bool {
	switch s.word {
	case "":
		return s.counted || strings.IndexByte(`)]}"'`+"`", s.before) >= 0 && s.before != 0
	case "return", "typeof", "case", "in", "of", "delete", "void", "do", "else", "instanceof", "new", "throw", "yield", "await":
		return false
	default:
		return true
	}
}

func (s *scanner) expression() {
	class := false
	for s.at++; s.at < len(s.source); s.at++ {
		switch s.source[s.at] {
		case '\\':
			s.at++
		case '[':
			class = true
		case ']':
			class = false
		case '\n':
			s.before, s.word = '\n', ""
			return
		case '/':
			if !class {
				s.at++
				s.before, s.word = ')', ""
				return
			}
		}
	}
}

func (s *scanner) string(quote byte) {
	for s.at++; s.at < len(s.source) && s.source[s.at] != quote && s.source[s.at] != '\n'; s.at++ {
		if s.source[s.at] == '\\' {
			s.at++
		}
	}
	s.at++
	s.before, s.word = quote, ""
}

// template skips a template literal up to its end or to a substitution.
func (s *scanner) template() {
	for ; s.at < len(s.source); s.at++ {
		switch {
		case s.source[s.at] == '\\':
			s.at++
		case s.source[s.at] == '`':
			s.at++
			s.before, s.word = '`', ""
			return
		case strings.HasPrefix(s.source[s.at:], "${"):
			s.at += 2
			s.before, s.word = '{', ""
			s.braces = append(s.braces, 0)
			return
		}
	}
}

// endOf returns the end of the first occurrence of a text in another.
func endOf(text, end string) int {
	if i := strings.Index(text, end); i >= 0 {
		return i + len(end)
	}
	return len(text)
}

func isWordCharacter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c == '#' || c >= 0x80
}

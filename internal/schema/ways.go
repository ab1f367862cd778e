package schema

// Validation has two implementations with the same result: one pass over the text, which
// gives up on unusual values, and a tree. They are exported so that the test module can
// compare them.

// Repairs says what validation changes in a value.
type Repairs = repairs

// The kinds of Repairs.
const (
	Nothing     = nothing
	Arguments   = arguments
	GoArguments = goArguments
	GoResults   = goResults
)

// InOnePass is the fast implementation. It is not ok if the value doesn't fit, or needs the
// tree.
func (s *Schema) InOnePass(text []byte, repair repairs) (repaired []byte, ok bool) {
	if s.root == nil {
		return nil, false
	}
	repaired, _, ok = inOnePass(s.root, text, repair)
	return repaired, ok
}

// ByTree is the implementation with a tree.
func (s *Schema) ByTree(text []byte, repair repairs) ([]byte, error) {
	repaired, _, err := s.fitByTree(text, repair)
	return repaired, err
}

// SameJSON reports whether two texts are equal values for JSON Schema.
func SameJSON(a, b []byte) bool {
	x, _, err := parse(a)
	if err != nil {
		return false
	}
	y, _, err := parse(b)
	return err == nil && sameTree(x, y)
}

// IsJSON reports whether the text can be parsed.
func IsJSON(text []byte) bool {
	_, _, err := parse(text)
	return err == nil
}

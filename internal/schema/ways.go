package schema

// Fitting a value to a schema has two ways with the same outcome: one pass over the
// text, which gives up where the value is unusual, and a tree of it. The module
// test compares them, which is why they can be reached from there.

// Mending is what fitting changes in a value.
type Mending = mending

// The kinds of Mending.
const (
	Nothing     = nothing
	Arguments   = arguments
	GoArguments = goArguments
	GoResults   = goResults
)

// InOnePass is the quick way. It is not ok where the tree is needed, and where the
// value does not fit.
func (s *Schema) InOnePass(text []byte, mend mending) (mended []byte, ok bool) {
	if s.root == nil {
		return nil, false
	}
	mended, _, ok = inOnePass(s.root, text, mend)
	return mended, ok
}

// ByTree is the other way.
func (s *Schema) ByTree(text []byte, mend mending) ([]byte, error) {
	mended, _, err := s.fitByTree(text, mend)
	return mended, err
}

// SameJSON reports whether two texts are the same value for JSON Schema.
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

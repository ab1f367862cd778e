package schema

// Mending is what is put right.
type Mending = mending

// The kinds of mending.
const (
	Nothing     = nothing
	Arguments   = arguments
	GoArguments = goArguments
	GoResults   = goResults
)

// InOnePass is the quick way, which gives up now and then.
func (s *Schema) InOnePass(text []byte, mend mending) (mended []byte, ok bool) {
	if s.root == nil {
		return nil, false
	}
	mended, _, ok = inOnePass(s.root, text, mend)
	return mended, ok
}

// ByTree is the other one.
func (s *Schema) ByTree(text []byte, mend mending) ([]byte, error) {
	mended, _, err := s.fitByTree(text, mend)
	return mended, err
}

// SameJSON compares as JSON Schema does.
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

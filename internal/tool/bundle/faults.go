package bundle

import "github.com/orielapps/oriel/internal/tool/bundle/source"

type (
	// Fault is one thing that is wrong with a view's sources.
	Fault = source.Fault //nolint:errname // it is one entry of the list
	// Faults are all that is wrong, as one error. A Faults that is returned as an
	// error is never empty.
	Faults = source.Faults //nolint:errname // a list of them
)

// Package schema turns Go types into JSON Schema 2020-12, and checks, decodes
// and encodes JSON by it. Package typescript writes a schema as TypeScript.
//
// [For] derives a schema from a type and its tags; [Parse]
// takes a schema from elsewhere. Both give a [Schema] that is compiled once and
// safe for concurrent use:
//
//	s, err := schema.For[Query]()     // at start; err names the type and field of a mistake
//	s.JSON()                          // for tools/list
//	err = s.Decode(arguments, &query) // checked, with defaults; Faults for the model
//	data, err := s.Encode(forecast)   // checked too: hosts throw away what doesn't fit
//
// The documentation of package oriel lists the tags and how Go types become schemas.
//
// A mistake is an error of [For] that names type and field: a value that doesn't fit
// its field, a range with nothing in it, a tag that is misspelled or badly quoted, one
// on a field that encoding/json leaves out, a pattern that JavaScript doesn't take, two
// fields of one name.
//
// Neither pointers nor slices are "or null", which confuses models and clients:
// [Schema.Encode] writes [] for an empty slice and leaves a nil pointer out, and
// [Schema.Decode] takes null for "left out" where the member is optional.
//
// Types that contain themselves stand below $defs, as do types that are used so often
// that writing them out would make the schema large. A generic type's name is made
// readable: Page[Item] is PageOfItem. An embedded struct with a MarshalJSON of its own
// (time.Time) lends it to the struct around it, in encoding/json and so here.
//
// # What goes in
//
// JSON text has to be valid UTF-8 and at most 10,000 levels deep. Of members
// that stand twice the last counts, for the check and for the handler alike.
// Numbers are compared exactly, whatever their length, in linear time; 3.0 and
// 3e0 are integers, "3" is not a number. Names are compared exactly, also in
// case. There is no limit on size: whoever reads the request has one.
//
// What doesn't fit is reported as [Faults], each with the JSON path of the
// value and what would fit, in words for a model:
//
//	unit: must be one of "metric", "imperial"; did you mean "metric"?
package schema

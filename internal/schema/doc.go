// Package schema derives JSON Schema 2020-12 from Go types, and validates, decodes and
// encodes JSON by it. Package typescript writes a schema as TypeScript.
//
// [For] derives a schema from a type and its tags; [Parse] compiles a schema from
// elsewhere. Both return a [Schema], which is safe for concurrent use:
//
//	s, err := schema.For[Query]()     // at start; err names the type and field of a mistake
//	s.JSON()                          // for tools/list
//	err = s.Decode(arguments, &query) // validated, with defaults; Faults for the model
//	data, err := s.Encode(forecast)   // validated too, because hosts discard invalid results
//
// The documentation of oriel.AddTool lists the tags and the schemas of Go types.
//
// [For] fails with an error that names type and field for: a value that doesn't fit its
// field, an empty range, a misspelled or malformed tag, a tag on a field that encoding/json
// leaves out, a pattern that JavaScript doesn't support, two fields with one name.
//
// Pointers and slices are not "or null", which confuses models and clients:
// [Schema.Encode] writes [] for an empty slice and leaves out a nil pointer, and
// [Schema.Decode] treats null as missing if the member is optional.
//
// Types that contain themselves are below $defs, and so are types that are used so often
// that repeating them would make the schema large. Names of generic types are readable:
// Page[Item] is PageOfItem. If an embedded struct has a method MarshalJSON (time.Time), it
// encodes the whole struct around it, as in encoding/json.
//
// # Input
//
// JSON text must be valid UTF-8 and at most 10,000 levels deep. If a member is repeated, the
// last one counts, for validation and for the handler. Numbers are compared exactly,
// whatever their length, in linear time; 3.0 and 3e0 are integers, "3" is not a number.
// Names are compared exactly, including case. There is no limit on size: that is up to the
// reader of the request.
//
// Values that don't fit are reported as [Faults], each with the JSON path of the value and
// what would fit, in words for a model:
//
//	unit: must be one of "metric", "imperial"; did you mean "metric"?
package schema

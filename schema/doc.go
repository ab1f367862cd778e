// Package schema turns Go types into JSON Schema 2020-12, and checks, decodes
// and encodes JSON by it; the same schema becomes TypeScript for the views.
//
// [For] derives a schema from a type, its json tags and the tags below; [Parse]
// takes a schema from elsewhere. Both give a [Schema] that is compiled once and
// safe for concurrent use:
//
//	s, err := schema.For[Query]()     // at start; err names the type and field of a mistake
//	s.JSON()                          // for tools/list
//	err = s.Decode(arguments, &query) // checked, with defaults; Faults for the model
//	data, err := s.Encode(forecast)   // checked too: hosts throw away what doesn't fit
//	schema.TypeScript("Query", s)     // for the view
//
// # Tags
//
//	doc:"City to look up"       description; a sentence that the model reads
//	title:"City"                title
//	example:"Lisbon"            examples
//	default:"Lisbon"            default, filled in where the member is missing
//	enum:"km,miles"             enum; a JSON list where values have commas: enum:"[\"a, b\"]"
//	min:"0" max:"9"             minimum, maximum
//	above:"0" below:"9.5"       exclusiveMinimum, exclusiveMaximum
//	minlen:"1" maxlen:"80"      length: of strings in characters, of lists in items, of maps in members
//	pattern:"^[A-Z]{2}$"        pattern, in what RE2 and JavaScript have in common
//	format:"date"               format; checked are those named below
//	deprecated:"true"           deprecated
//
// On a list or a map, enum, min, max, above, below, pattern and format are
// about the items, everything else about the whole. Texts of default, example
// and enum are taken as they are for strings and read as JSON for everything
// else.
//
// The formats date-time, date, time, email, uri, uuid, ipv4 and ipv6 are
// checked; others are told to the model and not checked.
//
// A mistake is an error of [For] that names type and field: a value that
// doesn't fit its field, a range with nothing in it, a tag that is misspelled
// or badly quoted, one on a field that encoding/json leaves out, a pattern that
// JavaScript doesn't take, two fields of one name.
//
// # Types
//
// A field is required unless it is a pointer, has omitempty or omitzero, or has
// a default. Members that have no field are refused. A pointer is what it
// points to: neither pointers nor slices are "or null", which makes models and
// clients stumble. So [Schema.Encode] writes [] for an empty slice and leaves a
// nil pointer out, and [Schema.Decode] takes null for "left out" where the
// member is optional.
//
//	Go type                               JSON Schema
//	bool, string                          boolean, string
//	int, int64, uint, uint64              integer; exact and checked to 64 bits
//	int8 … int32, uint8 … uint32          integer with minimum and maximum
//	float32, float64                      number
//	numbers, bool with json:",string"     string with a pattern or enum
//	[]byte                                string, contentEncoding base64
//	[]T, [N]T                             array; of exactly N items
//	map[string]T, map[int]T               object; integers as names have a pattern
//	struct                                object; embedded ones as encoding/json has it
//	any, json.RawMessage                  anything
//	time.Time                             string, format date-time
//	time.Duration                         integer: nanoseconds, as encoding/json writes it; tags may say "1m30s"
//	json.Number, big.Int                  number, integer
//	encoding.TextMarshaler                string
//	json.Marshaler                        anything
//	T with a method Enum() []T            enum of these values
//
// Types that contain themselves stand below $defs, as do types that are used
// so often that writing them out would make the schema large. A generic type's
// name is made readable: Page[Item] is PageOfItem.
//
// Interfaces with methods, channels, functions and complex numbers have no JSON
// form. An embedded struct with a MarshalJSON of its own (time.Time) lends it to
// the struct around it, in encoding/json and so here.
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

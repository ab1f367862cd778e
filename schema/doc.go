// Package schema turns Go types into JSON Schema 2020-12, and checks and
// decodes JSON against it.
//
// [For] derives a schema from a type, its json tags and the tags of [For]'s
// table; [Parse] takes a schema from elsewhere. Both give a [Schema] that is
// compiled once and safe for concurrent use. What doesn't fit is reported as
// [Faults], each with the JSON path of the value and what would fit.
package schema

// Package typescript writes JSON Schemas as TypeScript types, for the views of an app:
// [Tools] writes the file of all tools, [Declare] the types of one schema.
//
// Every value that fits the schema fits the type. The type is wider where TypeScript can't
// express a restriction (ranges, patterns), and unknown for schemas that allow everything
// and for keywords without a counterpart. A member with a default is optional, because views
// see arguments as the model wrote them. Integers are number, which is exact up to 2^53; for
// larger ones give the Go field the option string: `json:"id,string"`.
//
// The types are aliases, not interfaces, so that they are assignable to
// Record<string, unknown>.
package typescript

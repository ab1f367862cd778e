// Package hosts knows what hosts offer and lack.
//
// What is known of a host is data, not code: one JSON file per host, embedded,
// in which every field is a [Fact] with its source, date and kind. A field that
// is absent is unknown, which is not the same as unsupported: readers must look
// at [Fact.Known] before they rely on a value.
//
// [Detect] finds the profile of a client from what the client said of itself.
package hosts

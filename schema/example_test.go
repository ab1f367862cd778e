package schema_test

import (
	"encoding/json"
	"fmt"

	"github.com/orielapps/oriel/schema"
)

func ExampleFor() {
	type query struct {
		City string `json:"city" doc:"City to look up"`
		Days int    `json:"days" default:"3" min:"1" max:"14"`
	}
	s, err := schema.For[query]()
	if err != nil {
		fmt.Println(err)
		return
	}
	var q query
	fmt.Println(s.Decode(json.RawMessage(`{"city":"Lisbon"}`), &q), q)
	fmt.Println(s.Decode(json.RawMessage(`{"city":"Lisbon","days":15}`), &q))
	// Output:
	// <nil> {Lisbon 3}
	// days: must be at most 14
}

package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/orielapps/oriel/internal/schema"
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

// A mistake in a tag is found when the program starts.
func ExampleFor_mistake() {
	type query struct {
		Days int `json:"days" default:"many"`
	}
	_, err := schema.For[query]()
	fmt.Println(err)
	// Output:
	// schema_test.query: field Days: the tag default:"many" does not fit its field: this is not an integer: "many"
}

type Unit string

// Enum makes the values part of every schema with a Unit.
func (Unit) Enum() []Unit { return []Unit{"km", "miles"} }

func ExampleFor_enum() {
	type walk struct {
		Unit  Unit   `json:"unit"`
		Units []Unit `json:"units,omitempty" maxlen:"2"`
	}
	s, err := schema.For[walk]()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Check(json.RawMessage(`{"unit":"mile","units":["km","m","km"]}`)))
	// Output:
	// unit: must be one of "km", "miles"; did you mean "miles"?
	// units: must have at most 2 items, not 3
	// units[1]: must be one of "km", "miles"; did you mean "km"?
}

func ExampleSchema_JSON() {
	type note struct {
		Text  string `json:"text" doc:"What to remember" maxlen:"500"`
		Reply *note  `json:"reply" title:"Reply"`
	}
	s, err := schema.For[note]()
	if err != nil {
		fmt.Println(err)
		return
	}
	var text struct {
		Properties json.RawMessage `json:"properties"`
		Required   json.RawMessage `json:"required"`
	}
	fmt.Println(json.Unmarshal(s.JSON(), &text))
	fmt.Println(string(text.Properties))
	fmt.Println(string(text.Required))
	// Output:
	// <nil>
	// {"text":{"type":"string","description":"What to remember","maxLength":500},"reply":{"$ref":"#/$defs/note","title":"Reply"}}
	// ["text"]
}

// Encode keeps what the schema promises, where encoding/json would write null.
func ExampleSchema_Encode() {
	type result struct {
		Rows  []string `json:"rows"`
		Level string   `json:"level" enum:"low,high"`
	}
	s, err := schema.For[result]()
	if err != nil {
		fmt.Println(err)
		return
	}
	data, err := s.Encode(result{Level: "low"})
	fmt.Println(string(data), err)
	_, err = s.Encode(result{})
	fmt.Println(err)
	// Output:
	// {"rows":[],"level":"low"} <nil>
	// schema_test.result does not fit its own schema: level: must be one of "low", "high"
}

func ExampleParse() {
	s, err := schema.Parse(json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","exclusiveMinimum":0}},"required":["n"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Check(json.RawMessage(`{"n":0}`)))
	_, err = schema.Parse(json.RawMessage(`{"type":"object","properties":{"n":{"$ref":"https://example.com/n.json"}}}`))
	fmt.Println(err)
	// Output:
	// n: must be more than 0
	// the reference "https://example.com/n.json": only references inside the document are followed: "#", "#/$defs/name" or "#anchor"
}

func ExampleSchema_Normal() {
	s, err := schema.Parse(json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"},"note":{"type":"string"}}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	arguments, err := s.Normal(json.RawMessage(`{"n":2,"note":null}`))
	fmt.Println(string(arguments), err)
	// Output:
	// {"n":2} <nil>
}

func ExampleFaults() {
	type query struct {
		Places []struct {
			City string `json:"city"`
		} `json:"places"`
	}
	s, err := schema.For[query]()
	if err != nil {
		fmt.Println(err)
		return
	}
	faults, _ := errors.AsType[schema.Faults](s.Check(json.RawMessage(`{"places":[{"city":"Lisbon"},{"city":7}]}`)))
	for _, fault := range faults {
		fmt.Printf("%s | %s\n", fault.Path, fault.Message)
	}
	// Output:
	// places[1].city | must be a string, not an integer
}

func ExampleNearest() {
	fmt.Printf("%q %q\n", schema.Nearest("forcast", []string{"forecast", "greet"}), schema.Nearest("delete", []string{"forecast", "greet"}))
	// Output:
	// "forecast" ""
}

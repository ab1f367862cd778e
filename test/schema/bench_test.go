package schema_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/schema"
)

type (
	greetQuery struct {
		Name string `json:"name"`
	}
	greeting struct {
		Greeting string `json:"greeting"`
	}
	cityQuery struct {
		City string   `json:"city" maxlen:"80"`
		Unit string   `json:"unit" default:"metric" enum:"metric,imperial"`
		Days int      `json:"days,omitempty" min:"1" max:"14"`
		Tags []string `json:"tags,omitempty"`
	}
	station struct {
		Name   string             `json:"name" maxlen:"80"`
		Kind   string             `json:"kind" enum:"airport,harbour,village"`
		Lat    float64            `json:"lat" min:"-90" max:"90"`
		Height int                `json:"height"`
		Since  time.Time          `json:"since"`
		Rain   [][]int            `json:"rain"`
		Means  map[string]float64 `json:"means"`
	}
	stations struct {
		Stations []station `json:"stations"`
	}
	registry struct {
		ByName map[string]int `json:"byName"`
	}
)

// shapes are what benchmarks and limits are about: a value, and its JSON as a
// client writes it.
func shapes() map[string]any {
	all := stations{}
	for i := range 50 {
		all.Stations = append(all.Stations, station{
			Name: fmt.Sprintf("Cabo da Roca %d", i), Kind: []string{"airport", "harbour", "village"}[i%3], Lat: 38.7804 - float64(i), Height: 10 * i,
			Since: time.Date(1990, 1, 26, 9, 30, i, 0, time.UTC), Rain: [][]int{{3, 0, 12}, {i, i, i}},
			Means: map[string]float64{"spring": 14.5, "summer": 22.25, "autumn": 17, "winter": 11.75},
		})
	}
	many := registry{ByName: map[string]int{}}
	for i := range 1000 {
		many.ByName[fmt.Sprintf("station %d", i)] = i
	}
	return map[string]any{
		"one text":    greetQuery{Name: "Ada Lovelace"},
		"four":        cityQuery{City: "Lisbon", Unit: "imperial", Days: 3, Tags: []string{"a", "b"}},
		"50 stations": all,
		"1000 names":  many,
	}
}

func written(t testing.TB, value any) json.RawMessage {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func BenchmarkDecode(b *testing.B) {
	for name, value := range shapes() {
		benchmarkDecode(b, name, reflect.TypeOf(value), written(b, value))
	}
	benchmarkDecode(b, "mended", reflect.TypeFor[cityQuery](), json.RawMessage(`{"city":"Lisbon","days":3.0,"tags":null}`))
}

func benchmarkDecode(b *testing.B, name string, of reflect.Type, text json.RawMessage) {
	b.Helper()
	s, err := schema.ForType(of)
	if err != nil {
		b.Fatal(err)
	}
	decode := func(name string, decode func(into any) error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := decode(reflect.New(of).Interface()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	decode(name, func(into any) error { return s.Decode(text, into) })
	decode(name+"/check", func(any) error { return s.Check(text) })
	decode(name+"/encoding/json", func(into any) error { return json.Unmarshal(text, into) })
}

func BenchmarkEncode(b *testing.B) {
	values := shapes()
	values["one text"] = greeting{Greeting: "Hello, Ada Lovelace"}
	values["mended"] = stations{}
	for name, value := range values {
		s, err := schema.ForType(reflect.TypeOf(value))
		if err != nil {
			b.Fatal(err)
		}
		encode := func(name string, encode func(any) error) {
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := encode(value); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		encode(name, func(value any) error { _, err := s.Encode(value); return err })
		encode(name+"/encoding/json", func(value any) error { _, err := json.Marshal(value); return err })
	}
}

package schema_test

import (
	"encoding/json"
	"testing"
)

// A call of one text in and one text out is what most servers see most. The
// limits are what encoding/json allocates by itself.
//
//nolint:paralleltest // testing.AllocsPerRun counts what other tests allocate as well
func TestSmallCallsAllocateLittle(t *testing.T) {
	in, out := forType[greetQuery](t), forType[greeting](t)
	arguments, result := json.RawMessage(`{"name":"Ada Lovelace"}`), any(greeting{Greeting: "Hello, Ada Lovelace"})
	for name, test := range map[string]struct {
		run  func() error
		most float64
	}{
		"Check":  {func() error { return in.Check(arguments) }, 0},
		"Normal": {func() error { _, err := in.Normal(arguments); return err }, 1},
		"Decode": {func() error { return in.Decode(arguments, new(greetQuery)) }, 6},
		"Encode": {func() error { _, err := out.Encode(result); return err }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if err := test.run(); err != nil {
				t.Fatal(err)
			}
			got := testing.AllocsPerRun(100, func() { _ = test.run() })
			if got > test.most*raceFactor {
				t.Errorf("%.0f allocations, want at most %.0f", got, test.most*raceFactor)
			}
		})
	}
}

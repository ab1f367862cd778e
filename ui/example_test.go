package ui_test

import (
	"errors"
	"fmt"

	"github.com/orielapps/oriel/ui"
)

func ExampleNewView() {
	v, err := ui.NewView("weather", "forecast", ui.HTML("<p>A chart of the day"), ui.Metadata{
		CSP:    &ui.CSP{ConnectDomains: []string{"https://api.example.com"}},
		Border: ui.BorderNone,
	})
	fmt.Println(v.URI, err)
	_, err = ui.NewView("weather", "forecast", ui.HTML("<p>"), ui.Metadata{
		CSP: &ui.CSP{ConnectDomains: []string{"https://api.example.com; script-src *"}},
	})
	public, _ := errors.AsType[*ui.Error](err)
	fmt.Println(public.Code)
	fmt.Println(public.Fix)
	// Output:
	// ui://weather/forecast/72f9bb0b1b81 <nil>
	// csp_source_invalid
	// Give an origin such as "https://api.example.com" or "https://*.example.com", in ASCII.
}

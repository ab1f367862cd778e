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
	fmt.Println(v.URI(), err)
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

// What a client is told that has to sign its user in.
func ExampleChallenge_Header() {
	challenge := ui.Challenge{
		ResourceMetadata: "https://notes.example/.well-known/oauth-protected-resource",
		Error:            "insufficient_scope", Scopes: []string{"notes:write"},
	}
	fmt.Println(challenge.Header("Sign in to change notes."))
	// Output:
	// Bearer resource_metadata="https://notes.example/.well-known/oauth-protected-resource", error="insufficient_scope", error_description="Sign in to change notes.", scope="notes:write"
}

// Content that a host would refuse is found before it is sent.
func ExampleWireBlocks() {
	_, err := ui.WireBlocks([]ui.Block{ui.ImageBlock{Data: []byte("…"), MIMEType: "text/html"}})
	fmt.Println(err)
	// Output:
	// Block 0 of the result's content can't be sent. "text/html" is not the type of an image; use one such as "image/png".
}

package hosts_test

import (
	"fmt"

	"github.com/orielapps/oriel/hosts"
)

func ExampleDetect() {
	claude := hosts.Detect(hosts.Client{
		Introduced: true, Name: "claude-ai", Version: "0.1.0",
		UIMIMETypes: []string{"text/html;profile=mcp-app"},
	})
	frames := claude.Features[hosts.Frames]
	fmt.Println(claude.Title, claude.DisplayModes.Value)
	fmt.Println("frames:", frames.Value, "known:", frames.Known, "kind:", frames.Kind)
	fmt.Println(hosts.Detect(hosts.Client{Introduced: true, Name: "claude-code"}).HasUI())
	stranger := hosts.Client{Introduced: true, Name: "some-agent"}
	fmt.Println(hosts.Detect(stranger).ID, hosts.Assumed(stranger))
	// Output:
	// Claude [inline fullscreen]
	// frames: false known: true kind: observed
	// false
	// generic true
}

// A host of your own, such as an assistant inside a company.
func ExampleRegister() {
	fact := func(value string) hosts.Fact[string] {
		return hosts.Fact[string]{Value: value, Known: true, Source: "its own documentation", Date: "2026-11-20", Kind: hosts.Documented}
	}
	err := hosts.Register(&hosts.Profile{
		ID: "acme-assistant", Title: "Acme Assistant", Adapter: fact(hosts.MCPApps),
		Clients: hosts.Fact[[]string]{Value: []string{"acme"}, Known: true, Source: "its own documentation", Date: "2026-11-20", Kind: hosts.Documented},
	})
	fmt.Println(err)
	fmt.Println(hosts.Detect(hosts.Client{Introduced: true, Name: "acme"}).Title)
	// Output:
	// <nil>
	// Acme Assistant
}

// What is known of a host, and from where.
func ExampleProfile_Facts() {
	vscode, _ := hosts.Get("vscode")
	for _, fact := range vscode.Facts() {
		if fact.Name == "displayModes" || fact.Name == "message" {
			fmt.Println(fact.Name, fact.Value, fact.Kind, fact.Date)
		}
	}
	// Output:
	// displayModes [inline] advertised 2026-08-22
	// message false observed 2026-08-22
}

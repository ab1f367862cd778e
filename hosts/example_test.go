package hosts_test

import (
	"fmt"

	"github.com/orielapps/oriel/hosts"
)

func ExampleDetect() {
	claude := hosts.Detect(hosts.Client{
		Told: true, Name: "claude-ai", Version: "0.1.0",
		UIMIMETypes: []string{"text/html;profile=mcp-app"},
	})
	frames := claude.Features[hosts.Frames]
	fmt.Println(claude.Title, claude.DisplayModes.Value)
	fmt.Println("frames:", frames.Value, "known:", frames.Known, "kind:", frames.Kind)
	fmt.Println(hosts.Detect(hosts.Client{Told: true, Name: "some-agent"}).Title)
	// Output:
	// Claude [inline fullscreen]
	// frames: false known: true kind: observed
	// Text only
}

package adapter_test

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/ui"
)

// Claude prescribes a domain that follows from the server's URL; elsewhere the
// app's own stands.
func TestDomain(t *testing.T) {
	t.Parallel()
	const endpoint = "https://weather.example.com/mcp"
	claudes := fmt.Sprintf("%x", sha256.Sum256([]byte(endpoint)))[:32] + ".claudemcpcontent.com"
	for name, test := range map[string]struct {
		profile, domain, endpoint string
		want                      any
	}{
		"Claude":                 {"claude", "weather.example.com", endpoint, claudes},
		"Claude, URL not known":  {"claude", "weather.example.com", "", nil},
		"Claude, not asked for":  {"claude", "", endpoint, nil},
		"ChatGPT":                {"chatgpt", "https://weather.example.com", endpoint, "https://weather.example.com"},
		"ChatGPT, not asked for": {"chatgpt", "", endpoint, nil},
		"VS Code":                {"vscode", "weather.example.com", "", "weather.example.com"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newView(t, ui.HTML("<p>"), ui.Metadata{Domain: test.domain})
			v.Endpoint = test.endpoint
			p := profile(t, test.profile)
			d, err := adapter.All().For(p).Document(v, p)
			if err != nil {
				t.Fatal(err)
			}
			nested, _ := d.Meta["ui"].(map[string]any)
			if nested["domain"] != test.want {
				t.Errorf("got %v, want %v", nested["domain"], test.want)
			}
			if test.profile == "chatgpt" && d.Meta["openai/widgetDomain"] != test.want {
				t.Errorf("openai/widgetDomain is %v", d.Meta["openai/widgetDomain"])
			}
		})
	}
}

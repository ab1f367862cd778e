package workbench_test

import (
	"context"
	_ "embed" // the views
	"encoding/json"
	"fmt"
	"image/color"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

//go:embed testdata/seeds/weather.html
var weatherPage string

const weatherTool = "weather_dashboard"

// weatherServer is a server as people wrote it for the first draft of MCP Apps: the flat link, the draft's type, and a
// page that counts on window.mcpApp. In "Nowhere" the tool fails, and in "Limbo" it does not answer.
func weatherServer(t *testing.T, options workbench.Options) string {
	t.Helper()
	const uri, mimeType = "ui://weather/dashboard", "text/html+mcp"
	server := mcp.NewServer(&mcp.Implementation{Name: "weather", Version: "1"}, nil)
	server.AddTool(&mcp.Tool{
		Name: weatherTool, Description: "Interactive weather dashboard",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"location":{"type":"string"}}}`),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
		Meta:        mcp.Meta{"ui/resourceUri": uri},
	}, func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in struct {
			Location string `json:"location"`
		}
		if err := json.Unmarshal(request.Params.Arguments, &in); err != nil {
			return nil, fmt.Errorf("reading the arguments: %w", err)
		}
		switch in.Location {
		case "Nowhere":
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "there is no such place"}}}, nil
		case "Limbo":
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return &mcp.CallToolResult{
			Content:           []mcp.Content{&mcp.TextContent{Text: "72 °F in " + in.Location}},
			StructuredContent: map[string]any{"temperature": 72, "location": in.Location},
		}, nil
	})
	for _, one := range []struct{ uri, mimeType, text string }{{uri, mimeType, weatherPage}, {"weather://notes", "text/plain", "Bring a hat."}} {
		server.AddResource(&mcp.Resource{URI: one.uri, Name: one.uri, MIMEType: one.mimeType},
			func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{
					URI: one.uri, MIMEType: one.mimeType, Text: one.text,
					Meta: mcp.Meta{"ui": map[string]any{"csp": map[string]any{"connectDomains": []string{"https://api.weather.example"}}}},
				}}}, nil
			})
	}
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	t.Cleanup(web.Close)
	options.Servers = []mcpclient.Server{{ID: "weather", Endpoint: web.URL}}
	return workbenchtest.StartWith(t, options)
}

// openTall opens a page in which a whole card is in sight.
func openTall(t *testing.T, address string) *browsertest.Page {
	t.Helper()
	const width, height = 1280, 1000
	page := browsertest.Start(t).Open(t, address)
	if err := page.Viewport(t.Context(), width, height, 1); err != nil {
		t.Fatal(err)
	}
	return page
}

// runIn is what opens a tool in one profile.
func runIn(tool, args, profile string) string {
	return "&run=1&tool=" + tool + "&args=" + url.QueryEscape(args) + "&profiles=" + profile
}

// viewIn is a view in a card.
func viewIn(t *testing.T, page *browsertest.Page, profile string) hand {
	t.Helper()
	return hand{t.Context(), page.Frame(`oriel-card[data-host="` + profile + `"] iframe[data-testid="view"]`).Frame("iframe")}
}

// picture keeps a picture of the page in the folder ORIEL_TEST_SHOTS, if that is set.
func picture(t *testing.T, page *browsertest.Page, name string) func() error {
	t.Helper()
	return func() error {
		dir := os.Getenv("ORIEL_TEST_SHOTS")
		if dir == "" {
			return nil
		}
		shot, err := page.Screenshot(t.Context())
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name+".png"), shot, 0o600)
	}
}

// The backgrounds that the views of this file have: each state has its own.
var (
	waits     = [3]uint8{200, 220, 250}
	written   = [3]uint8{250, 240, 170}
	answered  = [3]uint8{190, 240, 190}
	failed    = [3]uint8{250, 200, 200}
	cancelled = [3]uint8{250, 225, 180}
)

// drawn waits until the view of the card shows a state's background, with something on it.
func drawn(t *testing.T, page *browsertest.Page, profile, name string, want [3]uint8) func() error {
	t.Helper()
	return func() error {
		eventually(t, name+" is seen in "+profile, func() bool {
			pixels, at := viewOnScreen(t, page, `oriel-card[data-host="`+profile+`"] iframe[data-testid="view"]`)
			if pixels == nil || colourAt(pixels, at.top()) != want {
				return false
			}
			colours := map[color.Color]bool{}
			for y := int(at.Top) + 1; y < int(at.Bottom); y++ {
				for x := int(at.Left) + 1; x < int(at.Right); x++ {
					colours[pixels.At(x, y)] = true
				}
			}
			const background = 1
			return len(colours) > background
		})
		return picture(t, page, name)()
	}
}

// A page that counts on window.mcpApp is alive in the Automatic card: with its input, its result, a failure, the calls
// that it makes, and after a reload.
func TestMCPAppPageInAutomatic(t *testing.T) {
	t.Parallel()
	address := weatherServer(t, workbench.Options{})
	t.Run("result", func(t *testing.T) {
		t.Parallel()
		page := openTall(t, address+runIn(weatherTool, `{"location":"Lisbon"}`, "auto"))
		outside, inside := hand{t.Context(), page.Main()}, viewIn(t, page, "auto")
		steps(t,
			inside.sees("#place", "Weather for Lisbon"),
			inside.sees("#weather", "72 °F in Lisbon"),
			inside.waits(`["light", "dark"].includes(document.querySelector("#theme").textContent)`),
			outside.waits(viewReady),
			drawn(t, page, "auto", "mcpapp-result", answered),
			inside.click("#again"), inside.sees("#weather", "72 °F in Faro"),
			inside.click("#notes"), inside.sees("#answer", "Bring a hat."),
			inside.click("#tell"), inside.sees("#answer", "told"),
			outside.waits(`document.querySelector("oriel-card").textContent.includes("It is warm")`),
			outside.click(`[data-testid="reload-view"]`),
			inside.sees("#weather", "72 °F in Lisbon"),
			outside.waits(viewReady),
			drawn(t, page, "auto", "mcpapp-reopened", answered),
			outside.click(`.card-foot button`),
			outside.sees(`[data-testid="why-view"]`, "Its document uses window.mcpApp, which the workbench adds to the page."),
		)
	})
	t.Run("failure", func(t *testing.T) {
		t.Parallel()
		page := openTall(t, address+runIn(weatherTool, `{"location":"Nowhere"}`, "auto"))
		inside := viewIn(t, page, "auto")
		steps(t,
			inside.sees("#weather", "Failed: there is no such place"),
			hand{t.Context(), page.Main()}.waits(viewReady),
			drawn(t, page, "auto", "mcpapp-failed", failed),
		)
	})
	t.Run("stop", func(t *testing.T) {
		t.Parallel()
		page := openTall(t, address+runIn(weatherTool, `{"location":"Limbo"}`, "auto"))
		inside := viewIn(t, page, "auto")
		steps(t,
			inside.sees("#place", "Weather for Limbo"),
			hand{t.Context(), page.Main()}.click(".stop"),
			inside.sees("#weather", "Cancelled: "),
			drawn(t, page, "auto", "mcpapp-cancelled", cancelled),
		)
	})
	t.Run("writing", func(t *testing.T) {
		t.Parallel()
		page := openTall(t, address+runIn(weatherTool, `{"location":"Lisbon"}`, "auto")+"&stream=paused")
		outside, inside := hand{t.Context(), page.Main()}, viewIn(t, page, "auto")
		steps(t,
			outside.sees(`[data-testid="writing"]`, "Paused, 0 of"),
			outside.click(`[data-testid="writing-step"]`),
			outside.sees(`[data-testid="writing"]`, "Paused, 1 of"),
			inside.sees("#weather", "Looking outside"), // window.mcpApp has no event for partial input
			drawn(t, page, "auto", "mcpapp-writing", waits),
		)
	})
}

// Where a host does not have what a page speaks, its card says so in one sentence, and leads to the Automatic card
// without another call in the host.
func TestDeadViewLeadsToAutomatic(t *testing.T) {
	t.Parallel()
	address := weatherServer(t, workbench.Options{})
	for profile, title := range map[string]string{"claude": "Claude", "vscode": "VS Code", "chatgpt": "ChatGPT"} {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			page := openTall(t, address+runIn(weatherTool, `{"location":"Lisbon"}`, profile))
			outside, dead, alive := hand{t.Context(), page.Main()}, viewIn(t, page, profile), viewIn(t, page, "auto")
			steps(t,
				outside.sees(`[data-testid="missing-api"]`, "This page speaks window.mcpApp, which "+title+" does not have: Compat: ui.CompatMCPApp."),
				dead.sees("#weather", "Looking outside"),
				outside.inSight(`[data-testid="missing-api"]`),
				picture(t, page, "dead-in-"+profile),
				outside.click(`[data-testid="missing-api"] button`),
				alive.sees("#weather", "72 °F in Lisbon"),
				dead.sees("#weather", "Looking outside"),
				outside.waits(`document.querySelector('.chip[data-profile="auto"]').ariaPressed === "true"`),
				outside.waits(`document.querySelector('oriel-card[data-host="auto"] [data-testid="missing-api"]').hidden`),
			)
		})
	}
}

// With oriel inspect, the Automatic card is there from the start, before all hosts.
func TestAutomaticIsFirst(t *testing.T) {
	t.Parallel()
	page := browsertest.Start(t).Open(t, weatherServer(t, workbench.Options{Automatic: true})+"&run=1&tool="+weatherTool)
	outside := hand{t.Context(), page.Main()}
	steps(t,
		outside.waits(`document.querySelector(".card")?.dataset.host === "auto"`),
		outside.waits(`document.querySelector(".chips .chip").dataset.profile === "auto"`),
		outside.waits(`[...document.querySelectorAll(".card")].length > 1`),
	)
}

type forecastIn struct {
	City string `json:"city"`
}

// The view of a studio's README is alive in the Automatic card and in all hosts that show views of MCP Apps, in every state of a
// call that the host tells its view.
func TestReadmeViewIsAliveEverywhere(t *testing.T) {
	t.Parallel()
	react := viewpage.Every()[0]
	alias := react.Packages()
	alias["@oriel/view/react"] = "./view/src/react/index.ts"
	script := viewpage.Script{Entry: "test/workbench/testdata/seeds/readme.tsx", JSX: react.Entry, Alias: alias}.Build(t)
	app := oriel.NewWith("readme", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	page := oriel.AddView(app, "forecast", ui.HTML("<!doctype html><meta charset=utf-8><title>Forecast</title><style>body { margin: 0 }</style><body>"+view.Script(script)))
	oriel.AddTool(app, oriel.Tool{Name: "forecast", View: page, ReadOnly: true},
		func(ctx context.Context, in forecastIn) (oriel.Result[nothing], error) {
			switch in.City {
			case "Nowhere":
				return oriel.Result[nothing]{}, &oriel.Error{Code: "unknown_city", Message: "There is no such place."}
			case "Limbo":
				<-ctx.Done()
				return oriel.Result[nothing]{}, ctx.Err()
			}
			return oriel.Result[nothing]{Text: "Sun in " + in.City}, nil
		})
	address := serveWorkbench(t, app)
	t.Run("right to left", func(t *testing.T) { t.Parallel(); mirrors(t, address) })
	for _, profile := range []string{"auto", "claude", "chatgpt", "mcp-ui"} {
		// A legacy host has a view only with a result, and shows it in one place.
		legacy := profile == "mcp-ui"
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			page := openTall(t, address+runIn("forecast", `{"city":"Lisbon"}`, profile))
			outside, inside := hand{t.Context(), page.Main()}, viewIn(t, page, profile)
			steps(t,
				inside.sees("#city", "Lisbon"),
				inside.sees("#text", "Sun in Lisbon"),
				outside.waits(viewReady),
				inside.waits(`document.querySelector("#saved").textContent === "Saved: "`),
				inside.click("#more"), inside.sees("#saved", `Saved: {"days":2}`), inside.waits(`document.querySelector("#saved").dataset.status === "saved"`),
				inside.click("#elsewhere"), inside.waits(`document.title === "Sun in Faro"`),
				drawn(t, page, profile, "readme-in-"+profile, answered),
				inside.waits(`(window.old = true)`),
				outside.click(`[data-testid="reload-view"]`),
				inside.waits(`!window.old`),
				inside.sees("#text", "Sun in Lisbon"),
				inside.sees("#saved", `Saved: {"days":2}`),
				outside.waits(viewReady),
				drawn(t, page, profile, "readme-reopened-in-"+profile, answered),
			)
			if !legacy {
				steps(t, inside.click("#expand"), outside.waits(`document.querySelector("oriel-card").dataset.mode === "fullscreen"`),
					inside.waits(`document.querySelector("#expand") === null`))
			}
		})
		if legacy {
			continue
		}
		t.Run(profile+" fails", func(t *testing.T) {
			t.Parallel()
			page := openTall(t, address+runIn("forecast", `{"city":"Nowhere"}`, profile))
			steps(t, viewIn(t, page, profile).sees("#text", "There is no such place."), drawn(t, page, profile, "readme-failed-in-"+profile, failed))
		})
		t.Run(profile+" writes and stops", func(t *testing.T) {
			t.Parallel()
			page := openTall(t, address+runIn("forecast", `{"city":"Limbo"}`, profile)+"&stream=paused")
			outside, inside := hand{t.Context(), page.Main()}, viewIn(t, page, profile)
			steps(t,
				outside.sees(`[data-testid="writing"]`, "Paused, 0 of"),
				outside.click(`[data-testid="writing-step"]`),
				outside.sees(`[data-testid="writing"]`, "Paused, 1 of"),
				drawn(t, page, profile, "readme-writing-in-"+profile, written),
				outside.click(`[data-testid="writing-resume"]`),
				inside.sees("#city", "Limbo"),
				drawn(t, page, profile, "readme-working-in-"+profile, waits),
				outside.click(`[data-testid="stop"]`),
				outside.sees(".notice-box", "You stopped the tool call."),
				drawn(t, page, profile, "readme-cancelled-in-"+profile, cancelled),
			)
		})
	}
}

// A view whose locale is written from right to left is laid out so, from the address and by hand.
func mirrors(t *testing.T, address string) {
	t.Helper()
	const atTheRight = `getComputedStyle(document.body).direction === "rtl" && document.querySelector("#more").getBoundingClientRect().right > innerWidth - 40`
	const atTheLeft = `getComputedStyle(document.body).direction === "ltr" && document.querySelector("#more").getBoundingClientRect().left < 40`
	page := openTall(t, address+runIn("forecast", `{"city":"Lisbon"}`, "claude")+"&locale=ar-EG")
	outside, inside := hand{t.Context(), page.Main()}, viewIn(t, page, "claude")
	steps(t,
		inside.sees("#text", "Sun in Lisbon"),
		inside.waits(atTheRight),
		drawn(t, page, "claude", "readme-right-to-left", answered),
		outside.click(openByHand),
		outside.set("locale", "pt-PT"),
		inside.waits(atTheLeft),
		outside.set("locale", "he"),
		inside.waits(atTheRight),
	)
}

// JSON without text is shown on the card, and what was looked at knows the result.
func TestJSONIsShown(t *testing.T) {
	t.Parallel()
	server := mcp.NewServer(&mcp.Implementation{Name: "json", Version: "1"}, nil)
	server.AddTool(&mcp.Tool{Name: "numbers", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{}, StructuredContent: map[string]any{"high": 21}}, nil
		})
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	t.Cleanup(web.Close)
	address := workbenchtest.Start(t, mcpclient.Server{ID: "json", Endpoint: web.URL})
	page := openTall(t, address+runIn("numbers", "{}", "auto,claude,text"))
	outside := hand{t.Context(), page.Main()}
	for _, card := range []string{`oriel-card[data-host="auto"]`, `oriel-card[data-host="claude"]`, "oriel-answer"} {
		steps(t, outside.waits(`document.querySelector('`+card+` .reply .json')?.textContent.replace(/\s/g, "").includes("high:21")`))
	}
	steps(t, outside.waits(`(() => {
		const text = document.querySelector('oriel-card[data-host="auto"] [data-testid="why-view"]').textContent
		return text.includes("JSON") && !text.includes("There is no result yet")
	})()`))
	if strings.Contains(weatherPage, "ui/initialize") {
		t.Error("the weather page speaks for itself, which no page of the draft's hosts did")
	}
}

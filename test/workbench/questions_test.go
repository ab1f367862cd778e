package workbench_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/examples/everything/app"
	"github.com/orielapps/oriel/internal/tool/answers"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/test/browsertest"
)

// bothLifecycles are hosts that allow all questions, by their version of MCP.
var bothLifecycles = map[string]string{"2025-11-25": "vscode", "2026-07-28": "generic"}

// everything is the example app, over HTTP.
func everything(t *testing.T) mcpclient.Server {
	t.Helper()
	all := app.New(oriel.Options{Key: "a key for the tests", Logger: slog.New(slog.DiscardHandler)})
	server := httptest.NewServer(all.Handler())
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return mcpclient.Server{ID: "everything", Endpoint: server.URL + "/mcp"}
}

// inOpen are the elements of an open question.
func inOpen(kind, inside string) string { return `[data-testid="` + kind + `"][data-open] ` + inside }

func field(name string) string { return inOpen("form", `[data-name="`+name+`"] :is(input, select)`) }

// box is a checkbox of a field with several choices.
func box(name, choice string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('.field-boxes')].find((one) => one.textContent.startsWith(%q))`+
		`.querySelectorAll(".box").values().find((one) => one.textContent === %q).querySelector("input").click() ?? true`, name, choice)
}

type step func(h hand) func() error

func fills(selector, text string) step {
	return func(h hand) func() error { return h.fill(selector, text) }
}

func clicks(selector string) step { return func(h hand) func() error { return h.click(selector) } }

func selects(selector, value string) step {
	return func(h hand) func() error { return func() error { return h.main.Select(h.ctx, selector, value) } }
}

func does(expression string) step { return func(h hand) func() error { return h.waits(expression) } }

func sees(selector, text string) step {
	return func(h hand) func() error { return h.sees(selector, text) }
}

var (
	accept  = clicks(inOpen("form", `[data-testid="form-accept"]`))
	ada     = []step{fills(field("name"), "Ada"), accept}
	paris   = []step{fills(inOpen("model", "textarea"), "Paris."), clicks(inOpen("model", `[data-testid="model-answer"]`))}
	home    = []step{fills(inOpen("folders", "textarea"), "/home/ada"), clicks(inOpen("folders", `[data-testid="folders-answer"]`))}
	confirm = []step{clicks(field("ok")), accept}
)

func all(parts ...[]step) []step {
	var joined []step
	for _, one := range parts {
		joined = append(joined, one...)
	}
	return joined
}

// asking is a tool of the example that asks: what a person does, what a script has, and what
// comes of it.
type asking struct {
	name, tool, args string
	hand             []step
	script           string
	want             string
}

const (
	adaScript     = `{"accept":{"name":"Ada"}}`
	parisScript   = `{"text":"Paris."}`
	homeScript    = `{"roots":[{"uri":"file:///home/ada","name":"ada"}]}`
	confirmScript = `{"accept":{"ok":true}}`
)

func askings() []asking {
	return []asking{
		{
			"model", "test_sampling", `{"prompt":"Capital?"}`,
			all([]step{
				sees(inOpen("model", ".asked"), "Capital?"),
				// In JSON, each character has six bytes.
				does(fmt.Sprintf(`document.querySelector(%q).value = "\u0001".repeat(1500000)`, inOpen("model", "textarea"))),
				clicks(inOpen("model", `[data-testid="model-answer"]`)),
				sees(inOpen("model", ".field-problem"), "larger than 8 MiB"),
			}, paris), parisScript, "LLM response: Paris.",
		},
		{
			"form", "test_elicitation", `{"message":"Who?"}`,
			[]step{
				accept, sees(inOpen("form", `[data-name="username"]`), "Required."),
				fills(field("username"), "ada"), fills(field("email"), "nobody"), accept,
				sees(inOpen("form", `[data-name="email"]`), "An address such as"),
				fills(field("email"), "ada@example.com"), accept,
			},
			`{"message":"Who?","accept":{"username":"ada","email":"ada@example.com"}}`,
			`User response: action=accept, content={"username":"ada","email":"ada@example.com"}`,
		},
		{
			"declined", "test_elicitation", `{"message":"Who?"}`,
			[]step{clicks(inOpen("form", `[data-testid="form-decline"]`))},
			`{"decline":true}`, "User response: action=decline",
		},
		{
			"cancelled", "test_elicitation", `{"message":"Who?"}`,
			[]step{clicks(inOpen("form", `[data-testid="form-cancel"]`))},
			`{"cancel":true}`, "User response: action=cancel",
		},
		{
			"defaults", "test_elicitation_sep1034_defaults", `{}`,
			[]step{fills(field("age"), "31"), accept},
			`{"accept":{"name":"John Doe","age":31,"score":95.5,"status":"active","verified":true}}`,
			`"name":"John Doe","age":31,"score":95.5,"status":"active","verified":true`,
		},
		{
			"choices", "test_elicitation_sep1330_enums", `{}`,
			[]step{
				selects(field("untitledSingle"), "2"), selects(field("titledSingle"), "2"), selects(field("legacyEnum"), "3"),
				sees(field("legacyEnum"), "Option Three"), does(box("untitledMulti", "option1")),
				does(box("titledMulti", "First Choice")), does(box("titledMulti", "Third Choice")), accept,
			},
			`{"accept":{"untitledSingle":"option2","titledSingle":"value2","legacyEnum":"opt3","untitledMulti":["option1"],"titledMulti":["value1","value3"]}}`,
			`"untitledSingle":"option2","titledSingle":"value2","legacyEnum":"opt3","untitledMulti":["option1"],"titledMulti":["value1","value3"]`,
		},
		{
			"fields", "test_elicitation_fields", `{}`,
			[]step{
				fills(field("name"), "A"), fills(field("email"), "ada@example.com"), fills(field("guests"), "9"), does(day("2026-12-24")), accept,
				sees(inOpen("form", `[data-name="name"]`), "At least 2 characters."), sees(inOpen("form", `[data-name="guests"]`), "At most 8."),
				fills(field("name"), "Ada"), fills(field("guests"), "2"), fills(field("budget"), "99.5"), fills(field("arrival"), "noon"), accept,
				sees(inOpen("form", `[data-name="arrival"]`), "A date and time such as"),
				fills(field("arrival"), "2026-12-24T15:00:00Z"), fills(field("website"), "https://example.com"), does(box("meals", "dinner")), accept,
			},
			`{"accept":{"name":"Ada","email":"ada@example.com","website":"https://example.com","day":"2026-12-24",` +
				`"arrival":"2026-12-24T15:00:00Z","guests":2,"budget":99.5,"meals":["breakfast","dinner"],"parking":false}}`,
			`{"name":"Ada","email":"ada@example.com","website":"https://example.com","day":"2026-12-24","arrival":"2026-12-24T15:00:00Z",` +
				`"guests":2,"budget":99.5,"meals":["breakfast","dinner"],"parking":false}`,
		},
		{
			"page", "test_elicitation_url", `{}`,
			[]step{
				does(`(window.open = (url) => (document.body.dataset.opened = url, null), true)`),
				sees(inOpen("page", ".asked strong"), "example.com"), clicks(inOpen("page", `[data-testid="page-open"]`)),
				does(`document.body.dataset.opened === "https://example.com/sign-in"`),
			},
			`{"message":"sign in","accept":{}}`, "Elicitation completed: action=accept",
		},
		{"name", "test_input_required_result_elicitation", `{}`, ada, adaScript, "Hello, Ada!"},
		{"capital", "test_input_required_result_sampling", `{}`, paris, parisScript, "The model says: Paris."},
		{"folders", "test_input_required_result_list_roots", `{}`, home, homeScript, "- ada (file:///home/ada)"},
		{"confirmed", "test_input_required_result_request_state", `{}`, confirm, confirmScript, "state-ok: confirmed."},
		{"not confirmed", "test_input_required_result_tampered_state", `{}`, []step{accept}, `{"accept":{"ok":false}}`, "Not confirmed."},
		{
			"all at once", "test_input_required_result_multiple_inputs", `{}`, all(ada, paris, home), adaScript + "," + parisScript + "," + homeScript,
			"Paris. Ada has 1 folders.",
		},
		{
			"in turn", "test_input_required_result_multi_round", `{}`,
			all([]step{sees(inOpen("form", ".asked-message"), "Step 1")}, ada, []step{fills(field("color"), "blue"), accept}),
			`{"message":"Step 1","accept":{"name":"Ada"}},{"message":"Step 2","accept":{"color":"blue"}}`, "Ada likes blue.",
		},
		{"whoever", "test_input_required_result_capabilities", `{}`, all(ada, paris), adaScript + "," + parisScript, "Ada: Paris."},
		{"a model", "test_missing_capability", `{}`, paris, parisScript, "The model says: Paris."},
		{"told, asked", "test_streaming_elicitation", `{}`, confirm, confirmScript, "state-ok: confirmed."},
	}
}

// day fills in a date, whose parts a browser takes in the order of its locale.
func day(value string) string {
	return fmt.Sprintf(`(document.querySelector('[data-name="day"] input').value = %q, true)`, value)
}

func (a asking) address(workbench, profile string) string {
	return workbench + "&run=1&profiles=" + profile + "&tool=" + a.tool + "&args=" + url.QueryEscape(a.args)
}

// Each question of the example is answered by a person at the page, in both lifecycles.
func TestEveryQuestionByHand(t *testing.T) {
	t.Parallel()
	address := workbenchtest.Start(t, everything(t))
	for lifecycle, profile := range bothLifecycles {
		for _, one := range askings() {
			t.Run(lifecycle+" "+one.name, func(t *testing.T) {
				t.Parallel()
				h := openAt(t, one.address(address, profile), 1100, 1000)
				for _, do := range one.hand {
					steps(t, do(h))
				}
				steps(t, h.sees(".reply", one.want), h.waits(`!document.querySelector("[data-open]")`))
			})
		}
	}
}

// A script answers each of them, and the card shows what it said.
func TestEveryQuestionByScript(t *testing.T) {
	t.Parallel()
	server := everything(t)
	for _, one := range askings() {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			script, err := answers.Parse("answers.json", []byte(`{"answers":[`+one.script+`]}`))
			if err != nil {
				t.Fatal(err)
			}
			address := workbenchtest.StartWith(t, workbench.Options{Servers: []mcpclient.Server{server}, Answers: script})
			h := openAt(t, one.address(address, "vscode,generic"), 1100, 1000)
			steps(t,
				h.waits(`document.querySelectorAll(".reply").length === 2`),
				h.waits(`document.querySelectorAll('oriel-card:has([data-remark="scripted"])').length === 2`),
			)
			replies, err := browsertest.Eval[[]string](t.Context(), h.main, `[...document.querySelectorAll(".reply")].map((one) => one.textContent)`)
			if err != nil {
				t.Fatal(err)
			}
			for _, reply := range replies {
				if !strings.Contains(reply, one.want) {
					t.Errorf("got %q", reply)
				}
			}
		})
	}
}

// Everything else of the example works, too: its other tools, in both lifecycles and as text.
func TestEverythingElse(t *testing.T) {
	t.Parallel()
	address := workbenchtest.Start(t, everything(t))
	arguments := map[string]string{
		"json_schema_2020_12_tool": `{"contactMethod":"email","email":"a@example.com"}`, "test_x_mcp_header": `{"region":"north"}`, "roll_dice": `{"dice":3}`,
	}
	asks := map[string]bool{}
	for _, one := range askings() {
		asks[one.tool] = true
	}
	for _, tool := range orieltest.Connect(t, app.New(), "text").Tools() {
		if asks[tool.Name] {
			continue
		}
		t.Run(tool.Name, func(t *testing.T) {
			t.Parallel()
			args := arguments[tool.Name]
			if args == "" {
				args = "{}"
			}
			h := openAt(t, asking{tool: tool.Name, args: args}.address(address, "vscode,generic,text"), 1300, 1000)
			status, outcome := "ready", `undefined`
			if tool.Name == "test_error_handling" {
				status, outcome = "error", `"error"` // it fails on purpose
			}
			steps(t,
				h.waits(fmt.Sprintf(`document.querySelector('[data-testid="text-answer"]')?.dataset.status === %q`, status)),
				h.waits(`[...document.querySelectorAll("oriel-card")].every((one) => ["none", "ready"].includes(one.dataset.status) && one.dataset.outcome === `+outcome+`)`),
				h.waits(`document.querySelectorAll("oriel-card").length === 2`),
			)
		})
	}
}

// Prompts and resources ask, too, and their arguments are completed while they are typed.
func TestPromptsAndResourcesAsk(t *testing.T) {
	t.Parallel()
	address := workbenchtest.Start(t, everything(t))
	for lifecycle, profile := range bothLifecycles {
		t.Run(lifecycle, func(t *testing.T) {
			t.Parallel()
			page := browsertest.Start(t).Open(t, address+"&profiles="+profile)
			h := hand{t.Context(), page.Main()}
			part := func(name string) func() error { return h.click(`.parts [data-part="` + name + `"]`) }
			as := h.waits(fmt.Sprintf(`document.querySelectorAll('[aria-label="Host to ask as"]').forEach(
				(one) => (one.value = %q, one.dispatchEvent(new Event("change")))) ?? true`, profile))
			entry := func(kind, key string) func() error {
				return h.click(`[data-testid="` + kind + `"][data-key="` + key + `"]`)
			}
			argument := func(name string) string { return `.rail-form:not([hidden]) [data-name="` + name + `"] input` }
			suggested := func(values string) func() error {
				return h.waits(fmt.Sprintf(`[...document.querySelectorAll(".suggestions:not([hidden]) [role=option]")].map((one) => one.textContent).join() === %q`, values))
			}
			press := func(key string) func() error { return func() error { return page.Press(h.ctx, key) } }
			const content, message = `[data-testid="resource-content"]`, `[data-testid="prompt-messages"] [data-role="user"]`
			const chosen, unseen = ".suggestions:not([hidden]) [role=option]", `!document.querySelector(".suggestions:not([hidden])")`
			steps(t,
				part("prompts"), as, entry("prompt", "test_input_required_result_prompt"), h.click(`[data-testid="get"]`),
				fills(field("context"), "rain")(h), accept(h), h.sees(message, "Use this context: rain"),
				h.sees(`[data-testid="form"]`, `What context should the prompt use? {"context":"rain"}`),

				entry("prompt", "test_prompt_with_arguments"),
				h.fill(argument("arg1"), "par"), suggested("paris,park,party"),
				press("ArrowDown"), press("ArrowDown"), press("\r"),
				h.waits(unseen+` && document.querySelector('`+argument("arg1")+`').value === "park"`),
				h.fill(argument("arg2"), "w"), suggested("world"), h.click(chosen),
				h.fill(argument("arg1"), "p"), suggested("paris,park,party"), press("Escape"), h.waits(unseen),
				h.click(`[data-testid="get"]`), h.sees(message, "arg1='p', arg2='world'"),

				part("resources"), as, entry("resource", "test://asked-text"),
				ada[0](h), ada[1](h), h.sees(content, "This is for Ada."),
				entry("resource-template", "test://template/{id}/data"),
				h.fill(argument("id"), "99"), suggested("990,991,992,993,994,995,996,997,998,999"), h.click(chosen),
				h.click(`[data-testid="read"]`), h.sees(content, "Data for ID: 990"),
			)
		})
	}
}

// The level of the log messages is chosen beside the server's name.
func TestLogLevelIsChosen(t *testing.T) {
	t.Parallel()
	h := openAt(t, asking{tool: "test_tool_with_logging", args: "{}"}.address(workbenchtest.Start(t, everything(t)), "generic,vscode"), 1300, 1000)
	const logs = `[...document.querySelectorAll('[data-testid="event"][data-method="notifications/message"]')].length`
	steps(t,
		h.waits(`document.querySelectorAll('oriel-card[data-status="none"]').length === 2`),
		// Only servers of the older lifecycle send logs that nobody has asked for.
		h.waits(logs+` === 3`),
		func() error { return h.main.Select(h.ctx, `[data-testid="log-level"]`, "info") },
		h.waits(`!!document.querySelector('[data-testid="event"][data-method="logging/setLevel"]')`),
		h.click(`[data-testid="run"]`),
		h.waits(logs+` === 9`),
		func() error { return h.main.Select(h.ctx, `[data-testid="log-level"]`, "error") },
		h.waits(`document.querySelectorAll('[data-testid="event"][data-method="logging/setLevel"]').length >= 4`),
		h.click(`[data-testid="run"]`),
		h.waits(`document.querySelectorAll('[data-testid="event"][data-method="tools/call"]').length === 12`),
		h.waits(logs+` === 9`),
	)
}

// hostile is a server of protocol 2025-11-25 that asks what a tool's name says.
func hostile(t *testing.T, questions map[string]string) mcpclient.Server {
	t.Helper()
	var mu sync.Mutex
	waiting := map[string]chan string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var message struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Name string `json:"name"`
			} `json:"params"`
			Error json.RawMessage `json:"error"`
		}
		if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&message) != nil {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		answer := func(result string) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, message.ID, result)
		}
		switch message.Method {
		case "initialize":
			answer(`{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"hostile","version":"1"}}`)
		case "tools/list":
			var tools []string
			for name := range questions {
				tools = append(tools, fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, name))
			}
			answer(`{"tools":[` + strings.Join(tools, ",") + `]}`)
		case "tools/call":
			got := make(chan string, 1)
			mu.Lock()
			id := fmt.Sprint(message.Params.Name, "-", len(waiting)) // the hosts' calls may have the same id
			waiting[`"`+id+`"`] = got
			mu.Unlock()
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%q,%s}\n\n", id, questions[message.Params.Name])
			_ = http.NewResponseController(w).Flush()
			select {
			case fault := <-got:
				text, _ := json.Marshal(fault) // it is a text
				_, _ = fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[{\"type\":\"text\",\"text\":%s}]}}\n\n", message.ID, text)
			case <-r.Context().Done():
			}
		default:
			mu.Lock()
			got := waiting[string(message.ID)]
			mu.Unlock()
			if got != nil {
				got <- string(message.Error)
			}
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return mcpclient.Server{ID: "hostile", Endpoint: server.URL}
}

// What a host must not show is refused, with a code for the server and a remark on the card.
func TestBadQuestionsAreShownAsRefused(t *testing.T) {
	t.Parallel()
	questions := map[string]string{
		"script":    `"method":"elicitation/create","params":{"message":"m","mode":"url","url":"javascript:alert(1)"}`,
		"malformed": `"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"object"}}}}`,
		"huge":      `"method":"elicitation/create","params":{"message":"` + strings.Repeat("m", 300<<10) + `"}`,
	}
	codes := map[string]string{"script": "question_url_refused", "malformed": "question_malformed", "huge": "question_too_large"}
	address := workbenchtest.Start(t, hostile(t, questions))
	for tool, code := range codes {
		h := openAt(t, asking{tool: tool, args: "{}"}.address(address, "vscode,text"), 1100, 900)
		steps(t,
			h.sees(`oriel-card [data-remark="refused"]`, code), h.sees(`oriel-card .reply`, code),
			h.sees(`oriel-answer [data-remark="refused"]`, code), h.sees(`[data-testid="text-answer"]`, code),
			h.waits(`!document.querySelector("[data-open]")`),
		)
	}
}

// A form shows what a server writes as text, and its end with the call.
func TestQuestionsAreText(t *testing.T) {
	t.Parallel()
	const markup = `<img src=x onerror=alert(1)>`
	address := workbenchtest.Start(t, hostile(t, map[string]string{
		"form": `"method":"elicitation/create","params":{"message":"` + markup + `","requestedSchema":{"type":"object","properties":{` +
			`"a":{"type":"string","title":"` + markup + `","description":"` + markup + `","enum":["` + markup + `"]}}}}`,
	}))
	h := openAt(t, asking{tool: "form", args: "{}"}.address(address, "vscode"), 1100, 900)
	steps(t,
		h.sees(inOpen("form", ".asked-message"), markup), h.sees(inOpen("form", ".field-label"), markup),
		h.waits(`!document.querySelector(".asks img")`),
		h.click(`[data-testid="stop"]`),
		h.sees(`[data-testid="form"]`, "No longer asked"), h.waits(`!document.querySelector("[data-open]")`),
	)
}

// A browser opens six connections to one server, and each open question keeps one: there is
// always one left for the answers.
func TestMoreHostsAskThanConnections(t *testing.T) {
	t.Parallel()
	hosts := []string{"vscode", "generic", "text", "mcp-ui", "cursor", "goose", "codex", "mcpjam"}
	one := asking{tool: "test_input_required_result_elicitation", args: "{}"}
	h := openAt(t, one.address(workbenchtest.Start(t, everything(t)), strings.Join(hosts, ",")), 1300, 1000)
	for range hosts {
		steps(t, ada[0](h), ada[1](h))
	}
	steps(t, h.waits(fmt.Sprintf(`[...document.querySelectorAll(".reply")].filter((one) => one.textContent === "Hello, Ada!").length === %d`, len(hosts))))
}

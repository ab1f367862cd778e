package interop_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

const requirementsSection = "Host requirements"

// A requirement is one of a host: an id of the official conformance runner's
// catalogue, or, with the first part "oriel", one that the specification has
// and the catalogue lacks.
type requirement struct {
	id, clause string
	try        func(ctx context.Context, s *stand) error
}

// untested are ids of the catalogue without a test here, each with its reason.
var untested = [][3]string{
	{"security/sandbox-resource-ready", "MUST", "A deliberate difference: our host sends its sandbox the document's address instead of its text, so that the policy is in a header. In the draft, this is a SHOULD."},
	{"security/global-allowlist", "MAY", "The workbench has no such lists."},
	{"visibility/app-tool-hidden", "MUST NOT", "The workbench has no model to hide tools from."},
	{"resources/prefetch", "MAY", "Each run reads its view again, so that changes are visible."},
	{"messages/consent", "MAY", "Messages are shown at once, because there is no model to protect."},
	{"model-context/provide-future-turns", "SHOULD", "There is no model; the context is shown instead."},
}

// hostRequirements are all, by the tool whose probe finds out.
func hostRequirements() map[string][]requirement {
	return map[string][]requirement{
		"full":   slices.Concat(securityRequirements(), talkRequirements(), endRequirements()),
		"plain":  plainRequirements(),
		"breaks": brokenRequirements(),
	}
}

// checkRequirements checks them one after the other, in one page.
func checkRequirements(t *testing.T, s *stand, requirements []requirement, found *checks, heard *caught) {
	t.Helper()
	for _, r := range requirements {
		found.check(t, requirementsSection, r.id, r.clause, func(ctx context.Context) error { return r.try(ctx, s) })
	}
	passed, err := browsertest.Eval[[]json.RawMessage](t.Context(), s.main, "traffic")
	if err != nil {
		t.Fatal(err)
	}
	heard.add(sort(passed, other, ourHost, false))
}

// holds fails unless an expression is true at once.
func holds(ctx context.Context, frame *browsertest.Frame, expression string) error {
	return answers(ctx, frame, expression, true)
}

// policy checks the policy that a refused request names.
func policy(ctx context.Context, s *stand, parts ...string) error {
	if err := answers(ctx, s.view, fmt.Sprintf("probe.reaches(%q)", s.secret.url+"/policy"), false); err != nil {
		return err
	}
	if err := s.view.WaitFor(ctx, "probe.policies.length > 0"); err != nil {
		return err
	}
	got, err := browsertest.Eval[string](ctx, s.view, "probe.policies[0]")
	if err != nil {
		return err
	}
	for _, part := range parts {
		if !strings.Contains(got+";", part) {
			return fmt.Errorf("the policy lacks %q: %s", part, got)
		}
	}
	return nil
}

func securityRequirements() []requirement {
	return []requirement{
		{"security/iframe-sandboxed", "MUST", func(ctx context.Context, s *stand) error {
			const flags = `[...document.querySelector("iframe").sandbox].sort().join(" ")`
			return inOrder(
				func() error { return answers(ctx, s.main, flags, "allow-forms allow-same-origin allow-scripts") },
				func() error { return answers(ctx, s.proxy, flags, "allow-forms allow-same-origin allow-scripts") },
			)
		}},
		{"security/sandbox-proxy-required", "MUST", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error { return holds(ctx, s.view, "parent !== top && parent.parent === top") },
				func() error { return holds(ctx, s.proxy, `location.pathname === "/proxy"`) },
			)
		}},
		{"security/sandbox-distinct-origin", "MUST", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return holds(ctx, s.view, "probe.throws(() => parent.location.href) && probe.throws(() => top.location.href)")
				},
				func() error {
					return holds(ctx, s.proxy, "(() => { try { return !top.location.href } catch { return true } })()")
				},
			)
		}},
		{"security/sandbox-permissions", "MUST", func(ctx context.Context, s *stand) error {
			return holds(ctx, s.view, `origin !== "null" && !probe.throws(() => localStorage.length)`)
		}},
		{"security/sandbox-proxy-ready", "MUST", func(ctx context.Context, s *stand) error {
			return answers(ctx, s.main, "traffic[0].method", "ui/notifications/sandbox-proxy-ready")
		}},
		{"security/csp-construct-from-domains", "MUST", func(ctx context.Context, s *stand) error {
			return policy(ctx, s, "connect-src 'self' "+s.declared.url+";")
		}},
		{"security/csp-allow-declared", "MUST", func(ctx context.Context, s *stand) error {
			return answers(ctx, s.view, fmt.Sprintf("probe.reaches(%q)", s.declared.url+"/declared"), true)
		}},
		{"security/csp-no-loosening", "MUST NOT", func(ctx context.Context, s *stand) error {
			if err := answers(ctx, s.view, fmt.Sprintf("probe.reaches(%q)", s.secret.url+"/undeclared"), false); err != nil {
				return err
			}
			if s.secret.hit("/undeclared") {
				return errors.New("the request went out")
			}
			return nil
		}},
		{"security/csp-audit-log", "SHOULD", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error { return s.main.Click(ctx, `button[aria-label="What is known of Claude"]`) },
				func() error {
					return s.main.WaitFor(ctx, fmt.Sprintf(`document.querySelector(".facts").textContent.includes(%q)`, "connect-src 'self' "+s.declared.url))
				},
				func() error { return s.page.Press(ctx, "Escape") },
			)
		}},
		{"security/external-domain-warning", "SHOULD", func(ctx context.Context, s *stand) error {
			return s.main.WaitForText(ctx, ".card-reach", "Reaches "+strings.TrimPrefix(s.declared.url, "http://"))
		}},
		{"security/permissions-allow-attr", "MAY", func(ctx context.Context, s *stand) error {
			const allow = `document.querySelector("iframe").allow`
			return inOrder(
				func() error { return answers(ctx, s.main, allow, "clipboard-write") },
				func() error { return answers(ctx, s.proxy, allow, "clipboard-write") },
			)
		}},
		{"security/sandbox-message-forwarding", "MUST", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return begin(ctx, s.view, `probe.post({method: "ui/notifications/sandbox-forged", params: {}})`)
				},
				func() error {
					return answers(ctx, s.view, `probe.ask("nobody/knows").then(({error}) => error.code)`, -32601)
				},
				func() error { return holds(ctx, s.main, `traffic.some(({method}) => method === "nobody/knows")`) },
				func() error {
					return holds(ctx, s.main, `!traffic.some(({method}) => method === "ui/notifications/sandbox-forged")`)
				},
			)
		}},
		{"security/sandbox-no-self-requests", "SHOULD NOT", func(ctx context.Context, s *stand) error {
			return holds(ctx, s.main, `traffic.filter(({id, method}) => method && id !== undefined).every(({id}) => /^probe-/.test(id))`)
		}},
	}
}

func talkRequirements() []requirement {
	return []requirement{
		{"lifecycle/initialize-capabilities", "MUST", func(ctx context.Context, s *stand) error {
			return answers(ctx, s.view, "[typeof probe.hello().hostCapabilities, probe.hello().protocolVersion]", []string{"object", "2026-01-26"})
		}},
		{"lifecycle/tool-input", "MUST", func(ctx context.Context, s *stand) error {
			return is(ctx, s.view, `probe.params("ui/notifications/tool-input")`, []any{map[string]any{"arguments": map[string]any{"city": "Lisbon"}}})
		}},
		{"lifecycle/tool-result", "MUST", func(ctx context.Context, s *stand) error {
			return is(ctx, s.view, `probe.params("ui/notifications/tool-result").map((result) => result.structuredContent)`, []weather{{"Lisbon", "clear"}})
		}},
		{"oriel/nothing-before-initialized", "MUST NOT", func(ctx context.Context, s *stand) error {
			return answers(ctx, s.view, "probe.early()", 0)
		}},
		{"oriel/input-before-result", "MUST", func(ctx context.Context, s *stand) error {
			return holds(ctx, s.view, `probe.methods().indexOf("ui/notifications/tool-input") < probe.methods().indexOf("ui/notifications/tool-result")`)
		}},
		{"context/initialize-hostcontext", "SHOULD", func(ctx context.Context, s *stand) error {
			return answers(ctx, s.view, "[probe.hello().hostContext.theme, probe.hello().hostContext.toolInfo.tool.name]", []string{"light", "full"})
		}},
		{"context/theme-variables", "MAY", themeVariables},
		{"context/light-dark", "SHOULD", func(ctx context.Context, s *stand) error {
			return holds(ctx, s.view, `Object.entries(probe.hello().hostContext.styles.variables).filter(([name]) => name.startsWith("--color-"))
				.every(([, value]) => /^light-dark\(.*\)$/.test(value))`)
		}},
		{"context/context-changed", "MAY", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error { return s.main.Click(ctx, `button[aria-label="Dark theme"]`) },
				func() error {
					return s.view.WaitFor(ctx, `probe.params("ui/notifications/host-context-changed").some(({theme}) => theme === "dark")`)
				},
			)
		}},
		{"tools/proxy-call", "MAY", func(ctx context.Context, s *stand) error {
			return answers(ctx, s.view, `probe.ask("tools/call", {name: "double", arguments: {n: 4}}).then(({result}) => result.structuredContent)`, number{8})
		}},
		{"visibility/app-tool-call-guard", "MUST", func(ctx context.Context, s *stand) error {
			if err := answers(ctx, s.view, `probe.ask("tools/call", {name: "secret", arguments: {}}).then(({error}) => error.code)`, -32000); err != nil {
				return err
			}
			if s.requests.asked(`"secret"`, "tools/call") {
				return errors.New("the server was called")
			}
			return nil
		}},
		{"resources/read-referenced", "MUST", func(_ context.Context, s *stand) error {
			if !s.requests.asked("resources/read", "ui://interop/full/") {
				return errors.New("the server was never asked for the view")
			}
			return nil
		}},
		{"dimensions/listen-size-changed", "MUST", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error { return begin(ctx, s.view, "probe.grow(555)") },
				func() error { return s.view.WaitFor(ctx, "innerHeight === 555") },
			)
		}},
		{"display/unavailable-returns-current", "SHOULD", func(ctx context.Context, s *stand) error {
			return answers(ctx, s.view, `probe.ask("ui/request-display-mode", {mode: "pip"})`+mode, "inline")
		}},
		{"display/return-resulting-mode", "MUST", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return answers(ctx, s.view, `probe.ask("ui/request-display-mode", {mode: "fullscreen"})`+mode, "fullscreen")
				},
				func() error { return is(ctx, s.main, cardMode, "fullscreen") },
				func() error {
					return answers(ctx, s.view, `probe.ask("ui/request-display-mode", {mode: "inline"})`+mode, "inline")
				},
			)
		}},
		{"messages/add-to-conversation", "SHOULD", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return answers(ctx, s.view, `probe.ask("ui/message", {role: "user", content: [{type: "text", text: "from the probe"}]}).then(({result}) => result)`, struct{}{})
				},
				func() error { return s.main.WaitForText(ctx, ".talk-user .bubble", "from the probe") },
			)
		}},
		{"model-context/last-wins", "SHOULD", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return answers(ctx, s.view, `Promise.all(["first", "last"].map((text) => probe.ask("ui/update-model-context", {structuredContent: {text}})))
						.then((all) => all.every(({result}) => result))`, true)
				},
				func() error {
					return is(ctx, s.main, `[...document.querySelectorAll(".talk-context")].map((e) => e.textContent).filter((text) => text.includes("Told the model"))
						.map((text) => [text.includes("first"), text.includes("last")])`, [][]bool{{false, true}})
				},
			)
		}},
		{"model-context/overwrite-defer-dedupe-display", "MAY", func(ctx context.Context, s *stand) error {
			return s.main.WaitFor(ctx, `[...document.querySelectorAll(".talk-context summary")].some((e) => e.textContent.includes("Told the model"))`)
		}},
		{"capabilities/content-modalities", "MAY", func(ctx context.Context, s *stand) error {
			return holds(ctx, s.view, "!!(probe.hello().hostCapabilities.message.text && probe.hello().hostCapabilities.updateModelContext.text)")
		}},
		{"capabilities/mimetypes-required", "MUST", func(_ context.Context, s *stand) error {
			if !s.requests.asked("io.modelcontextprotocol/ui", "mimeTypes", "text/html;profile=mcp-app") {
				return errors.New("the server was not told")
			}
			return nil
		}},
		{"oriel/ping", "MUST", func(ctx context.Context, s *stand) error {
			return answers(ctx, s.view, `probe.ask("ping").then(({result}) => result)`, struct{}{})
		}},
		{"oriel/malformed-refused", "MUST", func(ctx context.Context, s *stand) error {
			return answers(ctx, s.view, `Promise.all([["ui/message", {}], ["ui/open-link", {url: "javascript:alert(1)"}], ["tools/call", {}], ["resources/read", {}]]
				.map(([method, params]) => probe.ask(method, params))).then((all) => all.map(({error}) => error.code))`, []int{-32602, -32602, -32602, -32602})
		}},
	}
}

// endRequirements end the view, and put another tab before the page, so they
// come last.
func endRequirements() []requirement {
	return []requirement{
		{"lifecycle/teardown-notify", "MUST", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error { return begin(ctx, s.view, "(globalThis.ending = true)") },
				func() error { return s.main.Click(ctx, `button[aria-label="Run again in Claude"]`) },
				func() error {
					return s.main.WaitFor(ctx, `traffic.some(({params}) => params?.logger === "recorder" && params.data.method === "ui/resource-teardown")`)
				},
			)
		}},
		{"lifecycle/teardown-await", "SHOULD", func(ctx context.Context, s *stand) error {
			who, err := s.said.wait(ctx, "farewell")
			if err == nil && who != "probe" {
				err = fmt.Errorf("%q said goodbye", who)
			}
			return err
		}},
		{"links/open-external", "SHOULD", func(ctx context.Context, s *stand) error {
			return inOrder(
				// The view that came after the teardown.
				func() error {
					return s.view.WaitFor(ctx, "!globalThis.ending && globalThis.probe && probe.methods().length > 0")
				},
				func() error {
					return begin(ctx, s.view, fmt.Sprintf(`probe.ask("ui/open-link", {url: %q}).then(({result}) => { globalThis.opened = result })`, s.declared.url+"/link"))
				},
				func() error { return s.main.Click(ctx, `[data-testid="open-link"]`) },
				func() error { return s.declared.wait(ctx, "/link") },
				func() error { return is(ctx, s.view, "globalThis.opened", struct{}{}) },
			)
		}},
	}
}

// policyRequirements hold where the host's own policy is not known. Claude's differs from
// them, and so does that of its card.
func policyRequirements() map[string][]requirement {
	return map[string][]requirement{
		"full": {
			{"security/sandbox-csp-enforced", "MUST", func(ctx context.Context, s *stand) error {
				return policy(ctx, s, "default-src 'none';", "object-src 'none';", "frame-src 'none';", "base-uri 'self';")
			}},
		},
		"plain": {
			{"security/csp-default-deny", "MUST", func(ctx context.Context, s *stand) error {
				for _, server := range []*target{s.declared, s.secret} {
					if err := answers(ctx, s.view, fmt.Sprintf("probe.reaches(%q)", server.url+"/any"), false); err != nil {
						return err
					}
					if server.hit("/any") {
						return errors.New("the request went out")
					}
				}
				return policy(ctx, s, "default-src 'none';", "connect-src 'none';")
			}},
		},
	}
}

func plainRequirements() []requirement {
	return []requirement{
		{"display/no-undeclared-mode", "MUST NOT", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error { return s.main.WaitFor(ctx, isReady) },
				func() error {
					return s.main.WaitFor(ctx, `document.querySelector('oriel-card [data-value="fullscreen"]').disabled`)
				},
			)
		}},
		{"display/decline-undeclared", "MAY", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return answers(ctx, s.view, `probe.ask("ui/request-display-mode", {mode: "fullscreen"})`+mode, "inline")
				},
				func() error { return answers(ctx, s.main, cardMode, "inline") },
			)
		}},
	}
}

func brokenRequirements() []requirement {
	return []requirement{
		{"lifecycle/tool-cancelled", "MUST", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return s.view.WaitFor(ctx, `probe.params("ui/notifications/tool-cancelled").some(({reason}) => reason.includes("the tool broke"))`)
				},
				func() error { return holds(ctx, s.view, `!probe.methods().includes("ui/notifications/tool-result")`) },
			)
		}},
	}
}

const mode = ".then(({result}) => result.mode)"

// themeVariables compares with the names that the schema knows.
func themeVariables(ctx context.Context, s *stand) error {
	names, err := styleVariables()
	if err != nil {
		return err
	}
	return is(ctx, s.view, "Object.keys(probe.hello().hostContext.styles.variables).sort()", names)
}

package serve_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
)

// What header and _meta say of the version, in all combinations.
func TestVersions(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	const unsupported, mismatch, missing = "protocol_version_unsupported", "header_mismatch", "meta_missing"
	versions := []string{"", modern, legacy, "2025-06-18", "2025-03-26", "2024-11-05", "1900-01-01", "2099-01-01", "v999.0.0", "2026-07-27", "2024-10-07", "1", strings.Repeat("9", 5000)}
	for _, header := range versions {
		for _, meta := range versions {
			var code string
			isOlder := strings.HasPrefix(header, "202") && header < modern && header != "2026-07-27" && header != "2024-10-07"
			switch {
			case header == modern && meta == modern, (header == "" || isOlder) && meta == "":
			case meta != "" && meta != header:
				code = mismatch
			case header == modern:
				code = missing
			default:
				code = unsupported
			}
			params := `{"_meta":{"io.modelcontextprotocol/clientCapabilities":{}`
			if meta != "" {
				params += `,"io.modelcontextprotocol/protocolVersion":"` + meta + `"`
			}
			headers := []string{"Mcp-Method", "tools/list"}
			if header != "" {
				headers = append(headers, "Mcp-Protocol-Version", header)
			}
			a := post(t, h, message("1", "tools/list", params+"}}"), headers...)
			status := http.StatusOK
			if code != "" {
				status = http.StatusBadRequest
			}
			if a.status != status || a.code() != code || len(a.body) > 5000 {
				t.Errorf("header %.20q, _meta %.20q: %d %.300s, want %q", header, meta, a.status, a.body, code)
			}
			if code == unsupported && (!strings.Contains(a.body, `"code":-32022`) || !strings.Contains(a.body, `"supported":["2026-07-28"`)) {
				t.Errorf("header %.20q: %s", header, a.body)
			}
		}
	}
	// A notification of a version that there is none of is not accepted either.
	for _, version := range []string{"1900-01-01", "2099-01-01", "v999.0.0", "1"} {
		if a := post(t, h, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "Mcp-Protocol-Version", version); a.status != http.StatusBadRequest || a.code() != unsupported {
			t.Errorf("%s: %d %s", version, a.status, a.body)
		}
	}
}

// initialize gives a version that there is, whatever is asked for.
func TestVersionOfInitialize(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	for asked, given := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", legacy: legacy,
		modern: legacy, "2099-01-01": legacy, "2024-10-07": legacy, "x": legacy, strings.Repeat("9", 100_000): legacy,
	} {
		if a := post(t, h, initializing(asked)); a.status != http.StatusOK || !strings.Contains(a.body, `"protocolVersion":"`+given+`"`) {
			t.Errorf("%.20q: %d %s", asked, a.status, a.body)
		}
	}
	if a := post(t, h, initializing(legacy), "Mcp-Protocol-Version", "2025-01-01"); a.status != http.StatusBadRequest || a.code() != "protocol_version_unsupported" {
		t.Errorf("with an unknown version in the header: %d %s", a.status, a.body)
	}
	meta := `,"io.modelcontextprotocol/clientInfo":7}`
	for _, test := range [][2]string{
		{"meta_invalid", strings.TrimSuffix(modernMeta, "}") + meta},
		{"meta_missing", `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`},
		{"meta_missing", `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}`},
		{"meta_missing", `"_meta":{"io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{}}`},
		{"params_invalid", strings.Replace(modernMeta, "{", `{"io.modelcontextprotocol/protocolVersion":"2025-11-25",`, 1)},
	} {
		a := post(t, h, message("1", "tools/list", "{"+test[1]+"}"), modernHeaders("tools/list", "")...)
		if a.status != http.StatusBadRequest || a.code() != test[0] {
			t.Errorf("%s: %d %s", test[1], a.status, a.body)
		}
	}
}

// The headers that repeat a message of the newer lifecycle, missing, twice, and
// saying something else.
func TestMirroredHeaders(t *testing.T) {
	t.Parallel()
	app := everything(quiet())
	oriel.AddRawTool(app, oriel.Tool{
		Name: "in", InputSchema: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["region"],"properties":{
		"region":{"type":"string","x-mcp-header":"Region"},"zone":{"type":"integer","x-mcp-header":"Zone"},
		"deep":{"type":"object","properties":{"er":{"type":"string","x-mcp-header":"Deeper"}}}}}`),
	}, func(context.Context, json.RawMessage) (oriel.Result[json.RawMessage], error) {
		return oriel.Result[json.RawMessage]{Text: "in"}, nil
	})
	h := app.Handler()
	in64 := func(text string) string { return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(text)) + "?=" }
	for name, test := range map[string]struct {
		method, params string
		headers        []string
		code           string
	}{
		"as they should be":    {"tools/call", `"name":"in","arguments":{"region":"eu"}`, []string{"Mcp-Param-Region", "eu"}, ""},
		"in base64":            {"tools/call", `"name":"in","arguments":{"region":"é\n"}`, []string{"Mcp-Param-Region", in64("é\n")}, ""},
		"a number":             {"tools/call", `"name":"in","arguments":{"region":"eu","zone":3}`, []string{"Mcp-Param-Region", "eu", "Mcp-Param-Zone", "3"}, ""},
		"no method":            {"tools/list", ``, []string{"Mcp-Method", "-"}, "header_mismatch"},
		"another method":       {"tools/list", ``, []string{"Mcp-Method", "tools/call"}, "header_mismatch"},
		"a method in capitals": {"tools/list", ``, []string{"Mcp-Method", "TOOLS/LIST"}, "header_mismatch"},
		"a long method":        {"tools/list", ``, []string{"Mcp-Method", strings.Repeat("x", 100_000)}, "header_mismatch"},
		"two methods":          {"tools/list", ``, []string{"Mcp-Method", "tools/list\x00tools/call"}, "header_mismatch"},
		"two equal methods":    {"tools/list", ``, []string{"Mcp-Method", "tools/list\x00tools/list"}, "header_mismatch"},
		"no name":              {"tools/call", `"name":"in"`, []string{"Mcp-Name", "-"}, "header_mismatch"},
		"an empty name":        {"tools/call", `"name":"in"`, []string{"Mcp-Name", ""}, "header_mismatch"},
		"another name":         {"tools/call", `"name":"in"`, []string{"Mcp-Name", "echo"}, "header_mismatch"},
		"two names":            {"tools/call", `"name":"in"`, []string{"Mcp-Name", "in\x00echo"}, "header_mismatch"},
		"a name in capitals":   {"tools/call", `"name":"in"`, []string{"Mcp-Name", "IN"}, "header_mismatch"},
		"two versions":         {"tools/list", ``, []string{"Mcp-Protocol-Version", modern + "\x00" + legacy}, "header_mismatch"},
		"no param":             {"tools/call", `"name":"in","arguments":{"region":"eu"}`, nil, "header_mismatch"},
		"another param":        {"tools/call", `"name":"in","arguments":{"region":"eu"}`, []string{"Mcp-Param-Region", "us"}, "header_mismatch"},
		"two params":           {"tools/call", `"name":"in","arguments":{"region":"eu"}`, []string{"Mcp-Param-Region", "eu\x00us"}, "header_mismatch"},
		"a param too many":     {"tools/call", `"name":"in","arguments":{"region":"eu"}`, []string{"Mcp-Param-Region", "eu", "Mcp-Param-Zone", "1"}, "header_mismatch"},
		"a param of null":      {"tools/call", `"name":"in","arguments":{"region":"eu","zone":null}`, []string{"Mcp-Param-Region", "eu", "Mcp-Param-Zone", "null"}, "header_mismatch"},
		"another number":       {"tools/call", `"name":"in","arguments":{"region":"eu","zone":3}`, []string{"Mcp-Param-Region", "eu", "Mcp-Param-Zone", "4"}, "header_mismatch"},
		"a number as a text":   {"tools/call", `"name":"in","arguments":{"region":"eu","zone":"3"}`, []string{"Mcp-Param-Region", "eu", "Mcp-Param-Zone", "3"}, "arguments_invalid"},
		"no arguments":         {"tools/call", `"name":"in"`, []string{"Mcp-Param-Region", "eu"}, "header_mismatch"},
		"what no tool wants":   {"tools/call", `"name":"echo"`, []string{"Mcp-Name", "echo", "Mcp-Param-Region", "eu"}, ""},
		"an argument twice":    {"tools/call", `"name":"in","arguments":{"region":"us","region":"eu"}`, []string{"Mcp-Param-Region", "eu"}, "header_mismatch"},
		"a deep argument":      {"tools/call", `"name":"in","arguments":{"region":"eu","deep":{"er":"x"}}`, []string{"Mcp-Param-Region", "eu", "Mcp-Param-Deeper", "x"}, ""},
		"an object twice":      {"tools/call", `"name":"in","arguments":{"region":"eu","deep":{"er":"y"},"deep":{"er":"x"}}`, []string{"Mcp-Param-Region", "eu", "Mcp-Param-Deeper", "x"}, "header_mismatch"},
		"in capitals, too":     {"tools/call", `"name":"in","arguments":{"region":"eu","REGION":"us"}`, []string{"Mcp-Param-Region", "eu"}, "arguments_invalid"},
		"of another lifecycle": {"ping", ``, nil, "unknown_method"},
		"an unknown method":    {"x/y", ``, nil, "unknown_method"},
	} {
		headers := append(modernHeaders(test.method, "in"), test.headers...)
		a := post(t, h, modernMessage("1", test.method, test.params), headers...)
		status := http.StatusBadRequest
		switch test.code {
		case "", "arguments_invalid":
			status = http.StatusOK
		case "unknown_method":
			status = http.StatusNotFound
		}
		if a.status != status || a.code() != test.code || len(a.body) > 5000 {
			t.Errorf("%s: %d %.500s", name, a.status, a.body)
		}
	}
}

// In the older lifecycle these headers mean nothing.
func TestMirroredHeadersOfTheOlderLifecycle(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	for _, version := range []string{"-", legacy, "2024-11-05"} {
		a := post(t, h, message("1", "tools/call", `{"name":"echo","arguments":{"text":"hi"}}`),
			"Mcp-Protocol-Version", version, "Mcp-Method", "x", "Mcp-Name", "y", "Mcp-Param-Text", "z")
		if a.status != http.StatusOK || !strings.Contains(a.body, `"hi"`) {
			t.Errorf("%s: %d %s", version, a.status, a.body)
		}
	}
}

package hooks_test

import "fmt"

// expectedOfActions is what came of each function: what it gives or the code that
// it fails with, what the host was told, and what the view did instead.
func expectedOfActions() map[string]by {
	const none = `{"fails":-32601}`
	noTool := func(code int) string {
		return fmt.Sprintf(`{"fails":%d,"told":{"calls":[{"arguments":{},"name":"none"}]}}`, code)
	}
	const (
		chunk = `{"arguments":{"data":"aGVsbG8=","mimeType":"text/plain","name":"a.txt","offset":0,"size":5},"name":"oriel_files"}`
		large = `"gives":{"code":"state_too_large","failed":{"fails":"state_too_large"},"status":"failed","then":"saved"}`
		piece = `{"arguments":{"fileId":"app_1","offset":0},"name":"oriel_files"}`
	)
	return map[string]by{
		"useSendMessage": all(`{"gives":null,"told":{"message":{"content":[{"text":"hello","type":"text"}],"role":"user"}}}`),
		"useOpenLink":    all(`{"gives":null,"told":{"link":"https://host.example/open"}}`),
		"useOpenLink, refused": {
			"": `{"fails":-32000,"told":{"link":"https://host.example/refuse"}}`,
			// openExternal has no answer.
			openAI: `{"gives":null,"told":{"link":"https://host.example/refuse"}}`,
		},
		"useModal": {
			"":      `{"gives":"done"}`,
			chatGPT: `{"gives":null,"told":{"modal":{"title":"Sure?"}}}`,
			openAI:  `{"gives":null,"told":{"modal":{"title":"Sure?"}}}`,
		},
		"useLog": {
			"":    `{"gives":null,"instead":{"printed":["slow"]}}`,
			apps:  `{"gives":null,"told":{"log":{"data":"slow","level":"info"}}}`,
			mcpUI: `{"gives":null,"told":{"log":{"data":"slow"}}}`,
		},
		"useFiles, upload": {
			"":    `{"gives":"file_1","told":{"upload":{"name":"a.txt","text":"hello","type":"text/plain"}}}`,
			apps:  `{"gives":"app_1","told":{"calls":[` + chunk + `]}}`,
			mcpUI: `{"gives":"app_1","told":{"calls":[` + chunk + `]}}`,
		},
		"useFiles, getDownloadUrl": {
			"":    `{"gives":"https:","told":{"upload":{"name":"a.txt","text":"hello","type":"text/plain"}}}`,
			apps:  `{"gives":"data:","told":{"calls":[` + chunk + `,` + piece + `]}}`,
			mcpUI: `{"gives":"data:","told":{"calls":[` + chunk + `,` + piece + `]}}`,
		},
		"useFiles, download": {"": `{"gives":null,"instead":{"saved":"b.csv"}}`, apps: `{"gives":null,"told":{"download":[
			{"resource":{"blob":"YSxi","mimeType":"text/csv","uri":"file:///b.csv"},"type":"resource"}]}}`},
		"useModelContext": {
			"":      none,
			apps:    `{"gives":null,"told":{"context":{"content":[{"text":"picked","type":"text"}],"structuredContent":{"city":"Lisbon"}}}}`,
			chatGPT: `{"gives":null,"told":{"context":{"content":[{"text":"picked","type":"text"}],"structuredContent":{"city":"Lisbon"}}}}`,
		},
		"useReadResource": {"": none, apps: `{"gives":"a note"}`, chatGPT: `{"gives":"a note"}`},
		"useSampling": {
			"":   none,
			apps: `{"gives":"the sky","told":{"sampling":[{"content":{"text":"what is up?","type":"text"},"role":"user"}]}}`,
		},
		"useOpenInAppUrl": {
			"":      none,
			chatGPT: `{"gives":null,"told":{"openInApp":"https://app.example/7"}}`,
			openAI:  `{"gives":null,"told":{"openInApp":"https://app.example/7"}}`,
		},
		"useOpenInAppUrl, by its component": {
			"": `{}`, chatGPT: `{"openInApp":"https://app.example/9"}`, openAI: `{"openInApp":"https://app.example/9"}`,
		},
		"useCheckout": {
			"":      none,
			chatGPT: `{"gives":{"checkout_session_id":"cart_7","id":"order_1"},"told":{"checkout":{"id":"cart_7"}}}`,
			openAI:  `{"gives":{"checkout_session_id":"cart_7","id":"order_1"},"told":{"checkout":{"id":"cart_7"}}}`,
		},
		"useWidgetState": {
			"":      `{"gives":{"state":{"tab":1},"status":"saved"}}`,
			chatGPT: `{"gives":{"state":{"tab":1},"status":"saved"},"told":{"state":{"tabs":{"tab":1}}}}`,
			openAI:  `{"gives":{"state":{"tab":1},"status":"saved"},"told":{"state":{"tabs":{"tab":1}}}}`,
		},
		"useStore": {
			"":      `{"gives":"Porto"}`,
			chatGPT: `{"gives":"Porto","told":{"state":{"shared":{"city":"Porto","open":false},"tabs":{"tab":1}}}}`,
			openAI:  `{"gives":"Porto","told":{"state":{"shared":{"city":"Porto","open":false},"tabs":{"tab":1}}}}`,
		},
		"useWidgetState, too large": {
			"":      `{` + large + `}`,
			chatGPT: `{` + large + `,"told":{"state":{"shared":{"city":"Porto","open":false},"tabs":{"tab":2}}}}`,
			openAI:  `{` + large + `,"told":{"state":{"shared":{"city":"Porto","open":false},"tabs":{"tab":2}}}}`,
		},
		"useCallTool()": all(`{"gives":{"n":6},"told":{"calls":[{"arguments":{"n":3},"name":"double"}]}}`),
		"useCallTool(), no such tool": {
			// The bridge has codes; the others only say that it failed.
			"":     noTool(-32603),
			openAI: noTool(-32000),
			mcpUI:  `{"fails":-32000,"told":{"calls":[{"arguments":{},"name":"none"}],"faults":["Error: There is no tool none"]}}`,
		},
		"useClose":   {"": `{"gives":null,"told":{"close":true}}`, mcpUI: none},
		"useAppTool": {"": `{}`, apps: `{"halved":{"n":21}}`, chatGPT: `{"halved":{"n":21}}`},
		"useSize":    all(`{"height":321}`),
	}
}

// expectedOfCalls is useCallTool from the press to the answer.
func expectedOfCalls() map[string]by {
	const idle, busy = `{"pending":false}`, `{"pending":true}`
	const aborted = `20` // the code of an AbortError
	none := func(code int) string {
		return fmt.Sprintf(`{"fails":%d,"drawings":[%s,{"error":{"error":%d},"pending":false},%s]}`, code, idle, code, idle)
	}
	unheeded := func(code int) string {
		return fmt.Sprintf(`{"drawings":[%s,{"error":{"error":%d},"pending":false}]}`, idle, code)
	}
	step := func(n int) string { return fmt.Sprintf(`{"pending":true,"progress":{"progress":%d,"total":2}},`, n) }
	const done = `{"isError":false,"pending":false,"text":"slowly done"}`
	return map[string]by{
		"double": all(`{"gives":{"n":42},"drawings":[` + idle + `,
			{"data":{"n":42},"isError":false,"pending":false,"text":"doubled"},` + idle + `]}`),
		"none":     {"": none(-32603), openAI: none(-32000), mcpUI: none(-32000)},
		"unheeded": {"": unheeded(-32603), openAI: unheeded(-32000), mcpUI: unheeded(-32000)},
		"slow": {
			"":     `{"gives":"slowly done","drawings":[` + idle + `,` + busy + `,` + step(1) + step(2) + done + `]}`,
			openAI: `{"gives":"slowly done","drawings":[` + idle + `,` + busy + `,` + done + `]}`,
			mcpUI:  `{"gives":"slowly done","drawings":[` + idle + `,` + busy + `,` + done + `]}`,
		},
		"hangs": all(`{"fails":` + aborted + `,"drawings":[` + idle + `,` + busy + `,` + idle + `]}`),
		"latest wins": all(`{"came":[{"gives":{"n":2}},{"gives":{"n":4}}],"older":false,
			"drawn":{"data":{"n":4},"isError":false,"pending":false,"text":"doubled"}}`),
	}
}

// Package orieltest tests an app as hosts see it: Claude, ChatGPT, VS Code and every other
// profile of package hosts, without a network, a browser or a host.
//
//	func TestForecast(t *testing.T) {
//		host := orieltest.Connect(t, app.New(), "claude")
//		result := host.Call("forecast", map[string]any{"city": "Lisbon"})
//		if result.IsError || result.Text() != "Lisbon will have 21 °C." {
//			t.Errorf("got %s", result.Text())
//		}
//	}
//
// [Connect] speaks MCP with the app's own handler, and introduces itself like that host's
// client. So the answers are, byte for byte, what the host would get. Instead of returning
// errors, all methods fail the test with a reason.
//
// # Hosts and lifecycles
//
// The ID of a profile names the host; "oriel hosts" lists them. "text" is a host without
// UI: test for each tool that its text is a good answer there. To test an app as all
// hosts:
//
//	for _, profile := range hosts.All() {
//		t.Run(profile.ID, func(t *testing.T) {
//			host := orieltest.Connect(t, app.New(), profile.ID)
//			…
//		})
//	}
//
// [Options] set the lifecycle, the signed-in user, and hints of the host, such as the
// locale. They also answer for the user: the app's questions (Answer), and those of a host
// that asks before its model may call a tool (Confirm).
//
// # Results
//
// A [Result] has what the model reads ([Result.Text], [Result.Content]), what the model and
// the view read ([Result.Data]) and what only the view reads ([Result.ViewData]). A failed
// call is a result too: [Result.IsError] is true, and [Result.ErrorCode] is the reason.
//
// # Wire goldens
//
// [Host.Golden] compares an answer with the file testdata/wire/PROFILE/LIFECYCLE/NAME.json
// beside the test, and fails with the difference:
//
//	host.Golden("tools-list", host.Request("tools/list", nil))
//	host.Golden("forecast", host.Call("forecast", map[string]any{"city": "Lisbon"}))
//
// To write the files, or to accept changes:
//
//	ORIEL_UPDATE=1 go test ./...
//
// Then read the difference in your version control: a golden is what hosts get. The order
// of members is ignored. What differs between runs or builds is written as "…": the id of
// the message, the ids of masked errors ("err-…"), the last part of a view's URI, and the
// scripts and styles of documents.
package orieltest

// Package orieltest tests an app as hosts see it: Claude, ChatGPT, VS Code and
// every other profile of package hosts, without a socket, a browser or a host.
//
//	func TestForecast(t *testing.T) {
//		host := orieltest.Connect(t, app.New(), "claude")
//		result := host.Call("forecast", map[string]any{"city": "Lisbon"})
//		if result.IsError || result.Text() != "Lisbon will have 21 °C." {
//			t.Errorf("got %s", result.Text())
//		}
//	}
//
// [Connect] speaks MCP with the app's own handler and says of itself what that
// host's client says, so that what comes back is, byte for byte, what the host
// would get. What can't be carried out fails the test with a reason; there are no
// errors to check.
//
// # Hosts and lifecycles
//
// A profile's ID names the host; "oriel hosts" lists them. "text" is a host
// without UI: each tool is worth a test that its text is a good answer there. To
// see an app as all of them:
//
//	for _, profile := range hosts.All() {
//		t.Run(profile.ID, func(t *testing.T) {
//			host := orieltest.Connect(t, app.New(), profile.ID)
//			…
//		})
//	}
//
// [Options] choose the lifecycle, the user whom a sign-in has found, and the hints
// that a host sends along, such as the locale.
//
// # Results
//
// A [Result] has what the model reads ([Result.Text], [Result.Content]), what the
// model and the view read ([Result.Data]) and what the view alone reads
// ([Result.ViewData]). A call that failed for a reason that the model may read is
// a result too: [Result.IsError] is set, and [Result.ErrorCode] names the reason.
//
// # Wire goldens
//
// [Host.Golden] compares an answer with a file that is kept beside the test,
// testdata/wire/PROFILE/LIFECYCLE/NAME.json, and shows the difference:
//
//	host.Golden("tools-list", host.Request("tools/list", nil))
//	host.Golden("forecast", host.Call("forecast", map[string]any{"city": "Lisbon"}))
//
// To write the files, or to accept what has changed:
//
//	ORIEL_UPDATE=1 go test ./...
//
// Then read the difference in your version control: a golden is what hosts get.
// The order of members doesn't count, and what differs from one run or build to
// the next is written as "…": the id of the message, the ids of masked errors
// ("err-…"), the last part of a view's URI, and the scripts and styles of
// documents.
package orieltest

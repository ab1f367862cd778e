// Package browsertest controls Chromium, for tests and the screenshots of the documentation. No production code
// imports it.
//
// A [Browser] has [Page]s, and a page has [Frame]s. A frame is a locator, not a handle: each use looks it up again, so
// it remains valid after navigations and changes of the process, and waits until the frame appears. Frames of
// other origins are found at any depth, with their console messages and policy violations.
//
// A test starts with [Start]:
//
//	page := browsertest.Start(t).Open(t, url)
//	view := page.Frame("iframe[data-profile=claude]").Frame("iframe")
//	if err := view.Click(t.Context(), "#next"); err != nil { … }
//
// If several tests of a package open pages, TestMain should make them share a browser: see [OneBrowser].
//
// Chromium can only connect to this machine: all host names except localhost and its subdomains fail to resolve.
package browsertest

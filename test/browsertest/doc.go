// Package browsertest drives a real Chromium for tests and for the screenshots
// of the documentation. No production code imports it.
//
// A [Browser] has [Page]s, a page has [Frame]s. A frame is a locator, not a
// handle: it is looked up anew for each use, so it survives the navigations and
// process swaps that sandboxed frames go through, and every use waits for the
// frame to appear. Frames of other origins are found at any depth, with their
// console messages and policy violations.
//
// A test starts with [Start]:
//
//	page := browsertest.Start(t).Open(t, url)
//	view := page.Frame("iframe[data-profile=claude]").Frame("iframe")
//	if err := view.Click(t.Context(), "#next"); err != nil { … }
//
// Where several tests of a package open pages, TestMain has them share a browser:
// [OneBrowser].
//
// Chromium reaches nothing but this machine: all names except localhost and
// those below it fail to resolve.
package browsertest

// Package viewtest_test runs the built view runtime in Chromium, in pages that are
// laid out as people lay pages out, under a host that gives each frame the size
// that its view reports.
package viewtest_test

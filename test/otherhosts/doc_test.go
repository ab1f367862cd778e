// Package otherhosts shows apps of ours, in Chromium, in hosts that others wrote: in
// pages on the classes of the official SDK and of MCP-UI, whose clients don't declare the
// UI extension, and in the official Inspector.
package otherhosts_test

import (
	"os"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// root is the checkout.
const root = "../.."

// The protocol versions that stand for the two lifecycles.
const (
	initialized = "2025-11-25"
	stateless   = "2026-07-28"
)

func TestMain(m *testing.M) { os.Exit(browsertest.OneBrowser(m).Run()) }

func TestOtherHosts(t *testing.T) {
	t.Parallel()
	browser, shown := browsertest.Start(t), apps(t)
	showInPages(t, browser, shown)
	showInInspector(t, browser, shown)
}

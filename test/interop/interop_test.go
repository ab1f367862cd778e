package interop_test

import (
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// TestInterop runs all that the table is made of, and then looks at the table.
func TestInterop(t *testing.T) {
	t.Parallel()
	var (
		found   checks
		heard   caught
		browser = browsertest.Start(t)
	)
	t.Cleanup(func() {
		// After the subtests, which run at the same time.
		if t.Failed() {
			t.Log("the messages and docs/interop.md are not looked at, because not everything could be checked")
			return
		}
		checkMessages(t, &found, &heard)
		compare(t, &found)
	})
	for _, p := range viewPeers() {
		t.Run("view "+p.id, func(t *testing.T) {
			t.Parallel()
			checkView(t, browser, p, &found, &heard)
		})
	}
	for _, p := range hostPeers() {
		t.Run("host "+p.id, func(t *testing.T) {
			t.Parallel()
			checkHost(t, browser, p, &found, &heard)
		})
	}
	for _, p := range ourHosts() {
		t.Run("our host "+p.id, func(t *testing.T) {
			t.Parallel()
			checkOurHost(t, browser, p, &found, &heard)
		})
	}
	for _, w := range writtenPages() {
		for _, p := range hostsOf(w) {
			t.Run("page "+w.id+" "+p.id, func(t *testing.T) {
				t.Parallel()
				checkPage(t, browser, w, p, &found, &heard)
			})
		}
	}
	for tool, requirements := range hostRequirements() {
		t.Run("probe "+tool, func(t *testing.T) {
			t.Parallel()
			checkRequirements(t, newStand(t, browser, tool, "claude"), requirements, &found, &heard)
		})
	}
	for tool, requirements := range policyRequirements() {
		t.Run("probe policy "+tool, func(t *testing.T) {
			t.Parallel()
			checkRequirements(t, newStand(t, browser, tool, "generic"), requirements, &found, &heard)
		})
	}
	t.Run("probe draft", func(t *testing.T) {
		t.Parallel()
		s, d := newDraftStand(t, browser, "")
		checkRequirements(t, s, draftRequirements(d), &found, &heard)
	})
	t.Run("probe streamed", func(t *testing.T) {
		t.Parallel()
		s, _ := newDraftStand(t, browser, "&stream=1")
		checkRequirements(t, s, streamRequirements(), &found, &heard)
	})
	for _, u := range untested {
		found.note(requirementsSection, u[0], u[1], "not tested: "+u[2])
	}
}

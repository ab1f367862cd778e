package peers_test

import (
	"fmt"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/peers"
)

func basics() []published {
	var all []published
	for _, framework := range []string{"vanillajs", "react", "svelte", "preact", "solid"} {
		all = append(all, published{"basic-" + framework, basic(framework, true)})
	}
	// The Vue view hands its connection to Vue to watch, window.parent with it,
	// and fails at its first request wherever the parent is of another origin.
	return append(all, published{"basic-vue", basic("vue", false)})
}

// shownTime is where the view shows what its tool has answered.
const shownTime = `document.querySelector("code").textContent`

// basic shows the view and, if that can ask for anything, lets it call its tool
// again and say something.
func basic(framework string, asks bool) func(*testing.T, *browsertest.Browser, transport) {
	return func(t *testing.T, browser *browsertest.Browser, by transport) {
		t.Helper()
		s := show(t, browser, by.start(t, peers.Peer("server-basic-"+framework)), call{tool: "get-time"})
		for _, id := range s.ids {
			inside := s.inside(id)
			s.waitFor(inside, "!Number.isNaN(Date.parse("+shownTime+"))")
			if !asks {
				continue
			}
			before := eval[string](s, inside, shownTime)
			s.click(inside, "button")
			s.waitFor(inside, fmt.Sprintf("Date.parse(%s) > Date.parse(%q)", shownTime, before))
			s.click(inside, "textarea + button")
			s.waitForText(s.main, s.card(id)+" .talk-user .bubble", "This is message text.")
		}
		s.check()
	}
}

package peers_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// polls is how often the monitor has to have asked.
const polls = 3

func tryMonitor(t *testing.T, browser *browsertest.Browser, by transport) {
	t.Helper()
	s := show(t, browser, by.start(t, "server-system-monitor"), call{tool: "get-system-info"})
	for _, id := range s.ids {
		s.checkPolls(id)
		s.waitFor(s.inside(id), `/^\d.* GB \/ \d.* GB$/.test(document.querySelector("#memory-detail").textContent)`)
		s.waitFor(s.inside(id), `(() => {
			const canvas = document.querySelector("#cpu-chart");
			return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((one) => one > 0);
		})()`)
	}
	s.check()
}

// checkPolls waits until the view has got several answers of its app-only tool.
func (s *stage) checkPolls(id string) {
	s.t.Helper()
	for _, match := range []string{
		"[data-lane=view][data-direction=in][data-kind=request][data-method='tools/call']",
		"[data-lane=mcp][data-direction=in][data-kind=response][data-method='tools/call']",
		"[data-lane=view][data-direction=out][data-kind=response][data-method='tools/call']",
	} {
		s.waitFor(s.main, s.events(id, match)+fmt.Sprintf(".length >= %d", polls))
	}
	asked := 0
	for _, one := range s.sent(id) {
		if one.Method != "tools/call" {
			continue
		}
		var params struct {
			Name string `json:"name"`
		}
		if err := json.Unmarshal(one.Params, &params); err != nil {
			s.t.Fatal(err)
		}
		if params.Name != "poll-system-stats" {
			s.t.Errorf("%s: the view calls %s", id, params.Name)
		}
		asked++
	}
	if asked < polls {
		s.t.Errorf("%s: the view has asked %d times", id, asked)
	}
}

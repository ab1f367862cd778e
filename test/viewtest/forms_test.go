package viewtest_test

import (
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
	"github.com/orielapps/oriel/view"
)

const formBody = `<form><input id=name required><button id=plain type=button>Plain</button><button id=save value=yes>Save</button></form>
<button id=outside>Outside</button>
<script>
const sent = [];
document.querySelector("form").onsubmit = (event) => {
  event.preventDefault();
  sent.push(event.submitter.id + " " + document.querySelector("#name").value);
};
</script>`

// The bridge of legacy MCP-UI hosts, whose frames may not send forms, lets a view handle
// "submit" there as anywhere, and doesn't repeat the event where the browser fires it.
func TestFormsInLegacyHosts(t *testing.T) {
	t.Parallel()
	s := newStage(t, quietApp(), nil, view.Script(view.MCPUIBridge())+formBody)
	ctx := t.Context()
	alone, err := browsertest.Eval[string](ctx, s.host, `location.origin + "/alone"`)
	viewpage.Must(t, err)
	allowed := browsertest.Start(t).Open(t, alone)
	for _, shown := range []struct {
		page  *browsertest.Page
		frame *browsertest.Frame
	}{{s.page, s.view}, {allowed, allowed.Main()}} {
		sent := func(want string) {
			t.Helper()
			// What an event begins has happened before a task that begins later.
			viewpage.Is(t, shown.frame, `new Promise((done) => setTimeout(() => setTimeout(() => done(sent.join()))))`, want)
		}
		for _, selector := range []string{"#plain", "#outside", "#save"} {
			viewpage.Must(t, shown.frame.Click(ctx, selector))
		}
		sent("") // the form lacks the name
		viewpage.Must(t, shown.frame.Fill(ctx, "#name", "Ada"))
		viewpage.Must(t, shown.page.Press(ctx, "Enter"))
		sent("save Ada")
		for _, selector := range []string{"#plain", "#outside", "#save"} {
			viewpage.Must(t, shown.frame.Click(ctx, selector))
		}
		sent("save Ada,save Ada")
	}
}

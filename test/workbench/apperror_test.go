package workbench_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// callingSource is a view that calls the tool again.
const callingSource = `
import { callTool, onToolResult } from "@oriel/view";
document.body.innerHTML = "<button id=call>call</button><p id=answer></p><p id=said></p>";
onToolResult((result) => { document.getElementById("answer").textContent = result.text; });
document.getElementById("call").onclick = async () => {
	const result = await callTool("note", { city: "Faro" }).catch((error) => error);
	document.getElementById("said").textContent = result.text ?? String(result);
};
`

// referenceIn is the reference to an error in the text of an element.
func referenceIn(t *testing.T, of hand, selector string) string {
	t.Helper()
	found, err := browsertest.Eval[string](t.Context(), of.main, `document.querySelector("`+selector+`").textContent.match(/err-[a-z2-7]{10}/)?.[0] ?? ""`)
	if err != nil || found == "" {
		t.Fatalf("no reference in %s: %v", selector, err)
	}
	return found
}

func panicked(id string) devreport.AppError {
	return devreport.AppError{
		ID: id, Message: "panic: assignment to entry in nil map", File: "main.go", Line: 38, Excerpt: "> 38 |     highs[q.City]++",
		Stack: []devreport.StackFrame{{Function: "main.forecast", File: "main.go", Line: 38, InProject: true}, {Function: "net/http.serve", File: "/go/server.go", Line: 1}},
	}
}

// A card shows its author what is behind the reference that the host shows: of its own call,
// of one that its view makes, and where there is no view.
func TestSmokeErrorsForTheAuthor(t *testing.T) {
	t.Parallel()
	document := workbenchtest.Document(t, callingSource, "")
	app, bench := develop(t, workbenchtest.Edition{Document: document, Fails: true}, workbench.Options{})
	_, outside, inside := atWork(t, bench, "claude,text")
	const own, answer, over = "oriel-card .tool-error", ".answer", ".card-body > .faults"
	steps(t, outside.sees(own, "Something went wrong inside the app"), outside.sees(answer, "Something went wrong inside the app"))
	for _, place := range []string{own, answer} {
		bench.Fail("app", panicked(referenceIn(t, outside, place)))
		steps(t,
			outside.sees(place+" .fault-place", "main.go:38"),
			outside.sees(place+" .fault-message", "panic: assignment to entry in nil map"),
			outside.sees(place+" .fault-excerpt", "highs[q.City]++"),
			outside.waits(`!document.querySelector("`+place+` .fault-stack").open`),
			outside.click(place+" .fault-stack > summary"),
			outside.sees(place+" .fault-stack .of-project", "main.forecast main.go:38"),
		)
	}
	steps(t, inside.click("#call"), inside.sees("#said", "Something went wrong inside the app"))
	id := referenceIn(t, inside, "#said")
	steps(t, outside.waits(`document.querySelector("`+over+`").hidden`))
	bench.Fail("app", panicked(id))
	steps(t, outside.sees(over, "The app failed while it answered the view"), outside.sees(over+" .fault-code", id), outside.sees(over+" .fault-place", "main.go:38"))
	if answer, err := browsertest.Eval[string](t.Context(), inside.main, `document.documentElement.outerHTML`); err != nil || strings.Contains(answer, "nil map") {
		t.Errorf("the view has what only its author sees: %v", err)
	}
	app.Become(workbenchtest.Edition{Document: document, Answer: "noted"})
	bench.Renew("app")
	steps(t,
		inside.sees("#answer", "noted for Faro"),
		outside.waits(`document.querySelector("`+over+`").hidden && !document.querySelector(".tool-error, .answer .fault")`),
	)
}

package workbench_test

import (
	"testing"

	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
)

const downloadingSource = `
import { downloadFile } from "@oriel/view";
document.body.innerHTML = '<a id=link href="data:text/csv,a" download="link.csv">link</a> <button id=save>save</button> ' +
	'<a id=own href="data:text/csv,a" download="own.csv">own</a>';
document.getElementById("own").onclick = (event) => event.preventDefault();
document.getElementById("save").onclick = () => void downloadFile({ name: "saved.csv", mimeType: "text/csv", data: "a" });
`

// A card says which downloads its host's frame does not allow. The browser says it in its
// console, where nobody looks.
func TestSystemBlockedDownloads(t *testing.T) {
	t.Parallel()
	document := workbenchtest.Document(t, downloadingSource, "")
	for profile, fix := range map[string]string{"chatgpt": "openLink", "claude": "Use downloadFile"} {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			_, bench := develop(t, workbenchtest.Edition{Document: document, Answer: "noted"}, workbench.Options{})
			_, outside, inside := atWork(t, bench, profile)
			const remark = `.talk-remark[data-remark="lacking"]`
			steps(t,
				inside.click("#own"), inside.click("#link"),
				outside.sees(remark, "link.csv was not saved"), outside.sees(remark, fix),
				outside.waits(`!document.querySelector(".talk").innerText.includes("own.csv")`),
				inside.click("#save"),
			)
			if profile == "claude" {
				steps(t, outside.waits(`!!document.querySelector('[data-testid="download-save"]')`)) // the host is asked
				return
			}
			steps(t, outside.waits(`document.querySelector(".talk").innerText.includes("saved.csv was not saved")`))
		})
	}
}

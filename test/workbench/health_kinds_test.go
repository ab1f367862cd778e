package workbench_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/sickviews"
	"github.com/orielapps/oriel/ui"
)

// Each kind of fault is found.
func TestKindsOfSickViews(t *testing.T) {
	t.Parallel()
	testSickViews(t, sickviews.Kinds())
}

// serveNews returns the address of a server that answers as those do that views wait for: /events sends its headers
// and nothing else, and /news answers at once where all is new.
func serveNews(t *testing.T) string {
	t.Helper()
	stop := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		if r.URL.RequestURI() == "/news?after=0" {
			_, _ = w.Write([]byte("{}"))
			return
		}
		if r.URL.Path != "/news" {
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush()
		}
		select {
		case <-stop:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(func() { close(stop); server.Close() })
	return server.URL
}

// A view that waits for news, and has media that are loaded on demand, is well; it stays so for as long as it takes to
// find another view's endless request, which began later.
func TestViewThatWaitsForNews(t *testing.T) {
	t.Parallel()
	server, news := sickviews.ServeNever(), serveNews(t)
	t.Cleanup(server.Close)
	never := server.URL
	app := oriel.NewWith("news", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	document := sickviews.Greets + `<video src="NEVER/film.mp4" preload=none controls></video><img src="NEVER/far.png" loading=lazy alt="" style="position:absolute;top:20000px">
		<script>
			fetch("NEWS/events").then(({body}) => body.getReader().read())
			fetch("NEWS/news?after=0").then(() => fetch("NEWS/news?after=1"))
			ENDLESS
		</script>`
	for name, more := range map[string]string{"waits": "", "waits-and-fails": `setTimeout(() => fetch("NEVER/days.json"), 500)`} {
		text := strings.NewReplacer("NEVER", never, "NEWS", news, "ENDLESS", strings.Replace(more, "NEVER", never, 1)).Replace(document)
		page := oriel.AddViewWith(app, name, ui.HTML(text), ui.Metadata{CSP: &ui.CSP{ResourceDomains: []string{never}, ConnectDomains: []string{never, news}}})
		oriel.AddTool(app, oriel.Tool{Name: name, View: page, ReadOnly: true}, func(context.Context, nothing) (oriel.Result[nothing], error) {
			return oriel.Result[nothing]{Text: "done"}, nil
		})
	}
	address := serveWorkbench(t, app)
	browser := browsertest.Start(t)
	well := browser.Open(t, address+"&tool=waits&profiles=vscode&run=1").Main()
	if err := well.WaitFor(t.Context(), viewHealth+`.health === "ok"`); err != nil {
		t.Fatal(err)
	}
	ill := browser.Open(t, address+"&tool=waits-and-fails&profiles=vscode&run=1").Main()
	if err := ill.WaitFor(t.Context(), fmt.Sprintf(`%s.reason.includes("%s/days.json has not arrived")`, viewHealth, never)); err != nil {
		t.Fatal(err)
	}
	if got, err := browsertest.Eval[string](t.Context(), well, viewHealth+`.health + ": " + `+viewHealth+`.reason`); err != nil || got != "ok: " {
		t.Errorf("the health is %s, %v", got, err)
	}
}

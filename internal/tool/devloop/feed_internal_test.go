package devloop

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/orielapps/oriel/view"
)

// A program whose library has another version gets no views, and the terminal says so
// once.
func TestOtherVersionOfTheLibrary(t *testing.T) {
	t.Parallel()
	warnings := 0
	f, err := newFeed(t.Context(), func() { warnings++ })
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.listener.Close() }() // nobody listens
	f.endBuild()
	f.set("day", feedView{html: "<p>day"})
	get := func(query string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		f.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, f.url()+"/views?since=0"+query, http.NoBody))
		return w
	}
	current := strconv.Itoa(view.DevFeed)
	if w := get("&feed=" + current); w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), `{"feed":`+current+`,"version":1,`) || warnings != 0 {
		t.Errorf("the same version: %d %s, %d warnings", w.Code, w.Body, warnings)
	}
	for _, query := range []string{"", "&feed=0", "&feed=2", "&feed=x"} {
		if w := get(query); w.Code != http.StatusConflict || strings.Contains(w.Body.String(), "<p>") {
			t.Errorf("%q: %d %s", query, w.Code, w.Body)
		}
	}
	if warnings != 1 {
		t.Errorf("there are %d warnings", warnings)
	}
}

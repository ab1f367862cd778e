package almanac_test

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/examples/almanac/app"
	"github.com/orielapps/oriel/examples/almanac/views"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/test/browsertest"
)

//go:embed testdata/host.html
var hostPage string

// lunchtime is the clock of the tests: half past eleven UTC, 21 November 2026.
func lunchtime() time.Time { return time.Date(2026, 11, 21, 11, 30, 0, 0, time.UTC) }

// serveHost serves the view under the policy that hosts give to a view which
// asks for nothing, in the page of a host.
func serveHost(t *testing.T) string {
	t.Helper()
	almanac := app.At(lunchtime)
	client := hosts.Client{Name: "test", Introduced: true, UIMIMETypes: []string{"text/html;profile=mcp-app"}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(hostPage))
	})
	mux.HandleFunc("GET /view", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self' 'unsafe-inline'; "+
			"style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'")
		// What is shown of a day depends on whether it is today.
		clock := lunchtime().AddDate(1, 0, 0)
		if r.FormValue("today") != "" {
			clock = lunchtime()
		}
		document := strings.Replace(views.Day.HTML, "<style>", fmt.Sprintf("<script>Date.now = () => %d</script><style>", clock.UnixMilli()), 1)
		if state := r.FormValue("state"); state != "" {
			document = strings.Replace(document, "<style>", "<script>openai = { widgetState: "+state+" }</script><style>", 1)
		}
		_, _ = w.Write([]byte(document))
	})
	mux.HandleFunc("POST /call", func(w http.ResponseWriter, r *http.Request) {
		var c struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}
		if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		result, err := almanac.Methods().CallTool(r.Context(), hosts.Peer{Client: client}, c.Name, c.Arguments)
		if err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		_ = json.NewEncoder(w).Encode(result)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

const (
	date     = `[data-testid="date"]`
	place    = `[data-testid="place"]`
	next     = `[data-testid="next-day"]`
	previous = `[data-testid="previous-day"]`
	picker   = `select`
	notice   = `[role="alert"]`
	slider   = `[role="slider"]`
)

func TestView(t *testing.T) {
	t.Parallel()
	host := serveHost(t)
	browser := browsertest.Start(t)

	// open shows the view; settings are pairs.
	open := func(t *testing.T, settings ...string) (*browsertest.Page, *browsertest.Frame) {
		t.Helper()
		query := url.Values{}
		for i := 0; i+1 < len(settings); i += 2 {
			query.Set(settings[i], settings[i+1])
		}
		page := browser.Open(t, host+"/?"+query.Encode())
		if err := page.Viewport(t.Context(), 1040, 800, 1); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if v := page.Violations(); len(v) > 0 {
				t.Errorf("the policy was violated: %v", v)
			}
			for _, m := range page.Messages() {
				if m.Type == "error" || m.Type == "exception" {
					t.Errorf("console: %s", m)
				}
			}
		})
		return page, page.Frame("#view")
	}

	t.Run("shows the day", func(t *testing.T) {
		t.Parallel()
		_, view := open(t, "place", "Lisbon", "date", "2026-11-21", "theme", "dark")
		wait(t, view, date, "Sat 21 Nov 2026")
		for selector, want := range map[string]string{
			place:                          "Lisbon",
			`[data-testid="sunrise"]`:      "07:25",
			`[data-testid="sunset"]`:       "17:19",
			`[data-testid="moonrise"]`:     "15:02",
			`[data-testid="moonset"]`:      "03:41",
			`[data-testid="daylight"]`:     "9 h 54 min",
			`[data-testid="sun-altitude"]`: "31° up · S",
			`article:nth-of-type(2) h2`:    "Waxing gibbous 87 %",
		} {
			wait(t, view, selector, want)
		}
		until(t, view, `document.documentElement.dataset.theme === "dark"`)
		until(t, view, `document.querySelector('main[data-testid="almanac"]').dataset.state === "ready"`)
	})

	t.Run("shows today as it is now", func(t *testing.T) {
		t.Parallel()
		_, view := open(t, "place", "Lisbon", "date", "2026-11-21", "today", "yes")
		wait(t, view, date, "Sat 21 Nov 2026")
		until(t, view, `document.querySelector('[role="slider"]').ariaValueText.startsWith("11:30, Daylight")`)
	})

	t.Run("goes from day to day", func(t *testing.T) {
		t.Parallel()
		page, view := open(t, "place", "Lisbon", "date", "2026-11-21")
		wait(t, view, date, "21 Nov")
		click(t, view, next)
		wait(t, view, date, "Sun 22 Nov 2026")
		click(t, view, previous)
		wait(t, view, date, "Sat 21 Nov 2026")
		// Faster than the answers come.
		click(t, view, previous)
		click(t, view, previous)
		click(t, view, previous)
		wait(t, view, date, "Wed 18 Nov 2026")
		// A result that is delivered again changes nothing.
		run(t, page.Main(), `deliver({ place: "Lisbon", date: "2026-11-21" }).then(() => { notify("tool-cancelled", {}); globalThis.again = true })`)
		until(t, page.Main(), `globalThis.again === true`)
		until(t, view, `document.querySelector("time").dateTime === "2026-11-18"`)
		// Another one does.
		run(t, page.Main(), `deliver({ place: "Oslo", date: "2026-01-01" })`)
		wait(t, view, date, "Thu 1 Jan 2026")
	})

	t.Run("goes from place to place", func(t *testing.T) {
		t.Parallel()
		_, view := open(t, "place", "45.92,6.87 Europe/Paris", "date", "2026-11-21")
		wait(t, view, place, "45.92° N 6.87° E")
		until(t, view, `document.querySelectorAll("option").length > 40`)
		click(t, view, next)
		wait(t, view, date, "22 Nov")
		wait(t, view, place, "45.92° N 6.87° E")
		choose(t, view, picker, "Tromsø")
		wait(t, view, place, "Tromsø")
		wait(t, view, date, "22 Nov")
	})

	t.Run("moves through the day by keyboard and mouse", func(t *testing.T) {
		t.Parallel()
		page, view := open(t, "place", "Lisbon", "date", "2026-06-21")
		wait(t, view, date, "21 Jun")
		run(t, view, `document.querySelector('[role="slider"]').focus()`)
		for _, step := range []struct{ key, want string }{
			{"Home", "00:00, Night"},
			{"ArrowRight", "00:10, Night"},
			{"PageUp", "01:10, Night"},
			{"ArrowLeft", "01:00, Night"},
			{"End", "23:59, Night"},
			{"PageDown", "22:59, Astronomical twilight"},
		} {
			run(t, view, fmt.Sprintf(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: %q }))`, step.key))
			until(t, view, fmt.Sprintf(`document.querySelector('[role="slider"]').ariaValueText.startsWith(%q)`, step.want))
		}
		click(t, view, slider) // in the middle
		until(t, view, `document.querySelector('[role="slider"]').ariaValueText.startsWith("12:00, Daylight")`)
		click(t, view, `[data-testid="more"]`)
		until(t, page.Main(), `messages.join() === "Tell me more about the sun and the moon over Lisbon on Sun 21 Jun 2026."`)
	})

	t.Run("shows what went wrong", func(t *testing.T) {
		t.Parallel()
		page, view := open(t, "place", "Lisbn")
		wait(t, view, notice, `Did you mean "Lisbon"?`)
		until(t, view, `document.querySelectorAll("option").length > 40`)
		wait(t, view, place, "Choose a place")
		choose(t, view, picker, "Lisbon")
		wait(t, view, date, "Sat 21 Nov 2026")
		until(t, view, `document.querySelector('[role="alert"]').hidden`)

		run(t, page.Main(), `refuse = true`)
		click(t, view, next)
		wait(t, view, notice, "The host is on strike.")
		wait(t, view, date, "Sat 21 Nov 2026")
		run(t, page.Main(), `refuse = false`)
		click(t, view, notice+" button")
		wait(t, view, date, "Sun 22 Nov 2026")
		until(t, view, `document.querySelector('[role="alert"]').hidden`)
	})

	t.Run("waits", func(t *testing.T) {
		t.Parallel()
		page, view := open(t)
		until(t, view, `document.querySelector("main").ariaBusy === "true"`)
		run(t, page.Main(), `notify("tool-cancelled", { reason: "no" })`)
		wait(t, view, notice, "The call was cancelled.")
		until(t, view, `document.querySelector("main").ariaBusy === null`)
	})

	t.Run("comes back to where it was", func(t *testing.T) {
		t.Parallel()
		_, view := open(t, "place", "Lisbon", "date", "2026-11-21",
			"state", `{"origin":"Lisbon 2026-11-21","place":"Tokyo","date":"2026-11-24","minute":600}`)
		wait(t, view, place, "Tokyo")
		wait(t, view, date, "Tue 24 Nov 2026")
		until(t, view, `document.querySelector('[role="slider"]').ariaValueNow === "600"`)
		until(t, view, `openai.widgetState !== undefined`)
	})

	t.Run("forgets the state of another day", func(t *testing.T) {
		t.Parallel()
		page, view := open(t, "place", "Lisbon", "date", "2026-11-21",
			"state", `{"origin":"Oslo 2026-11-21","place":"Tokyo","date":"2026-11-24","minute":600}`)
		wait(t, view, place, "Lisbon")
		until(t, view, `document.querySelectorAll("option").length > 40`)
		until(t, page.Main(), `calls.length === 1`) // for the places
	})

	t.Run("fits", func(t *testing.T) {
		t.Parallel()
		for _, width := range []int{320, 340, 400, 559, 560, 639, 640, 760, 1000} {
			t.Run(strconv.Itoa(width), func(t *testing.T) {
				t.Parallel()
				page, view := open(t, "place", "Lisbon", "date", "2026-11-21", "width", strconv.Itoa(width))
				wait(t, view, date, "21 Nov")
				heights := map[string]int{}
				for _, day := range []struct{ place, date string }{
					{"Lisbon", "2026-11-22"},
					{"San Francisco", "2026-12-16"}, // waxing crescent
					{"McMurdo Station", "2026-12-21"},
					{"Buenos Aires", "2026-10-21"},
					{"Tromsø", "2026-12-21"},
					{"Tromsø", "2026-11-27"},
					{"-45.92,-106.87", "2026-09-23"},
				} {
					run(t, page.Main(), fmt.Sprintf(`deliver({ place: %q, date: %q })`, day.place, day.date))
					until(t, view, fmt.Sprintf(`document.querySelector("time").dateTime === %q`, day.date))
					faults, err := browsertest.Eval[[]string](t.Context(), view, misfits)
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff([]string(nil), faults); diff != "" && len(faults) > 0 {
						t.Errorf("%s on %s: %s", day.place, day.date, diff)
					}
					height, err := browsertest.Eval[int](t.Context(), view, `document.documentElement.offsetHeight`)
					if err != nil {
						t.Fatal(err)
					}
					heights[day.place+" "+day.date] = height
				}
				for day, height := range heights {
					if height != heights["Lisbon 2026-11-22"] {
						t.Errorf("the height changes: %s has %d, Lisbon %d", day, height, heights["Lisbon 2026-11-22"])
					}
				}
				until(t, page.Main(), fmt.Sprintf(`document.querySelector("iframe").offsetHeight === %d`, heights["Lisbon 2026-11-22"]))
			})
		}
	})
}

// misfits names what is cut off, hangs out or lies over its neighbour.
const misfits = `(() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  const box = (element) => element.getBoundingClientRect();
  for (const element of document.querySelectorAll("header *, article *, footer *, nav *")) {
    const { left, right } = box(element);
    if (left < 0 || right > innerWidth) found.push(element.outerHTML + " hangs out");
    if (element.clientWidth && !element.matches("select, input, .spoken") && element.scrollWidth > element.clientWidth + 1)
      found.push(element.outerHTML + " is cut off");
  }
  for (const row of document.querySelectorAll("header, article, footer, nav")) {
    const parts = [...row.children];
    parts.forEach((part, i) => {
      const text = document.createRange();
      text.selectNodeContents(part);
      const after = parts[i + 1] && box(parts[i + 1]);
      const own = text.getBoundingClientRect();
      if (after && after.top < own.bottom && own.right > after.left) found.push(part.outerHTML + " lies over its neighbour");
    });
  }
  return found;
})()`

func wait(t *testing.T, frame *browsertest.Frame, selector, text string) {
	t.Helper()
	if err := frame.WaitForText(t.Context(), selector, text); err != nil {
		t.Fatal(err)
	}
}

func until(t *testing.T, frame *browsertest.Frame, expression string) {
	t.Helper()
	if err := frame.WaitFor(t.Context(), expression); err != nil {
		t.Fatal(err)
	}
}

func click(t *testing.T, frame *browsertest.Frame, selector string) {
	t.Helper()
	if err := frame.Click(t.Context(), selector); err != nil {
		t.Fatal(err)
	}
}

func choose(t *testing.T, frame *browsertest.Frame, selector, value string) {
	t.Helper()
	if err := frame.Select(t.Context(), selector, value); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, frame *browsertest.Frame, script string) {
	t.Helper()
	if _, err := browsertest.Eval[any](t.Context(), frame, "void ("+script+")"); err != nil {
		t.Fatal(err)
	}
}

package components_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

// shotsVariable names a folder that pictures of the components are written to.
const shotsVariable = "ORIEL_COMPONENT_SHOTS"

// contrast is the least contrast of a notice's text with what is behind it (WCAG 2.2,
// 1.4.3), as the browser paints both.
const contrast = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const light = (color) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return Math.min(...[...document.querySelectorAll(".oriel-notice")].flatMap((box) => {
    const behind = light(getComputedStyle(box).backgroundColor);
    return [box, box.querySelector("button") ?? box, [box, "::before"]].map((part) => {
      const text = light(getComputedStyle(...[part].flat()).color);
      return (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
    });
  }));
})()`

func TestGallery(t *testing.T) {
	t.Parallel()
	failed := `result({ isError: true, content: [{ type: "text", text: "No such city: Atlantis.\nTry another one." }] })`
	cancelled := `say("ui/notifications/tool-cancelled", { reason: "The user stopped it" })`
	arabic := map[string]any{
		"message": "حدث خطأ في قراءة توقعات الطقس لمدينة القاهرة.",
		"labels":  map[string]any{"title": "تعذّر العرض", "retryLabel": "إعادة المحاولة"},
		"words":   map[string]any{"cancelled": "أُلغي الطلب"},
	}
	for _, c := range []struct {
		name    string
		width   int64
		context map[string]any
		media   map[string]string
		view    map[string]any
		say     string
	}{
		{name: "light", width: 640, context: map[string]any{"theme": "light"}, say: failed},
		{name: "dark", width: 640, context: map[string]any{"theme": "dark"}, view: map[string]any{"dressed": true}, say: failed},
		{name: "dark, undressed", width: 640, context: map[string]any{"theme": "dark"}, say: cancelled},
		{name: "narrow", width: 320, context: map[string]any{"theme": "light"}, view: map[string]any{"dressed": true}, say: cancelled},
		{name: "narrowest", width: 160, context: map[string]any{"theme": "dark"}, view: map[string]any{
			"dressed": true, "message": strings.Repeat("unbreakable", 12),
		}, say: failed},
		{name: "right to left", width: 320, context: map[string]any{"theme": "light", "locale": "ar"}, view: arabic, say: cancelled},
		{
			name: "forced colors", width: 320, context: map[string]any{"theme": "dark"}, view: map[string]any{"dressed": true},
			media: map[string]string{"forced-colors": "active"}, say: failed,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, viewpage.Libraries()[0], "gallery", plan{HostContext: c.context, View: c.view, Media: c.media})
			viewpage.Must(t, s.page.Viewport(t.Context(), c.width, 720, 1))
			s.wait(s.view, `document.querySelector("[aria-busy]")`)
			s.say(c.say)
			s.wait(s.view, `document.querySelectorAll(".oriel-notice").length === 3`)
			viewpage.Is(t, s.view, "document.documentElement.scrollWidth <= innerWidth", true)
			// What a finger hits (WCAG 2.2, 2.5.8).
			viewpage.Is(t, s.view, `Math.min(...[...document.querySelectorAll("button")].map((b) => b.offsetHeight)) >= 24`, true)
			if got, err := browsertest.Eval[float64](t.Context(), s.view, contrast); err != nil || got < 4.5 {
				t.Errorf("contrast %.2f, %v", got, err)
			}
			if dir := os.Getenv(shotsVariable); dir != "" {
				shot, err := s.page.Screenshot(t.Context())
				viewpage.Must(t, err)
				viewpage.Must(t, os.WriteFile(filepath.Join(dir, strings.ReplaceAll(c.name, " ", "-")+".png"), shot, 0o600))
			}
		})
	}
}

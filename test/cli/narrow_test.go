package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// narrowWidths are widths of views in phones and sidebars, in CSS pixels. The first is the narrowest that apps
// have to fit.
var narrowWidths = []int{280, 365}

// looksRight fails the test if something of a view is cut off, illegible or nameless: in narrow cards,
// in light and dark.
func (c combination) looksRight(t *testing.T, page *browsertest.Page, view *browsertest.Frame) {
	t.Helper()
	for _, theme := range []string{"dark", "light"} {
		switchTheme(t, page, theme)
		for _, width := range narrowWidths {
			resize := fmt.Sprintf(`document.querySelector('iframe[data-testid="view"]').style.setProperty("width", "%dpx", "important")`, width)
			shown := fmt.Sprintf(`innerWidth === %d && getComputedStyle(document.documentElement).colorScheme.startsWith(%q) &&
				document.getAnimations().length === 0`, width, theme)
			if _, err := browsertest.Eval[any](t.Context(), page.Main(), resize); err != nil {
				t.Fatal(err)
			}
			if err := view.WaitFor(t.Context(), shown); err != nil {
				t.Fatalf("%s, %d pixels: %v", theme, width, err)
			}
			faults, err := browsertest.Eval[[]string](t.Context(), view, lookFaults)
			if err != nil || len(faults) > 0 {
				t.Errorf("%s, %d pixels: %v\n%s", theme, width, err, strings.Join(faults, "\n"))
			}
		}
	}
	if _, err := browsertest.Eval[any](t.Context(), page.Main(), `document.querySelector('iframe[data-testid="view"]').style.removeProperty("width")`); err != nil {
		t.Fatal(err)
	}
}

// lookFaults lists texts that leave the boxes around them, texts with too little contrast, and controls without a
// name. Texts in disabled or invisible elements are left out.
const lookFaults = `(() => {
	const faults = [];
	const root = document.documentElement;
	if (root.scrollWidth > innerWidth) faults.push("the view is " + root.scrollWidth + " pixels wide");

	const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
	const mixed = (...layers) => {
		context.clearRect(0, 0, 1, 1);
		for (const layer of layers) {
			context.fillStyle = layer;
			context.fillRect(0, 0, 1, 1);
		}
		return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
	};
	const resolved = (color) => {
		const probe = document.body.appendChild(document.createElement("i"));
		probe.style.color = color;
		const value = getComputedStyle(probe).color;
		probe.remove();
		return value;
	};
	const page = resolved("var(--color-background-primary, Canvas)");
	const luminance = (rgb) => {
		const [r, g, b] = rgb.map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const contrast = (a, b) => {
		const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
		return (high + 0.05) / (low + 0.05);
	};

	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const text = texts.currentNode.data.trim();
		const element = texts.currentNode.parentElement;
		if (!text || element.matches("script, style, option, :disabled, :disabled *") || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
		const around = [];
		for (let one = element; one; one = one.parentElement) around.push(one);
		const range = document.createRange();
		range.selectNodeContents(texts.currentNode);
		for (const { left, right } of range.getClientRects()) {
			const out = around.find((one) => {
				const box = one.getBoundingClientRect();
				return box.width > 0 && (left < box.left - 1 || right > box.right + 1);
			});
			if (out) faults.push(JSON.stringify(text) + " leaves its " + out.tagName.toLowerCase() + (out.className && "." + out.className));
		}
		const styles = around.map((one) => getComputedStyle(one));
		const behind = mixed(page, ...styles.map((style) => style.backgroundColor).reverse());
		const solid = "rgb(" + behind + ")";
		context.globalAlpha = 1;
		const color = styles[0].color;
		const opacity = styles.reduce((product, style) => product * style.opacity, 1);
		const seen = mixed(solid, color).map((v, i) => v * opacity + behind[i] * (1 - opacity));
		const ratio = contrast(seen, behind);
		if (ratio < 4.5) faults.push(JSON.stringify(text) + " has a contrast of " + ratio.toFixed(2));
	}

	for (const one of document.querySelectorAll("button, input, select, textarea, [tabindex]")) {
		const labels = [...(one.labels ?? [])].map((label) => label.textContent).join("");
		if (!(one.ariaLabel || labels || (one.matches("button, li") && one.textContent)).trim()) faults.push("there is no name for " + one.outerHTML);
	}
	return [...new Set(faults)];
})()`

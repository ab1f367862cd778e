import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, own } from "./harness.ts";

test("theme and colour scheme follow the host", async () => {
  const page = await open();
  assert.deepEqual([page.root.dataset.theme, page.root.style.colorScheme], [undefined, undefined]);
  await page.answer({ hostContext: { theme: "dark" } });
  assert.deepEqual([page.root.dataset.theme, page.root.style.colorScheme], ["dark", "dark"]);
  page.post(notification("ui/notifications/host-context-changed", { theme: "light" }));
  assert.deepEqual([page.root.dataset.theme, page.root.style.colorScheme], ["light", "light"]);
});

test("an unknown theme changes nothing", async () => {
  const page = await connect({ theme: "sepia", locale: "en" });
  assert.equal(page.root.dataset.theme, undefined);
  assert.deepEqual(page.oriel.context(), { ...own, locale: "en" });
  page.post(notification("ui/notifications/host-context-changed", { theme: "dark" }));
  for (const theme of ["carousel", "", null, 5, {}, "Light"])
    page.post(notification("ui/notifications/host-context-changed", { theme }));
  assert.equal(page.root.dataset.theme, "dark");
  assert.equal(page.oriel.context().theme, "dark");
});

test("the page is dressed before any handler of the view runs", async () => {
  const page = await open();
  let theme: string | undefined;
  page.oriel.onContext(() => {
    theme = page.root.dataset.theme;
  });
  await page.answer({ hostContext: { theme: "dark" } });
  assert.equal(theme, "dark");
});

test("style variables go onto the root, and nothing else does", async () => {
  const variables = { "--color-text-primary": "#111", "--font-sans": "Inter", color: "red", background: "url(x)", "--gone": null };
  const page = await connect({ styles: { variables } });
  assert.deepEqual(page.root.style.properties, { "--color-text-primary": "#111", "--font-sans": "Inter", "--gone": "" });
});

test("a theme that is the system's follows the browser, until the host says another", async () => {
  const page = await connect({ theme: "system" }, { dark: true });
  const themes: unknown[] = [];
  page.oriel.onContext(({ theme }) => void themes.push(theme));
  page.prefer(false);
  assert.deepEqual([page.root.dataset.theme, page.root.style.colorScheme], ["light", "light"]);
  page.post(notification("ui/notifications/host-context-changed", { locale: "pt" }));
  page.prefer(true);
  page.post(notification("ui/notifications/host-context-changed", { theme: "light" }));
  page.prefer(false);
  page.prefer(true);
  assert.deepEqual(themes, ["dark", "light", "light", "dark", "light"]);
  assert.equal(page.oriel.context().theme, "light");
});

test("where the browser can't say what it prefers, the system's theme is light", async () => {
  const page = await connect({ theme: "system" });
  assert.equal(page.root.dataset.theme, "light");
  assert.deepEqual(page.errors, []);
});

test("the page gets the host's language if it has none of its own", async () => {
  const page = await connect({ locale: "pt-PT" });
  assert.equal(page.root.lang, "pt-PT");
  const english = await connect({ locale: "pt-PT" }, { lang: "en" });
  assert.equal(english.root.lang, "en");
  const silent = await connect({ theme: "dark" });
  assert.equal(silent.root.lang, "");
});

test("fonts that change replace those before", async () => {
  const page = await connect({ styles: { css: { fonts: "@font-face{font-family:A}" } } });
  page.post(notification("ui/notifications/host-context-changed", { styles: { css: { fonts: "@font-face{font-family:B}" } } }));
  page.post(notification("ui/notifications/host-context-changed", { styles: { css: {} } }));
  assert.deepEqual(page.head, [{ textContent: "@font-face{font-family:B}" }]);
});

test("the mode before the present one is known", async () => {
  const page = await connect({ displayMode: "inline" });
  assert.equal(page.oriel.context().previousDisplayMode, undefined);
  const change = (context: object) => page.post(notification("ui/notifications/host-context-changed", context));
  change({ displayMode: "fullscreen" });
  assert.equal(page.oriel.context().previousDisplayMode, "inline");
  change({ displayMode: "fullscreen", locale: "pt" });
  assert.equal(page.oriel.context().previousDisplayMode, "inline");
  change({ displayMode: "pip" });
  assert.equal(page.oriel.context().previousDisplayMode, "fullscreen");
  change({ displayMode: "inline", previousDisplayMode: "expanded" });
  assert.equal(page.oriel.context().previousDisplayMode, "fullscreen", "the host's own word counts, in its old form too");
  change({ displayMode: "inline", previousDisplayMode: "carousel" });
  assert.equal(page.oriel.context().previousDisplayMode, "fullscreen");
});

test("fonts are added once", async () => {
  const fonts = "@font-face{font-family:Inter}";
  const page = await connect({ styles: { css: { fonts } } });
  page.post(notification("ui/notifications/host-context-changed", { styles: { css: { fonts } } }));
  page.post(notification("ui/notifications/host-context-changed", { theme: "dark" }));
  assert.deepEqual(page.head, [{ textContent: fonts }]);
});

test("context is merged, kept where unknown, and a new object each time", async () => {
  const page = await connect({ theme: "light", "vendor/x": { y: 1 } });
  const before = page.oriel.context();
  page.post(notification("ui/notifications/host-context-changed", { locale: "pt-PT" }));
  assert.deepEqual(page.oriel.context(), { ...own, theme: "light", "vendor/x": { y: 1 }, locale: "pt-PT" });
  assert.deepEqual(before, { ...own, theme: "light", "vendor/x": { y: 1 } });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open } from "./harness.ts";

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
  assert.deepEqual(page.oriel.context(), { locale: "en" });
  page.post(notification("ui/notifications/host-context-changed", { theme: "dark" }));
  for (const theme of ["system", "", null, 5, {}, "Light"])
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
  assert.deepEqual(page.oriel.context(), { theme: "light", "vendor/x": { y: 1 }, locale: "pt-PT" });
  assert.deepEqual(before, { theme: "light", "vendor/x": { y: 1 } });
});

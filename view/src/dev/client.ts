/**
 * The dev client: it keeps what a person has done in a view while the view's document is
 * replaced by a newer one, and changes styles in place. It speaks when it is asked, and
 * only Oriel's workbench asks.
 */
import { bringBack, fieldsNow, watchFields } from "./fields.ts";
import type { FieldMemory } from "./fields.ts";
import type { Meeting, Parts } from "./meeting.ts";
import { focusBack, focusNow, scrollBack, scrollNow, watchScroll } from "./scroll.ts";
import type { FocusMemory, ScrollMemory } from "./scroll.ts";

/** What is kept of a page. */
interface Snapshot {
  parts: Parts;
  fields: FieldMemory[];
  scroll: ScrollMemory[];
  focus?: FocusMemory | undefined;
}

interface Asked {
  id?: unknown;
  method?: unknown;
  params?: Record<string, unknown>;
}

/** In characters of JSON. */
const largest = 1_500_000;
/** How long, in ms, a page may take to draw what is to be brought back. */
const restoreTimeout = 2000;
const mostFrames = 4;

const restore = Symbol.for("oriel.restore");
const page = window as unknown as Record<symbol, unknown>;

/** What the page before this one has kept. The workbench makes it of what a page has answered, so it may be anything. */
const before = (page[restore] ?? {}) as Partial<Snapshot>;
delete page[restore];

/** A direct connection to the workbench, if this page was written into a standby frame. */
const workbenchPort = page[Symbol.for("oriel.line")] as MessagePort | undefined;
delete page[Symbol.for("oriel.line")];
const list = <T>(value: T[] | undefined): T[] => (Array.isArray(value) ? value : []);
const fields = list(before.fields);
const scroll = list(before.scroll);
let { focus } = before;

const meeting: Meeting = { restored: before.parts ?? {}, keepers: new Map() };
Object.defineProperty(page, Symbol.for("oriel.dev"), { value: meeting });

/** Pure JSON, or nothing where there is too much of it, or JSON can't hold it. */
const pure = (value: unknown): unknown => {
  try {
    const text = JSON.stringify(value);
    return text === undefined || text.length > largest ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const snapshot = (): Snapshot => {
  const parts: Parts = {};
  for (const [name, keep] of meeting.keepers) {
    const value = pure(keep());
    if (value !== undefined) parts[name] = value;
  }
  const all = { parts, fields: fieldsNow(), scroll: scrollNow(), focus: focusNow() };
  return pure(all) ? all : { ...all, fields: [] };
};

/** A person who does something is not to be disturbed by what was before. */
let settled = !(fields.length || scroll.length || focus);
let observer: MutationObserver | undefined;

const settle = (): void => {
  settled = true;
  observer?.disconnect();
  for (const name of gestures) removeEventListener(name, meddled, true);
};
const gestures = ["wheel", "touchstart", "pointerdown", "keydown"];
const meddled = (event: Event): void => {
  if (event.isTrusted) settle();
};

/** Brings back what can be by now. */
const bring = (): void => {
  if (settled || !document.body) return;
  bringBack(fields);
  scrollBack(scroll);
  // Only a frame that has the keyboard may move it.
  if (focus && document.hasFocus() && focusBack(focus)) focus = undefined;
};

const begin = (): void => {
  watchFields();
  watchScroll();
  if (settled) return;
  for (const name of gestures) addEventListener(name, meddled, true);
  observer = new MutationObserver(bring);
  observer.observe(document, { childList: true, subtree: true });
  setTimeout(settle, restoreTimeout);
};

/** A frame that nobody looks at draws nothing. */
const nextFrame = (): Promise<unknown> =>
  new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 40);
  });
/** What was drawn is on its way to the screen. */
const nextTask = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  });

/** Answers once there is something to see. */
const shown = async (): Promise<object> => {
  for (let frames = 0; frames < mostFrames; frames++) {
    await nextFrame();
    bring();
    if (document.body?.offsetHeight) break;
  }
  await nextTask();
  return {};
};

/** Gives style sheets another text, and tells which are not there. */
const style = async (params: Record<string, unknown>): Promise<object> => {
  const missing: string[] = [];
  for (const { id, css } of list(params["styles"] as { id: string; css: string }[])) {
    const all = [...document.querySelectorAll<HTMLStyleElement>("style[data-oriel-style]")];
    const sheets = all.filter((sheet) => sheet.dataset["orielStyle"] === id);
    for (const sheet of sheets) sheet.textContent = css;
    if (sheets.length === 0) missing.push(id);
  }
  await nextFrame();
  await nextTask();
  return { missing };
};

/** The keyboard is the view's again. */
const regain = (): object => {
  focus ??= before.focus;
  if (focusBack(focus)) focus = undefined;
  return {};
};

const answers: Record<string, (params: Record<string, unknown>) => unknown> = {
  "oriel/dev/snapshot": snapshot,
  "oriel/dev/shown": shown,
  "oriel/dev/style": style,
  "oriel/dev/focus": regain,
};

/** Answers what only the workbench asks; false for what is something else. */
const take = (message: unknown, reply: (answer: object) => void): boolean => {
  const { id, method, params } = (message ?? {}) as Asked;
  const answer = typeof method === "string" && Object.hasOwn(answers, method) ? answers[method] : undefined;
  if (!answer) return false;
  void (async () => {
    const result = await answer(params ?? {});
    if (id !== undefined) reply({ jsonrpc: "2.0", id, result });
  })();
  return true;
};

if (parent !== window) {
  if (workbenchPort) {
    // What the page's own scripts do to the prototype gives them no access to the connection.
    const reply = workbenchPort.postMessage.bind(workbenchPort) as (answer: object) => void;
    workbenchPort.onmessage = (event) => take(event.data, reply);
  }
  // The first of the page's listeners: whatever else listens does not hear of it.
  addEventListener(
    "message",
    (event) => {
      if (event.source !== parent) return;
      const target = event.origin === "null" ? "*" : event.origin;
      if (take(event.data, (answer) => parent.postMessage(answer, target))) event.stopImmediatePropagation();
    },
    true,
  );
  begin();
}
document.currentScript?.remove();

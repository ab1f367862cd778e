// state/viewstate.ts
import { StateError } from "./storage.js";
import { bestKeep, refused } from "./choosestorage.js";
import { merge } from "./merge.js";
import { json, object, text } from "../values/unchecked.js";
import { announce, on, subscribe } from "../data/topics.js";
import { onTeardown } from "../data/teardown.js";
var title;
var keep;
var name;
var saved = "null";
var first = "null";
var loaded;
var busy;
var failures = 0;
var turns = 0;
var quiet;
var timer;
var latest;
var state;
var status = "loading";
var error;
var place = () => keep?.place ?? "memory";
var become = (next, why) => {
  status = next;
  error = why;
  announce("kept", void 0);
};
var stop = () => {
  clearTimeout(timer);
  clearTimeout(latest);
  latest = void 0;
};
var settle = () => {
  if (failures || !loaded) return become(status, error);
  if (busy) return become("unsaved");
  if (json(state ?? null) === saved) return stop(), become("saved");
  if (place() !== "server") return void work();
  clearTimeout(timer);
  timer = setTimeout(work, quiet);
  latest ??= setTimeout(work, quiet * 10);
  become("unsaved");
};
var adopt = (kept, restored) => {
  state = merge(restored ? first : saved, state, kept ??= void 0);
  saved = json(kept ?? null) || "null";
  loaded = true;
  failures = 0;
  settle();
};
var encode = () => {
  const text2 = json(state ?? null);
  if (!text2) throw new StateError("state_invalid", "JSON can't hold this state");
  if (new Blob([text2]).size > 1e6) throw new StateError("state_too_large", "More than 1,000,000 bytes of JSON");
  return text2;
};
var fail = (raw) => {
  const code = text(object(raw).code);
  busy = false;
  if (/^(-3260[12]|state_token_invalid)$/.test(code)) {
    refused.add(name);
    name = void 0;
    return look();
  }
  const final = loaded && /^state_(full|invalid|too)/.test(code);
  if (!final) timer = setTimeout(work, Math.min(1e3 * 2 ** failures++, 3e4));
  become("failed", raw instanceof StateError && code ? raw : new StateError("state_unreachable", text(object(raw).message)));
};
var left = /* @__PURE__ */ new Map();
var clear = async (to, kept) => {
  const mine = left.get(to);
  left.delete(to);
  if (!mine) return;
  const all = merge(...mine, kept ?? void 0);
  await to.save(all, json(all));
};
var work = async () => {
  stop();
  const turn = ++turns;
  const to = keep;
  try {
    if (!loaded) return await to.load((kept, restored) => to === keep ? adopt(kept, restored) : void clear(to, kept).catch(() => {
    }));
    const encoded = encode();
    busy = true;
    become("saving");
    const won = await to.save(JSON.parse(encoded), encoded);
    if (turn !== turns) return;
    busy = false;
    failures = 0;
    saved = encoded;
    if (won == null) settle();
    else adopt(won);
  } catch (error2) {
    if (turn === turns) fail(error2);
  }
};
var leave = () => {
  if (loaded && (status === "unsaved" || failures)) void work();
};
var look = () => {
  const best = bestKeep(title);
  if (!best || best[0] === name) return;
  if (name && best[0] !== "host") {
    if (!loaded && state !== void 0) left.set(keep, [saved, state]);
    leave();
    state = void 0;
  }
  if (loaded || state === void 0) saved = "null";
  name = best[0];
  keep = best[1](name);
  loaded = busy = false;
  failures = 0;
  become("loading");
  void work();
};
var keepState = () => {
  if (title !== void 0) return;
  title = document.title;
  subscribe(look);
  look();
  onTeardown(() => {
    leave();
    return keep && state !== void 0 ? flush().catch(() => {
    }) : void 0;
  });
  addEventListener("pagehide", leave);
  addEventListener("visibilitychange", () => document.hidden && leave());
};
var change = (next, before, pause) => {
  if (state === void 0) {
    first = json(before ?? null) || "null";
    if (!loaded) saved = first;
  }
  state = next;
  quiet = pause;
  settle();
};
var flush = () => new Promise((resolve, reject) => {
  const look2 = () => {
    if (status === "unsaved" && !busy) void work();
    if (status === "saved") resolve(), end();
    if (status === "failed") reject(error), end();
  };
  const end = on("kept", look2);
  if (status === "failed") void work();
  else look2();
});
export {
  change,
  error,
  flush,
  keepState,
  place,
  state,
  status
};

// state/viewstate.ts
import { json, object, text } from "../values/unchecked.js";
import { onTeardown } from "../data/teardown.js";
import { emit, on, subscribe } from "../data/topics.js";
import { chooseStorage, refused } from "./choosestorage.js";
import { merge } from "./merge.js";
import { StateError } from "./storage.js";
var title;
var storage;
var name;
var saved = "null";
var first = "null";
var loaded;
var busy;
var failures = 0;
var runs = 0;
var debounce;
var timer;
var deadline;
var state;
var status = "loading";
var error;
var place = () => storage?.place ?? "memory";
var setStatus = (next, reason) => {
  status = next;
  error = reason;
  emit("store", void 0);
};
var stopTimers = () => {
  clearTimeout(timer);
  clearTimeout(deadline);
  deadline = void 0;
};
var saveChanges = () => {
  if (failures || !loaded) return setStatus(status, error);
  if (busy) return setStatus("unsaved");
  if (json(state ?? null) === saved) return stopTimers(), setStatus("saved");
  if (place() !== "server") return void loadOrSave();
  clearTimeout(timer);
  timer = setTimeout(loadOrSave, debounce);
  deadline ??= setTimeout(loadOrSave, debounce * 10);
  setStatus("unsaved");
};
var takeStored = (stored, restored) => {
  state = merge(restored ? first : saved, state, stored ??= void 0);
  saved = json(stored ?? null) || "null";
  loaded = true;
  failures = 0;
  saveChanges();
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
    return updateStorage();
  }
  const isFinal = loaded && /^state_(full|invalid|too)/.test(code);
  if (!isFinal) timer = setTimeout(loadOrSave, Math.min(1e3 * 2 ** failures++, 3e4));
  setStatus("failed", raw instanceof StateError && code ? raw : new StateError("state_unreachable", text(object(raw).message)));
};
var unloadedChanges = /* @__PURE__ */ new Map();
var saveUnloaded = async (to, stored) => {
  const mine = unloadedChanges.get(to);
  unloadedChanges.delete(to);
  if (!mine) return;
  const all = merge(...mine, stored ?? void 0);
  await to.save(all, json(all));
};
var loadOrSave = async () => {
  stopTimers();
  const run = ++runs;
  const to = storage;
  try {
    if (!loaded)
      return await to.load(
        (stored2, restored) => to === storage ? takeStored(stored2, restored) : void saveUnloaded(to, stored2).catch(() => {
        })
      );
    const encoded = encode();
    busy = true;
    setStatus("saving");
    const stored = await to.save(JSON.parse(encoded), encoded);
    if (run !== runs) return;
    busy = false;
    failures = 0;
    saved = encoded;
    if (stored == null) saveChanges();
    else takeStored(stored);
  } catch (error2) {
    if (run === runs) fail(error2);
  }
};
var saveNow = () => {
  if (loaded && (status === "unsaved" || failures)) void loadOrSave();
};
var updateStorage = () => {
  const best = chooseStorage(title);
  if (!best || best[0] === name) return;
  if (name && best[0] !== "host") {
    if (!loaded && state !== void 0) unloadedChanges.set(storage, [saved, state]);
    saveNow();
    state = void 0;
  }
  if (loaded || state === void 0) saved = "null";
  name = best[0];
  storage = best[1](name);
  loaded = busy = false;
  failures = 0;
  setStatus("loading");
  void loadOrSave();
};
var keepState = () => {
  if (title !== void 0) return;
  title = document.title;
  subscribe(updateStorage);
  updateStorage();
  onTeardown(() => {
    saveNow();
    return storage && state !== void 0 ? flush().catch(() => {
    }) : void 0;
  });
  addEventListener("pagehide", saveNow);
  addEventListener("visibilitychange", () => document.hidden && saveNow());
};
var change = (next, before, debounceMs) => {
  if (state === void 0) {
    first = json(before ?? null) || "null";
    if (!loaded) saved = first;
  }
  state = next;
  debounce = debounceMs;
  saveChanges();
};
var flush = () => new Promise((resolve, reject) => {
  const check = () => {
    if (status === "unsaved" && !busy) void loadOrSave();
    if (status === "saved") resolve(), end();
    if (status === "failed") reject(error), end();
  };
  const end = on("store", check);
  if (status === "failed") void loadOrSave();
  else check();
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

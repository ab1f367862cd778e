// The workbench's page starts here.

import { Api, ApiError } from "./api.ts";
import { Bench, sentence } from "./bench.ts";
import { showDoor, showFault } from "./door.ts";
import { fill } from "./dom.ts";
import { Keeper, keptRun, NOTHING_KEPT } from "./keeper.ts";
import { Page } from "./page.ts";
import { cleanSearch, readStart } from "./start.ts";
import type { Start } from "./start.ts";
import { Themes } from "./theme.ts";

const KEY = "oriel-token";
const PAGE_KEY = "oriel-page";

function begin(): Start {
  const start = readStart(location.search, sessionStorage.getItem(KEY));
  if (start.token !== undefined) {
    sessionStorage.setItem(KEY, start.token);
  }
  history.replaceState(null, "", location.pathname + cleanSearch(location.search));
  return start;
}

// The secret under which this tab's run is kept. A page that is opened anew gets a new one.
function pageSecret(fresh: boolean): string {
  const stored = fresh ? null : sessionStorage.getItem(PAGE_KEY);
  const secret = stored ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(PAGE_KEY, secret);
  return secret;
}

async function open(root: HTMLElement, start: Start, themes: Themes): Promise<void> {
  if (start.token === undefined) {
    showDoor(root, false);
    return;
  }
  const expired = () => {
    sessionStorage.removeItem(KEY);
    showDoor(root, true);
  };
  const api = new Api(start.token, expired);
  try {
    const page = pageSecret(start.fresh);
    const [session, answer] = await Promise.all([
      api.session(),
      start.fresh ? NOTHING_KEPT : api.kept(page).catch(() => NOTHING_KEPT),
    ]);
    document.title = session.title ? `${session.title} · Oriel` : "Oriel";
    const kept = keptRun(answer);
    const keeper = new Keeper(api, page, answer);
    addEventListener("pagehide", () => void keeper.flush());
    const profiles = kept?.profiles ?? start.profiles;
    const bench = new Bench(api, session, themes, profiles, kept?.server ?? start.server, keeper);
    fill(root, new Page(bench, start, kept));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      return;
    }
    showFault(root, "The workbench can't be reached", sentence(error), () => location.reload());
  }
}

const root = document.getElementById("root");
if (root) {
  const start = begin();
  void open(root, start, new Themes());
}

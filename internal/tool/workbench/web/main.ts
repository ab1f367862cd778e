// The workbench's page starts here.

import { Api, ApiError } from "./api.ts";
import { Bench, sentence } from "./bench.ts";
import { showDoor, showFault } from "./door.ts";
import { fill } from "./dom.ts";
import { Page } from "./page.ts";
import { cleanSearch, readStart } from "./start.ts";
import type { Start } from "./start.ts";
import { Themes } from "./theme.ts";

const KEY = "oriel-token";

function begin(): Start {
  const start = readStart(location.search, sessionStorage.getItem(KEY));
  if (start.token !== undefined) {
    sessionStorage.setItem(KEY, start.token);
  }
  history.replaceState(null, "", location.pathname + cleanSearch(location.search));
  return start;
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
    const session = await api.session();
    document.title = session.title ? `${session.title} · Oriel` : "Oriel";
    fill(root, new Page(new Bench(api, session, themes, start.profiles, start.server), start));
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

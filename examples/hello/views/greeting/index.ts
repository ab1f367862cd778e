import { callTool, getState, onToolResult, setState, type ToolResult } from "@oriel/view";
import type { Tools } from "../oriel.ts";
import "./greeting.css";

type Greeting = ToolResult<Tools["greet"]["output"]>;

interface State {
  greeting: string;
  count: number;
}

document.body.innerHTML =
  '<h2 data-testid="greeting">…</h2><form><input name="name" aria-label="Name" required><button>Greet</button></form><p data-testid="count"></p>';
const [title, form, note] = document.body.children as unknown as [HTMLElement, HTMLFormElement, HTMLElement];

function show(text: string): void {
  const state = getState<State>();
  title.textContent = text;
  note.textContent = state ? `Greeted from here: ${state.count}` : "";
}

onToolResult((result: Greeting) => show(getState<State>()?.greeting ?? result.data?.greeting ?? result.text));

form.onsubmit = async (event) => {
  event.preventDefault();
  try {
    const { data, text }: Greeting = await callTool("greet", Object.fromEntries(new FormData(form)));
    if (data) setState<State>({ greeting: data.greeting, count: (getState<State>()?.count ?? 0) + 1 });
    show(data?.greeting ?? text);
  } catch (error) {
    show(String(error));
  }
};

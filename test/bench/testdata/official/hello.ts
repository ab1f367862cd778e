// The view of examples/hello, written on the official App. What our runtime
// does by itself (theme, host styles) is asked for here, so that both views do
// the same; the App has no state to keep, so a variable has to do.
import { App, applyDocumentTheme, applyHostStyleVariables, type McpUiHostContext } from "@modelcontextprotocol/ext-apps";

interface State {
  greeting: string;
  count: number;
}

let state: State | undefined;

document.body.innerHTML =
  '<h2 data-testid="greeting">…</h2><form><input name="name" aria-label="Name" required><button>Greet</button></form><p data-testid="count"></p>';
const [title, form, note] = document.body.children as unknown as [HTMLElement, HTMLFormElement, HTMLElement];

function show(text: string): void {
  title.textContent = text;
  note.textContent = state ? `Greeted from here: ${state.count}` : "";
}

function adapt(context: McpUiHostContext | undefined): void {
  if (context?.theme) applyDocumentTheme(context.theme);
  if (context?.styles?.variables) applyHostStyleVariables(context.styles.variables);
}

type Content = { type: string; text?: string }[];
const textOf = (content: Content): string => content.map((block) => block.text ?? "").join("\n");

const app = new App({ name: "greeting", version: "1.0.0" });
app.ontoolresult = (result) => show(state?.greeting ?? textOf(result.content as Content));
app.onhostcontextchanged = adapt;

form.onsubmit = async (event) => {
  event.preventDefault();
  try {
    const result = await app.callServerTool({ name: "greet", arguments: Object.fromEntries(new FormData(form)) });
    const data = result.structuredContent as { greeting: string } | undefined;
    if (data) state = { greeting: data.greeting, count: (state?.count ?? 0) + 1 };
    show(data?.greeting ?? textOf(result.content as Content));
  } catch (error) {
    show(String(error));
  }
};

void app.connect().then(() => adapt(app.getHostContext()));

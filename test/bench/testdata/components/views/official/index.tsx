// The same component on the official SDK's hook. What our runtime does by itself
// (theme, host styles) is asked for here; the App has no state to keep, so React's
// has to do.
import { applyDocumentTheme, applyHostStyleVariables, type McpUiHostContext } from "@modelcontextprotocol/ext-apps";
import { useApp } from "@modelcontextprotocol/ext-apps/react";
import { useEffect, useState } from "react";
import type { FormEvent } from "react";
import { createRoot } from "react-dom/client";

type Content = { type: string; text?: string }[];

interface Result {
  content?: unknown;
  structuredContent?: unknown;
}

const textOf = (result: Result): string => ((result.content ?? []) as Content).map((block) => block.text ?? "").join("\n");

function adapt(context: McpUiHostContext | undefined): void {
  if (context?.theme) applyDocumentTheme(context.theme);
  if (context?.styles?.variables) applyHostStyleVariables(context.styles.variables);
}

function Hello() {
  const [text, show] = useState("…");
  const [count, setCount] = useState(0);
  const { app } = useApp({
    appInfo: { name: "greeting", version: "1.0.0" },
    capabilities: {},
    onAppCreated(created) {
      created.ontoolresult = (result) => show(textOf(result));
      created.onhostcontextchanged = adapt;
    },
  });

  useEffect(() => adapt(app?.getHostContext()), [app]);

  async function greet(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!app) return;
    try {
      const result: Result = await app.callServerTool({
        name: "greet",
        arguments: Object.fromEntries(new FormData(event.currentTarget)),
      });
      const data = result.structuredContent as { greeting: string } | undefined;
      if (data) setCount(count + 1);
      show(data?.greeting ?? textOf(result));
    } catch (error) {
      show(String(error));
    }
  }

  return (
    <>
      <h2 data-testid="greeting">{text}</h2>
      <form onSubmit={greet}>
        <input name="name" aria-label="Name" required />
        <button>Greet</button>
      </form>
      <p data-testid="count">{count ? `Greeted from here: ${count}` : ""}</p>
    </>
  );
}

createRoot(document.body.appendChild(document.createElement("div"))).render(<Hello />);

// The view of a studio's README: each hook of its universal set, in one page.
import { AppProvider, mount, useCallTool, useDisplayMode, useModelContext, useToolInput, useToolResult, useWidgetState } from "@oriel/view/react";

function Forecast() {
  const input = useToolInput<{ city: string }>();
  const { text } = useToolResult();
  const { callTool } = useCallTool();
  const { mode, setMode, availableModes } = useDisplayMode();
  const { state, setState } = useWidgetState({ days: 1 });
  const { isSupported, updateContext } = useModelContext();
  return (
    <main>
      <h1 id="city">{input?.city ?? "…"}</h1>
      <p id="text">{text}</p>
      <p id="saved">Saved: {JSON.stringify(state)}</p>
      <button
        id="more"
        onClick={() => {
          setState(({ days }) => ({ days: days + 1 }));
          if (isSupported) void updateContext({ content: "The user wants more days" });
        }}
      >
        More days
      </button>
      <button id="elsewhere" onClick={() => void callTool("forecast", { city: "Faro" }).then((result) => (document.title = result.text))}>
        Elsewhere
      </button>
      {availableModes.includes("fullscreen") && mode !== "fullscreen" && (
        <button id="expand" onClick={() => void setMode("fullscreen")}>
          Expand
        </button>
      )}
    </main>
  );
}

mount(() => (
  <AppProvider appInfo={{ name: "Forecast", version: "1.0.0" }}>
    <Forecast />
  </AppProvider>
));

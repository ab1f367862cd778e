// The view of a studio's README: each hook of its universal set, in one page.
import {
  AppProvider,
  Localized,
  mount,
  useCallTool,
  useDisplayMode,
  useModelContext,
  useToolInput,
  useToolInputPartial,
  useToolResult,
  useWidgetState,
} from "@oriel/view/react";

/** The background of each state of the call, which a picture shows. */
const backgrounds = {
  waits: "rgb(200, 220, 250)",
  written: "rgb(250, 240, 170)",
  answered: "rgb(190, 240, 190)",
  failed: "rgb(250, 200, 200)",
  cancelled: "rgb(250, 225, 180)",
};

function Forecast() {
  const input = useToolInput<{ city: string }>();
  const { partialInput } = useToolInputPartial<{ city: string }>();
  const { text, pending, cancelled, isError } = useToolResult();
  const { callTool } = useCallTool();
  const { mode, setMode, availableModes } = useDisplayMode();
  const widgetState = useWidgetState<{ days: number }>();
  const { isSupported, updateContext } = useModelContext();
  const now = cancelled ? "cancelled" : pending ? (partialInput ? "written" : "waits") : isError ? "failed" : "answered";
  return (
    <main style={{ padding: 16, background: backgrounds[now] }}>
      <h1 id="city">{(input ?? partialInput)?.city ?? "…"}</h1>
      <p id="text">{text}</p>
      <p id="saved" data-status={widgetState.status}>Saved: {JSON.stringify(widgetState.state)}</p>
      <button
        id="more"
        onClick={() => {
          widgetState.setState((saved) => ({ days: (saved?.days ?? 1) + 1 }));
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
    <Localized>
      <Forecast />
    </Localized>
  </AppProvider>
));

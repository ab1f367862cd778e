import { onToolResult } from "@oriel/view";
import { useToolResult } from "@oriel/view/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { callTool, type Tools } from "./oriel.js";

function Day() {
  const { data, pending } = useToolResult<Tools["almanac_day"]>();
  const call = () => callTool("almanac_day", { place: "Porto" }).then(({ data }) => document.body.append(` called ${data?.place}`));
  return <button onClick={call}>{pending ? "waiting" : `hook ${data?.place}`}</button>;
}

const core = document.body.appendChild(document.createElement("p"));
onToolResult<Tools["almanac_day"]["output"]>(({ data }) => (core.textContent = `core ${data?.place}`));
createRoot(document.body.appendChild(document.createElement("main"))).render(
  <StrictMode>
    <Day />
  </StrictMode>,
);

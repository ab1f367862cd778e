// What is right compiles, and what is wrong does not: each line below an expectation
// of an error is one mistake.
import { onToolResult, registerTool, toolResult, type InputOf, type OutputOf, type ToolTypes, type ViewDataOf } from "@oriel/view";
import * as preact from "@oriel/view/preact";
import { useCallTool, useToolInput, useToolResult } from "@oriel/view/react";
import { chatGPTHost } from "@oriel/view/testing";
import { callTool, type ToolName, type Tools } from "./oriel.js";

type Day = Tools["almanac_day"];

export const name: ToolName = "almanac_day";
export const input: InputOf<Day> = { place: "Lisbon" };
export const noon: OutputOf<Day>["sun"]["noonAltitude"] = 31;
export const start: ViewDataOf<Day>["start"] = 0;
export const itself: OutputOf<{ high: number }> = { high: 1 };
export const unknown: ViewDataOf<{ high: number }> = Symbol();
export const tool: ToolTypes = {} as Day;
// @ts-expect-error no such tool
export const other: ToolName = "almanac_night";
// @ts-expect-error not what it takes
export const wrong: InputOf<Day> = { place: 7 };

export async function calls(signal: AbortSignal) {
  const { data, viewData } = await callTool("almanac_day", { place: "Lisbon", date: "2026-11-22" }, { signal });
  data?.sun.noonAltitude.toFixed();
  viewData?.light[0]?.light satisfies "night" | "astronomical" | "nautical" | "civil" | "day" | undefined;
  (await callTool("almanac_places")).data?.places[0]?.name.length;
  callTool.isSupported();
  // @ts-expect-error no such tool
  await callTool("almanac_night", { place: "Lisbon" });
  // @ts-expect-error an argument is missing
  await callTool("almanac_day");
  // @ts-expect-error an argument is missing
  await callTool("almanac_day", {});
  // @ts-expect-error an argument of another type
  await callTool("almanac_day", { place: 7 });
  // @ts-expect-error an argument too many
  await callTool("almanac_day", { place: "Lisbon", planet: "Mars" });
  // @ts-expect-error it takes none
  await callTool("almanac_places", { near: "Lisbon" });
  // @ts-expect-error no such field of the result
  data?.sun.colour;
  // @ts-expect-error it may be missing
  data.sun;
  // @ts-expect-error no such field of the view data
  viewData?.colour;
  // @ts-expect-error no such value
  viewData?.light[0]?.light === "dusk";
  // @ts-expect-error a stranger's view data is unknown
  (await callTool("almanac_places")).viewData.length;
}

export function Hooks() {
  const { data, viewData, pending } = useToolResult<Day>();
  const day = useCallTool<Tools, "almanac_day">("almanac_day");
  const places = useCallTool<Tools, "almanac_places">("almanac_places");
  const loose = useCallTool<{ high: number }>("forecast");
  useToolInput<Day>()?.place.length;
  data?.moon.phase.length;
  viewData?.marks[0]?.kind satisfies "sunrise" | "sunset" | "moonrise" | "moonset" | undefined;
  void day.callTool({ place: "Lisbon" }).then((result) => result.viewData?.elongation.toFixed());
  void places.callTool();
  void loose.callTool({ any: "thing" }).then((result) => result.data?.high.toFixed());
  day.data?.sun.noonAltitude.toFixed();
  // @ts-expect-error no such tool
  useCallTool<Tools, "almanac_night">("almanac_night");
  // @ts-expect-error another tool's name
  useCallTool<Tools, "almanac_day">("almanac_places");
  // @ts-expect-error no such tool
  useToolResult<Tools["almanac_night"]>();
  // @ts-expect-error no such field of the result
  data?.colour;
  // @ts-expect-error no such field of the view data
  viewData?.colour;
  // @ts-expect-error no such argument
  useToolInput<Day>()?.planet;
  // @ts-expect-error an argument of another type
  void day.callTool({ place: 7 });
  // @ts-expect-error an argument is missing
  void day.callTool();
  // @ts-expect-error no such field of the result
  day.data?.colour;
  return <p>{pending ? "…" : data?.weekday}</p>;
}

export function preactHooks() {
  const { data } = preact.useToolResult<Day>();
  data?.weekday.length;
  // @ts-expect-error no such field of the result
  data?.colour;
}

export function core() {
  onToolResult<OutputOf<Day>, ViewDataOf<Day>>(({ viewData }) => viewData?.minutes);
  toolResult<{ high: number }>()?.data?.high.toFixed();
  const shown = registerTool<{ day: string }>({ name: "show" }, ({ day }) => day);
  shown.update<{ week: number }>({ title: "Show" }, ({ week }) => week);
  // @ts-expect-error no such argument
  shown.update({ title: "Show" }, ({ day }: { day: string }) => day.week);
  // @ts-expect-error no such field
  toolResult<{ high: number }>()?.data?.low;
  chatGPTHost({ tools: { forecast: ({ city }: { city: string }) => ({ text: city }) } });
  // @ts-expect-error a tool gives an object
  chatGPTHost({ tools: { forecast: () => 7 } });
}

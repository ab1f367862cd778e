import { onToolResult } from "@oriel/view";
import { Unit, degrees } from "../_shared/unit";
import { title } from "./title.js";
import cities from "./cities.json";
import about from "./about.txt";
import type { Missing } from "./types-only";

interface Hour {
  readonly at: number;
  high?: number;
}

class Row<T extends Hour> {
  #hours: T[] = [];
  static count = 0;
  constructor(private readonly unit: Unit) {
    Row.count++;
  }
  add(hour: T): this {
    this.#hours.push(hour);
    return this;
  }
  text(): string {
    return this.#hours.map((h) => degrees(h.high ?? 0, this.unit)).join(" ");
  }
}

onToolResult((result: { data: Hour; later?: Missing }) => {
  document.body.textContent = [title, about, cities[0], new Row(Unit.Celsius).add(result.data).text()].join("\n");
});

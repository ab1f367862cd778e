// Validates MCP's own messages with the official schemas. Reads a JSON list of
// {schema, value} and writes the list of their faults, "" for none.

import * as core from "@modelcontextprotocol/core";
import { readFileSync } from "node:fs";

const cases = JSON.parse(readFileSync(0, "utf8"));
const faults = cases.map(({ schema, value }) => {
  const known = core[schema];
  if (!known) return `@modelcontextprotocol/core has no ${schema}`;
  const { success, error } = known.safeParse(value);
  return success ? "" : error.message;
});
process.stdout.write(JSON.stringify(faults));

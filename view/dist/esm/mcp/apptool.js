// mcp/apptool.ts
import { registerTool as register } from "../calls/registertool.js";
import { check, toJSONSchema } from "./schema.js";
var registerTool = (name, { inputSchema, outputSchema, ...rest }, callback) => register(
  {
    name,
    ...rest,
    ...inputSchema && { inputSchema: toJSONSchema(inputSchema, "input") },
    ...outputSchema && { outputSchema: toJSONSchema(outputSchema, "output") }
  },
  async (args) => {
    const result = await callback(await check(inputSchema, args));
    const { structuredContent } = result;
    return {
      ...result,
      ...outputSchema && !result.isError && { structuredContent: await check(outputSchema, structuredContent) }
    };
  }
);
export {
  registerTool
};

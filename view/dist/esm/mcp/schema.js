// mcp/schema.ts
var standard = (schema) => schema?.["~standard"];
var toJSONSchema = (schema, side) => {
  const library = standard(schema);
  if (!library) return schema;
  const { $schema, ...rest } = library.jsonSchema?.[side]?.({ target: "draft-2020-12" }) ?? { type: "object" };
  return rest;
};
var check = async (schema, value) => {
  const library = standard(schema);
  if (!library) return value;
  const { issues, value: passed } = await library.validate(value);
  if (issues)
    throw new Error(
      issues.map(({ path = [], message }) => {
        const where = path.map((step) => String(step?.key ?? step)).join(".");
        return where ? `${where}: ${message}` : message;
      }).join("\n")
    );
  return passed;
};
export {
  check,
  toJSONSchema
};

import type { Loose } from "../values/unchecked.ts";

/**
 * A schema of a library, as zod, Valibot and ArkType make them (standardschema.dev):
 * it checks a value, and mostly can say itself as JSON Schema.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Checked<Output> | Promise<Checked<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a schema says of a value. */
type Checked<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] };

/** What a schema gives for a value that passes; unknown members where it is plain JSON Schema. */
export type Inferred<S> =
  S extends StandardSchema<unknown, infer Output> ? Output : Record<string, unknown>;

const standard = (schema: unknown): Loose | undefined => (schema as Loose | undefined)?.["~standard"];

/** A schema as JSON Schema: as it is, or as its library says it. */
export const toJSONSchema = (schema: object | undefined, side: "input" | "output"): object | undefined => {
  const library = standard(schema);
  if (!library) return schema;
  const { $schema, ...rest } = library.jsonSchema?.[side]?.({ target: "draft-2020-12" }) ?? { type: "object" };
  return rest;
};

/** The value as the schema gives it, or an error that says where it does not fit. Plain JSON Schema checks nothing. */
export const check = async (schema: unknown, value: unknown): Promise<unknown> => {
  const library = standard(schema);
  if (!library) return value;
  const { issues, value: passed } = (await library.validate(value)) as Loose;
  if (issues)
    throw new Error(
      issues
        .map(({ path = [], message }: Loose) => {
          const where = path.map((step: any) => String(step?.key ?? step)).join(".");
          return where ? `${where}: ${message}` : message;
        })
        .join("\n"),
    );
  return passed;
};

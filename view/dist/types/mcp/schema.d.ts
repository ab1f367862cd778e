/**
 * A schema of a library, as zod, Valibot and ArkType make them (standardschema.dev):
 * it checks a value, and mostly can say itself as JSON Schema.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
    readonly "~standard": {
        readonly version: 1;
        readonly vendor: string;
        readonly validate: (value: unknown) => Checked<Output> | Promise<Checked<Output>>;
        readonly types?: {
            readonly input: Input;
            readonly output: Output;
        } | undefined;
    };
}
/** What a schema says of a value. */
type Checked<Output> = {
    readonly value: Output;
    readonly issues?: undefined;
} | {
    readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly unknown[] | undefined;
    }[];
};
/** What a schema gives for a value that passes; unknown members where it is plain JSON Schema. */
export type Inferred<S> = S extends StandardSchema<unknown, infer Output> ? Output : Record<string, unknown>;
/** A schema as JSON Schema: as it is, or as its library says it. */
export declare const toJSONSchema: (schema: object | undefined, side: "input" | "output") => object | undefined;
/** The value as the schema gives it, or an error that says where it does not fit. Plain JSON Schema checks nothing. */
export declare const check: (schema: unknown, value: unknown) => Promise<unknown>;
export {};

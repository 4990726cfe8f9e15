import type { StandardSchema } from "./standard_schema.ts";
import type { JsonSchema } from "./tool.ts";

/** What {@linkcode defineTool} takes as parameters. */
export type ToolParameters = JsonSchema | string | StandardSchema;

/**
 * The type of a tool's arguments, from its parameters: the output type of a Standard Schema, what
 * a JSON Schema literal says, and any object where that says nothing.
 */
export type Args<S> = S extends undefined ? Record<string, never>
  : S extends StandardSchema ? NonNullable<S["~standard"]["types"]>["output"]
  : unknown extends Value<S> ? Record<string, unknown>
  : Value<S>;

/**
 * The type of a value that fits a JSON Schema; `unknown` where the schema says nothing we read.
 *
 * @internal
 */
type Value<S> = S extends false ? never
  : S extends { readonly const: infer C } ? C
  : S extends { readonly enum: readonly (infer E)[] } ? E
  : S extends { readonly anyOf: readonly (infer A)[] } ? Narrowed<Typed<S>, Value<A>>
  : S extends { readonly oneOf: readonly (infer A)[] } ? Narrowed<Typed<S>, Value<A>>
  : Typed<S>;

/** What a schema says (`Base`) together with the alternatives beside it. */
type Narrowed<Base, Choice> = unknown extends Choice ? Base
  : unknown extends Base ? Choice
  : string extends keyof Base ? Choice // any object: the alternatives say more
  : Base & Choice;

type Typed<S> = S extends { readonly type: readonly (infer T)[] } ? OfType<T, S>
  : S extends { readonly type: infer T } ? OfType<T, S>
  : S extends { readonly properties: unknown } ? ObjectOf<S>
  : unknown;

type OfType<T, S> = T extends "string" ? string
  : T extends "number" | "integer" ? number
  : T extends "boolean" ? boolean
  : T extends "null" ? null
  : T extends "array" ? ItemOf<S>[]
  : T extends "object" ? ObjectOf<S>
  : unknown;

type ItemOf<S> = S extends { readonly prefixItems: unknown } ? unknown
  : S extends { readonly items: infer I } ? I extends readonly unknown[] ? unknown : Value<I>
  : unknown;

type ObjectOf<S> = S extends { readonly properties: infer P }
  ? Open<Flat<Members<P, RequiredOf<S>>>, S>
  : S extends { readonly additionalProperties: infer A } ? Record<string, Value<A>>
  : Record<string, unknown>;

/** Other members are readable only where the schema says that there are some. */
type Open<M, S> = S extends { readonly additionalProperties: infer A }
  ? A extends false ? M : M & Record<string, Value<A> | M[keyof M]>
  : M;

type Members<P, R> =
  & { -readonly [K in keyof P as K extends R ? K : never]: Value<P[K]> }
  & { -readonly [K in keyof P as K extends R ? never : K]?: Value<P[K]> }
  & { [K in Exclude<R & string, keyof P>]: unknown };

/** The names in `required`; none where the list is not written out as literals. */
type RequiredOf<S> = S extends { readonly required: readonly (infer R)[] }
  ? string extends R ? never : R
  : never;

type Flat<T> = { [K in keyof T]: T[K] };

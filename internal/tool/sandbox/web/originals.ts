/**
 * Functions of the browser as they were before any script of the view ran. A view can replace them, for example with
 * ones that look at their arguments; what is taken from here stays as it was. The same is true of methods such as
 * forEach and of iteration, so the scripts that use this file have plain loops.
 */
const { bind, call } = Function.prototype;

/** A method as a function whose first argument is `this`. */
export const method = <This, Args extends unknown[], Result>(
  original: (this: This, ...args: Args) => Result,
): ((self: This, ...args: Args) => Result) => bind.call(call as never, original) as never;

/** The getter of a property. */
export const getter = <Type extends object, Name extends keyof Type>(
  prototype: Type,
  name: Name,
): ((self: Type) => Type[Name]) =>
  method(Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: Type) => Type[Name]);

/** The setter of a property. */
export const setter = <Type extends object, Name extends keyof Type>(
  prototype: Type,
  name: Name,
): ((self: Type, value: Type[Name]) => void) =>
  method(Object.getOwnPropertyDescriptor(prototype, name)?.set as (this: Type, value: Type[Name]) => void);

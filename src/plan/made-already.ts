/**
 * The constructs and components of one cluster are made of one plan. What a part is made of goes with the properties that it is given,
 * without being one of them.
 */
const madeFor = new WeakMap<object, unknown>();

/** Properties of a part whose objects are made already; or a part, with what it was made of. */
export function withMade<P extends object>(props: P, made: unknown): P {
  madeFor.set(props, made);
  return props;
}

/** What was made for properties; `undefined` where a user gave them. */
export function madeAlready<T>(props: object): T | undefined {
  return madeFor.get(props) as T | undefined;
}

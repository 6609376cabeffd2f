/** Returns a function that makes a value on its first call and returns the same value afterwards. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Returns a function that calls `make` once for each argument with the same JSON. The results are kept permanently. */
export function onceByText<S, V>(make: (argument: S) => V): (argument: S) => V {
  const made = new Map<string, { readonly value: V }>();
  return (argument) => {
    const text = JSON.stringify(argument);
    const known = made.get(text) ?? { value: make(argument) };
    made.set(text, known);
    return known.value;
  };
}

/**
 * Maximum number of results, more than there are locales and countries. It keeps values that callers make up from
 * filling the memory.
 */
const MOST = 1000;

/** Returns a function that computes each result once, for results that are expensive and needed by every request. */
export function remembered<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, { readonly value: T }>();
  return (key) => {
    const known = made.get(key);
    if (known) return known.value;
    if (made.size >= MOST) made.clear();
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}

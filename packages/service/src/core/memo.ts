/** A value that is made when it is first asked for, and only once. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The same function, called once for each argument, wherever it is written the same. What it made is kept for good. */
export function onceByText<S, V>(make: (argument: S) => V): (argument: S) => V {
  const made = new Map<string, { readonly value: V }>();
  return (argument) => {
    const text = JSON.stringify(argument);
    const known = made.get(text) ?? { value: make(argument) };
    made.set(text, known);
    return known.value;
  };
}

/** More than the locales and countries there are; what callers make up beyond them fills no memory. */
const MOST = 1000;

/** Returns a function that computes each result once: for results that are expensive and needed by every request. */
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

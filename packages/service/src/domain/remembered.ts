/** More than the locales and countries there are; what callers make up beyond them fills no memory. */
const MOST = 1000;

/** A function that makes each of its results once, for what is dear to make and asked for in each request. */
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

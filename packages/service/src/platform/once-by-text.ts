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

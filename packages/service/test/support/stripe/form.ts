/** Value of a form parameter: a text, or a list or an object of values. */
export type FormValue = string | readonly FormValue[] | FormObject;
export interface FormObject {
  readonly [name: string]: FormValue;
}

interface Tree {
  [name: string]: string | Tree;
}

/** Reads Stripe's form encoding: `a[b]=c` is an object, `a[0]=b` and `a[]=b` are lists. */
export function decodeForm(text: string): FormObject {
  const tree = newTree();
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.match(/[^[\]]+|\[\]/g) ?? [];
    place(
      tree,
      path.map((name) => (name === '[]' ? '' : name)),
      value,
    );
  }
  return settle(tree) as FormObject;
}

/** Returns the text at a path of names in a form, if it is one. */
export function textAt(form: FormObject, ...path: readonly string[]): string | undefined {
  const found = at(form, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** Returns the value at a path of names in a form. */
export function at(form: FormObject, ...path: readonly string[]): FormValue | undefined {
  let current: FormValue | undefined = form;
  for (const name of path) {
    if (typeof current !== 'object' || Array.isArray(current)) return undefined;
    current = (current as FormObject)[name];
  }
  return current;
}

function place(tree: Tree, path: readonly string[], value: string): void {
  const [name = '', ...rest] = path;
  const key = name === '' ? String(Object.keys(tree).length) : name;
  if (rest.length === 0) {
    tree[key] = value;
    return;
  }
  const below = tree[key];
  const next = typeof below === 'object' ? below : newTree();
  tree[key] = next;
  place(next, rest, value);
}

function settle(tree: Tree): FormValue {
  const entries = Object.entries(tree).map(([name, value]): [string, FormValue] => [
    name,
    typeof value === 'string' ? value : settle(value),
  ]);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

const newTree = (): Tree => Object.create(null) as Tree;

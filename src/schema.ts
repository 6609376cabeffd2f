import * as v from 'valibot';

/*
 * valibot reads inherited entries as well, and some pages have functions of their own on Object.prototype. These two
 * know only what is written.
 */

export function ownObject<T extends v.ObjectEntries>(entries: T): v.ObjectSchema<T, undefined> {
  return v.object(withoutPrototype(entries));
}

export function ownLooseObject<T extends v.ObjectEntries>(entries: T): v.LooseObjectSchema<T, undefined> {
  return v.looseObject(withoutPrototype(entries));
}

function withoutPrototype<T extends object>(entries: T): T {
  return Object.assign(Object.create(null) as T, entries);
}

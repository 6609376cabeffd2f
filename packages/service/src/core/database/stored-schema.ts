import type { Static, TSchema } from 'typebox';
import { lazy } from '../memo.js';
import { compileShape, faultOf } from './json-schemas.js';

/**
 * Reports stored JSON that does not fit its schema. It names the place and the rule, never a value, which may be
 * personal data.
 */
export class StoredJsonError extends Error {
  override readonly name = 'StoredJsonError';
  readonly #place: string;
  readonly #fault: string;

  /** @param place table and column, such as `customers.profile`, and the row's id if it is known. */
  constructor(place: string, fault: string) {
    super(`The JSON of ${place} ${fault}.`);
    this.#place = place;
    this.#fault = fault;
  }

  /** Returns the same error with the id of the row, unless it already has one. */
  inRow(id: number | string): StoredJsonError {
    if (this.#place.includes(' (row ')) return this;
    return new StoredJsonError(`${this.#place} (row ${id})`, this.#fault);
  }
}

/** Key of the version in a stored object; no schema has such a key of its own. */
const VERSION_KEY = '$v';

/**
 * Schema by which a value is stored as JSON. A `place` names table and column for errors, and the row's id if it is
 * known.
 *
 * Both methods throw StoredJsonError when a value does not fit, so that nothing is written that could not be read
 * again.
 */
export interface StoredSchema<Read, Written = Read> {
  readonly read: (stored: unknown, place: string) => Read;
  /** Returns the value with its version. Lists stay lists, which have no room for a version (docs/decisions/0037). */
  readonly write: (value: Written, place: string) => unknown;
}

/**
 * Version of every schema. The first release that changes a stored value must raise the version of its schema and
 * upgrade the rows.
 */
const VERSION = 1;

/**
 * Makes a stored schema. With the annotation `StoredSchema<T>`, the compiler checks that schema and T agree: reading
 * returns a T, and every T may be written.
 */
export function storedSchema<S extends TSchema>(schema: S): StoredSchema<Static<S>, DeepReadonly<Static<S>>> {
  const validate = lazy(() => compileShape(schema));
  const requireFit = (value: unknown, place: string, when: string) => {
    const fits = validate();
    if (!fits(value))
      throw new StoredJsonError(place, `does not fit its schema ${when} ${faultOf(fits.errors)}`);
  };
  return {
    read(stored, place) {
      const { version, value } = unwrap(stored);
      if (version !== VERSION) {
        throw new StoredJsonError(
          place,
          `has version ${String(version)}, but this service supports version ${VERSION}`,
        );
      }
      requireFit(value, place, '(as stored)');
      return value as Static<S>;
    },
    write(value, place) {
      requireFit(value, place, '(to be stored)');
      return isObject(value) ? { ...value, [VERSION_KEY]: VERSION } : value;
    },
  };
}

/** Separates the version of a stored value from the value passed to `write`; lists have no version. */
function unwrap(stored: unknown): { readonly version: unknown; readonly value: unknown } {
  if (!isObject(stored)) return { version: VERSION, value: stored };
  const { [VERSION_KEY]: version = VERSION, ...value } = stored;
  return { version, value };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Type with all properties and lists readonly. Stored values are never changed in place, so readonly types may be
 * written too.
 */
export type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

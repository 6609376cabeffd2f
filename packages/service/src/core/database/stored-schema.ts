import type { Static, TSchema } from 'typebox';
import { lazy } from '../memo.js';
import { compileShape, faultOf } from './json-schemas.js';

/** Stored JSON that does not fit its schema. Names the place and the rule, never a value: it may be personal data. */
export class StoredJsonError extends Error {
  override readonly name = 'StoredJsonError';
  readonly #place: string;
  readonly #fault: string;

  /** @param place table and column, and the id of the row where it is known: `customers.profile`. */
  constructor(place: string, fault: string) {
    super(`The JSON of ${place} ${fault}.`);
    this.#place = place;
    this.#fault = fault;
  }

  /** The same where the id of the row is known, too. */
  inRow(id: number | string): StoredJsonError {
    if (this.#place.includes(' (row ')) return this;
    return new StoredJsonError(`${this.#place} (row ${id})`, this.#fault);
  }
}

/** The key of the version in a stored object; no schema has a key of its own like it. */
const VERSION_KEY = '$v';

/**
 * The schema by which a value is stored as JSON. A `place` names table and column for errors, and the id of the row where
 * it is known.
 *
 * Both methods throw StoredJsonError when a value does not fit: what could never be read again is not written.
 */
export interface StoredSchema<Read, Written = Read> {
  readonly read: (stored: unknown, place: string) => Read;
  /** The value with its version. Lists stay lists, which have no room for one (docs/decisions/0037). */
  readonly write: (value: Written, place: string) => unknown;
}

/** The version of every schema. The first release that changes a stored value raises that of its schema and upgrades rows. */
const VERSION = 1;

/**
 * Annotated as `StoredSchema<T>`, the compiler holds schema and T together: what is read is a T, and every T may be
 * written.
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
          `has version ${String(version)}, and this service knows version ${VERSION}`,
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

/** Separates the version of a stored value from what was given to `write`; lists have none. */
function unwrap(stored: unknown): { readonly version: unknown; readonly value: unknown } {
  if (!isObject(stored)) return { version: VERSION, value: stored };
  const { [VERSION_KEY]: version = VERSION, ...value } = stored;
  return { version, value };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Nothing that is stored is changed in place, so types of domain/ are readonly throughout. */
type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

import { customType } from 'drizzle-orm/pg-core';
import type { StoredSchema } from './stored-schema.js';

/**
 * A column of JSON that is read and written by a stored schema of its own. SQL that reads or changes what is inside goes
 * past it, and keeps the version when it leaves the other keys alone.
 *
 * @param place of the column, `customers.profile`; a test holds it to be the one where it is.
 */
export function jsonColumn<T>(place: `${string}.${string}`, schema: StoredSchema<T>) {
  const column = customType<{ data: T; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(schema.write(value, place)),
    fromDriver: (stored) => schema.read(stored, place),
  });
  return column(place.slice(place.indexOf('.') + 1));
}

import { customType } from 'drizzle-orm/pg-core';
import type { StoredSchema } from './stored-schema.js';

/**
 * Defines a JSON column that is read and written with a stored schema of its own. SQL that reads or changes the content
 * bypasses the schema; it preserves the version if it leaves the other keys unchanged.
 *
 * @param place table and column, such as `customers.profile`; a test checks that they are correct.
 */
export function jsonColumn<T>(place: `${string}.${string}`, schema: StoredSchema<T>) {
  const column = customType<{ data: T; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(schema.write(value, place)),
    fromDriver: (stored) => schema.read(stored, place),
  });
  return column(place.slice(place.indexOf('.') + 1));
}

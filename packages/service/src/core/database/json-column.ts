import { customType } from 'drizzle-orm/pg-core';
import type { StoredForm } from './stored-form.js';

/**
 * A column of JSON that is read and written in a form of its own. SQL that reads or changes what is inside goes past it,
 * and keeps the version when it leaves the other keys alone.
 *
 * @param place of the column, `customers.profile`; a test holds it to be the one where it is.
 */
export function jsonColumn<T>(place: `${string}.${string}`, form: StoredForm<T>) {
  const column = customType<{ data: T; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(form.write(value, place)),
    fromDriver: (stored) => form.read(stored, place),
  });
  return column(place.slice(place.indexOf('.') + 1));
}

import type { Database } from '../../src/core/database/database.js';

/**
 * Reads several things as of one moment. If they were read one after the other, something that changes state in between
 * would be seen in none of its states.
 */
export function atOneMoment<T>(db: Database, read: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

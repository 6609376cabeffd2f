import type { Database } from '../../src/core/database/database.js';

/**
 * Reads several things at one moment. Read one after the other, a thing that moves on in between is seen
 * in none of its states.
 */
export function atOneMoment<T>(db: Database, read: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

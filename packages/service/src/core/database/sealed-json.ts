import { getTableName } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SecretKeys } from '../secrets/secret-keys.js';
import { rowOf } from './row-of.js';
import type { StoredSchema } from './stored-schema.js';

type Keys = Pick<SecretKeys, 'encrypt' | 'decrypt'>;

/** JSON that is stored encrypted and bound to its row, with a stored schema of its own. */
export interface SealedJson<T> {
  /**
   * Encrypts a value.
   *
   * @throws StoredJsonError when the value does not fit its schema.
   */
  seal(keys: Keys, rowId: string, value: T): string;
  /**
   * Decrypts a value.
   *
   * @throws StoredJsonError when the stored value does not fit its schema; Error when it was encrypted for another row.
   */
  open(keys: Keys, rowId: string, sealed: string): T;
}

export function sealedJson<T>({ table, name }: PgColumn, schema: StoredSchema<T>): SealedJson<T> {
  const place = (rowId: string) => `${getTableName(table)}.${name} (row ${rowId})`;
  return {
    seal: (keys, rowId, value) =>
      keys.encrypt(JSON.stringify(schema.write(value, place(rowId))), rowOf(table, rowId)),
    open: (keys, rowId, sealed) =>
      schema.read(JSON.parse(keys.decrypt(sealed, rowOf(table, rowId))), place(rowId)),
  };
}

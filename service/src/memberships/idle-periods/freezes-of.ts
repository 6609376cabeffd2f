import type { Database } from '../../store/database.js';
import type { Freeze } from '../life/freeze.js';

/** The freezes of a contract that count: accepted, and not withdrawn. There are none before freeze periods are stored. */
export async function freezesOf(_tx: Database, _contractId: number): Promise<Freeze[]> {
  return [];
}

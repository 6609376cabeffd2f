import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the clone. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

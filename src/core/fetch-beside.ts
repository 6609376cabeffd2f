import type { Schema } from './schema.js';

/**
 * Data that lie beside the classic script. Its integrity hash does not cover them, so they are checked.
 *
 * @param scriptUrl absolute address of `widget.js`.
 * @param file its path from there.
 * @throws Error that says where it was looked for, when nothing of the kind came.
 */
export async function fetchBeside<Data>(
  scriptUrl: string,
  file: string,
  schema: Schema<Data>,
): Promise<Data> {
  try {
    const response = await fetch(new URL(file, scriptUrl), { credentials: 'omit' });
    return schema(response.ok && (await response.json()));
  } catch {
    throw new Error(`no usable ${file} beside "${scriptUrl}"`);
  }
}

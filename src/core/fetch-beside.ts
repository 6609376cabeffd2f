import type { Schema } from './schema.js';

/**
 * Fetches a data file that is served next to the classic script. The script's integrity hash does not cover it, so its
 * content is checked.
 *
 * @param scriptUrl absolute address of `widget.js`.
 * @param file path relative to the script.
 * @throws Error that names the file and the script, when the file is missing or invalid.
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
    throw new Error(`No valid ${file} next to "${scriptUrl}".`);
  }
}

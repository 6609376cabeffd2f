import type { Schema } from './schema.js';

/**
 * Creates a function that fetches data files served next to the classic script. The script's integrity hash does not
 * cover them, so their content is checked. Each file is fetched once for all callers, and again only after a failure.
 *
 * @param scriptUrl absolute address of `widget.js`.
 * @returns a function of the path relative to the script. It rejects with an Error that names the file and the script
 * when the file is missing or invalid.
 */
export function filesBeside<Data>(scriptUrl: string, schema: Schema<Data>): (file: string) => Promise<Data> {
  const files = new Map<string, Promise<Data>>();
  const load = async (file: string): Promise<Data> => {
    try {
      const response = await fetch(new URL(file, scriptUrl), { credentials: 'omit' });
      return schema(response.ok && (await response.json()));
    } catch {
      files.delete(file);
      throw new Error(`No valid ${file} next to "${scriptUrl}".`);
    }
  };
  return (file) => {
    const data = files.get(file) ?? load(file);
    files.set(file, data);
    return data;
  };
}

/** Replaces a wrong copy in the browser's cache, which may keep it for a year. It never rejects. */
export async function refreshCache(address: string): Promise<void> {
  try {
    await (await fetch(address, { cache: 'reload', credentials: 'omit' })).arrayBuffer();
  } catch {
    // The next attempt to use the file reports that it cannot be loaded.
  }
}

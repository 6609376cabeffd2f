import { readFile } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface StaticFile {
  readonly type: string;
  readonly content: string;
}

/**
 * A file of the pages' folder. Addresses without an ending are pages: `/styling` is `styling.html`.
 *
 * @returns undefined when there is none, or when the address leads out of the folder.
 */
export async function staticFile(folder: string, address: string): Promise<StaticFile | undefined> {
  const name = address.endsWith('/')
    ? `${address}index.html`
    : extname(address) === ''
      ? `${address}.html`
      : address;
  const path = resolve(folder, `.${name}`);
  const type = types[extname(path)];
  if (!path.startsWith(resolve(folder) + sep) || type === undefined) return undefined;
  try {
    return { type, content: await readFile(path, 'utf8') };
  } catch {
    return undefined;
  }
}

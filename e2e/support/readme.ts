import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './process.js';

/**
 * Writes the files of the README into a folder, as a reader would by copying them. They stand after
 * `<!-- file: name -->`.
 *
 * @param replace texts that are other addresses in a test.
 * @returns the names of the files.
 */
export async function writeReadmeFiles(
  folder: string,
  replace: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/<!-- file: (?<name>\S+) -->\s+```\w+\n(?<content>.*?)\n```/gs)];
  const names: string[] = [];
  for (const { groups } of blocks) {
    const name = groups?.name ?? '';
    const content = Object.entries(replace).reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      groups?.content ?? '',
    );
    await writeFile(join(folder, name), `${content}\n`);
    names.push(name);
  }
  return names;
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './process.js';

/**
 * Returns a content security policy as docs/content-security.md gives it to partners, after `<!-- policy: name -->`.
 *
 * @param values replace `<widget>`, `<gateway>`, `<provider>` and the like.
 * @throws if the page has no policy of that name, or the policy needs another value.
 */
export async function documentedPolicy(
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<`default-src ${string}`> {
  const page = await readFile(join(root, 'docs/content-security.md'), 'utf8');
  const found = new RegExp(`<!-- policy: ${name} -->\\s+\`\`\`\\w*\\n(.*?)\\n\`\`\``, 's').exec(page);
  if (!found?.[1]) throw new Error(`docs/content-security.md has no policy "${name}".`);
  const filled = Object.entries(values).reduce(
    (policy, [value, text]) => policy.replaceAll(`<${value}>`, text),
    found[1].replaceAll('\n', ' '),
  );
  if (filled.includes('<'))
    throw new Error(`The policy "${name}" needs a value that is not known: ${filled}`);
  return filled as `default-src ${string}`;
}

/**
 * Writes the files of the documentation's first page into a folder, as a reader would by copying them. On the page they
 * follow `<!-- file: name -->`.
 *
 * @param replace texts, such as addresses, that differ in a test.
 * @returns the names of the files.
 */
export async function writeFirstPageFiles(
  folder: string,
  replace: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const page = await readFile(join(root, 'docs/index.md'), 'utf8');
  const blocks = [...page.matchAll(/<!-- file: (?<name>\S+) -->\s+```\w+\n(?<content>.*?)\n```/gs)];
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

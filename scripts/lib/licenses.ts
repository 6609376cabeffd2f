import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes the licenses of the bundled libraries to a file beside the build, because these licenses require their notices
 * to be distributed. The build fails if a text is missing.
 */
export function licensesOfLibraries(fileName: string): Plugin {
  return {
    name: 'licenses-of-libraries',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const folders = modules.flatMap(
        (id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[1] ?? [],
      );
      const licenses = new Set([...new Set(folders)].map(licenseOf));
      const source = [...licenses].sort().join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  readonly author?: string | { readonly name: string };
}

/**
 * Returns the name, version and license text of a library.
 * @throws when neither it nor scripts/lib/licenses has the
 * text
 */
function licenseOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version } = manifest;
  // ibantools has two licenses. This selects the one under which we use it.
  const files = readdirSync(folder).filter((file) => /^licen[cs]e(\.mit|\.md|\.txt)?$/i.test(file));
  const file = files.find((each) => /\.mit$/i.test(each)) ?? files[0];
  const text = file === undefined ? standardText(manifest) : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version}\n\n${text.trim()}\n`;
}

/** Returns the license text for a library that names its license but does not contain the text. */
function standardText({ name, license, author = `the authors of ${name}` }: Manifest): string {
  const text = new URL(`licenses/${license}.txt`, import.meta.url);
  if (!existsSync(text))
    throw new Error(`${name} has no license file, and scripts/lib/licenses has no text of ${license}.`);
  const owner = typeof author === 'string' ? author.replace(/ <.*/, '') : author.name;
  return `Copyright (c) ${owner}\n\n${readFileSync(text, 'utf8')}`;
}

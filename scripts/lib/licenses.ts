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
      const source = together([...new Set(folders)].map(licenseOf));
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Returns the content of a file with the given license texts, each once. */
export function together(licenses: readonly string[]): string {
  return [...new Set(licenses)].sort().join(`\n${'-'.repeat(80)}\n\n`);
}

/** What a library says about itself in its package.json. */
export interface Library {
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
export function licenseOf(folder: string): string {
  const library = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Library;
  // ibantools has two licenses. This selects the one under which we use it.
  const files = readdirSync(folder).filter((file) => /^licen[cs]e(\.mit|\.md|\.txt)?$/i.test(file));
  const file = files.find((each) => /\.mit$/i.test(each)) ?? files[0];
  return file === undefined
    ? standardLicense(library)
    : withName(library, readFileSync(join(folder, file), 'utf8'));
}

/** Returns the name, version and license text of a library that names its license but does not contain the text. */
export function standardLicense(library: Library): string {
  const { name, license, author = `the authors of ${name}` } = library;
  const text = new URL(`licenses/${license}.txt`, import.meta.url);
  if (!existsSync(text))
    throw new Error(`${name} has no license file, and scripts/lib/licenses has no text of ${license}.`);
  const owner = typeof author === 'string' ? author.replace(/ <.*/, '') : author.name;
  return withName(library, `Copyright (c) ${owner}\n\n${readFileSync(text, 'utf8')}`);
}

function withName({ name, version }: Library, text: string): string {
  return `${name} ${version}\n\n${text.trim()}\n`;
}

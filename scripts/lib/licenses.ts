import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes beside a build the licenses of the libraries whose code is in it, which ask for their notices to come along.
 * The build fails where a text is missing.
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
  /** An SPDX expression. */
  readonly license: string;
  readonly author?: string | { readonly name: string };
}

/** Name, version and license text of a library. @throws when neither it nor scripts/lib/licenses has the text */
function licenseOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version } = manifest;
  // Of ibantools' two licenses the one that it is used under.
  const files = readdirSync(folder).filter((file) => /^licen[cs]e(\.mit|\.md|\.txt)?$/i.test(file));
  const file = files.find((each) => /\.mit$/i.test(each)) ?? files[0];
  const text = file === undefined ? standardText(manifest) : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version}\n\n${text.trim()}\n`;
}

/** For a library that names its license and comes without the text. */
function standardText({ name, license, author = `the authors of ${name}` }: Manifest): string {
  const text = new URL(`licenses/${license}.txt`, import.meta.url);
  if (!existsSync(text))
    throw new Error(`${name} has no license file, and scripts/lib/licenses has no text of ${license}.`);
  const owner = typeof author === 'string' ? author.replace(/ <.*/, '') : author.name;
  return `Copyright (c) ${owner}\n\n${readFileSync(text, 'utf8')}`;
}

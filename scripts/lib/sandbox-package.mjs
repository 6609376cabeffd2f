import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { root } from './root.mjs';

/** Workspaces whose modules are bundled into the program. The packages that they use are its dependencies. */
const WORKSPACES = ['contract', 'server-kit', 'simulator', 'service', 'sandbox']
  .map((name) => `packages/${name}`)
  .concat('demo');

/**
 * Entries that are packed in addition to the generated package.json and README.md: a file or folder of the repository,
 * which keeps its path, and a filter for the files of a folder. The program expects texts and tables at the same paths
 * as in the repository.
 * @type {readonly (readonly [path: string, isPacked?: (file: string) => boolean])[]}
 */
const CONTENTS = [
  ['LICENSE'],
  ['THIRD-PARTY-NOTICES.md'],
  ['packages/sandbox/dist/main.js'],
  ['packages/contract/gateway.yaml'],
  ['locales'],
  ['packages/service/locales'],
  // These are the texts, tables and migrations.
  ['packages/service/src', (file) => !/\.ts$|\/example-\w+\.json$/.test(file)],
  ['packages/service/dist/api-reference', (file) => !/\.(br|gz)$/.test(file)],
  ['packages/simulator/dist'],
  ['demo/pages', (file) => !file.endsWith('.ts')],
  // Compressed files are only needed on a network, and the map is larger than everything else together.
  ['dist/script', (file) => !/\.(br|gz|map)$/.test(file)],
];

/** @typedef {{ version: string, license: string, engines: object, repository?: object, homepage?: string, bugs?: object,
 *   dependencies?: Readonly<Record<string, string>> }} Manifest */

/**
 * Writes the files of the package `upc-sandbox` into a folder, from the build.
 * @param {string} folder empty folder
 * @throws Error when something is not built, or when two workspaces require different versions of a package
 */
export function layOutSandbox(folder) {
  for (const [path, isPacked] of CONTENTS)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => isPacked === undefined || isPacked(source.slice(root.length).split(sep).join('/')),
    });
  writeFile(folder, 'README.md', readFileSync(join(root, 'packages/sandbox/README.md')));
  writeFile(folder, 'package.json', `${JSON.stringify(sandboxManifest(), null, 2)}\n`);
}

/**
 * @returns {object} package.json of the package. It names no workspace, because their modules are bundled into the
 * program.
 */
function sandboxManifest() {
  const { version, license, engines, repository, homepage, bugs } = manifestOf('.');
  return {
    name: 'upc-sandbox',
    version,
    description: 'A simulated payment service to build against, which runs on this machine only.',
    license,
    type: 'module',
    engines,
    ...(repository && { repository, homepage, bugs }),
    bin: { 'upc-sandbox': 'packages/sandbox/dist/main.js' },
    dependencies: dependencies(),
    keywords: ['payment', 'sandbox', 'payment-widget', 'simulator'],
  };
}

/** @returns {Readonly<Record<string, string>>} the packages that the workspaces require, by name */
function dependencies() {
  /** @type {Map<string, string>} */
  const wanted = new Map();
  for (const workspace of WORKSPACES)
    for (const [name, range] of Object.entries(manifestOf(workspace).dependencies ?? {})) {
      if (name.startsWith('@upc/') || name === 'upc-open-api') continue;
      const other = wanted.get(name);
      if (other !== undefined && other !== range)
        throw new Error(`${workspace} requires ${name} ${range}, but another workspace requires ${other}.`);
      wanted.set(name, range);
    }
  return Object.fromEntries([...wanted].sort(([one], [other]) => one.localeCompare(other, 'en')));
}

/**
 * @param {string} workspace
 * @returns {Manifest}
 */
function manifestOf(workspace) {
  return JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
}

/**
 * @param {string} folder
 * @param {string} path
 * @param {string | Uint8Array} content
 */
function writeFile(folder, path, content) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

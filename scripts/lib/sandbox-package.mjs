import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { root } from './root.mjs';

/** Workspaces whose modules are in the program; their packages are its dependencies. */
const WORKSPACES = ['contract', 'server-kit', 'simulator', 'service', 'sandbox']
  .map((name) => `packages/${name}`)
  .concat('demo');

/**
 * Entries that are packed beside the generated package.json and README.md: a file or folder of the repository, at the same path, and
 * which files of a folder. The program finds texts and tables where they lie in the repository.
 * @type {readonly (readonly [path: string, isPacked?: (file: string) => boolean])[]}
 */
const CONTENTS = [
  ['LICENSE'],
  ['THIRD-PARTY-NOTICES.md'],
  ['packages/sandbox/dist/main.js'],
  ['packages/contract/gateway.yaml'],
  ['locales'],
  ['packages/service/locales'],
  // Texts, tables and migrations.
  ['packages/service/src', (file) => !file.endsWith('.ts')],
  ['packages/simulator/dist'],
  ['demo/pages', (file) => !file.endsWith('.ts')],
  // Without what is sent over networks, and without the map, which is larger than all the rest.
  ['dist/script', (file) => !/\.(br|gz|map)$/.test(file)],
];

/** @typedef {{ version: string, license: string, engines: object, repository?: object, homepage?: string, bugs?: object,
 *   dependencies?: Readonly<Record<string, string>> }} Manifest */

/**
 * Lays the files of the package `upc-sandbox` into a folder, from what was built.
 * @param {string} folder that is empty
 * @throws Error when something was not built, or two workspaces want different versions of a package
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

/** @returns {object} package.json of the package: no workspace is in it, since its modules are in the program. */
function sandboxManifest() {
  const { version, license, engines, repository, homepage, bugs } = manifestOf('.');
  return {
    name: 'upc-sandbox',
    version,
    description: 'A payment service to build against, in one line: simulated, on this machine alone.',
    license,
    type: 'module',
    engines,
    ...(repository && { repository, homepage, bugs }),
    bin: { 'upc-sandbox': 'packages/sandbox/dist/main.js' },
    dependencies: dependencies(),
    keywords: ['payment', 'sandbox', 'payment-widget', 'simulator'],
  };
}

/** @returns {Readonly<Record<string, string>>} what the workspaces ask for, by name. */
function dependencies() {
  /** @type {Map<string, string>} */
  const wanted = new Map();
  for (const workspace of WORKSPACES)
    for (const [name, range] of Object.entries(manifestOf(workspace).dependencies ?? {})) {
      if (name.startsWith('@upc/')) continue;
      const other = wanted.get(name);
      if (other !== undefined && other !== range)
        throw new Error(`${workspace} asks for ${name} ${range}, and another workspace for ${other}.`);
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

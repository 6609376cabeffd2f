/**
 * Entries of the matrix, each of which tries the packed widget with a tool.
 *
 * @typedef {PageEntry | ExampleEntry | TypesEntry | NodeEntry | TestsEntry} Entry
 *
 * @typedef {object} PageEntry a partner's page, built by a bundler and driven in Chromium until it has a token
 * @property {'page'} kind
 * @property {string} name
 * @property {string} folder with package.json, its lock file and a script `build`, from the root
 * @property {string} tool package whose version the report names
 * @property {number} maxFiles most scripts that may load before the form is usable
 * @property {string} [needsNode] oldest Node that the tool runs on, such as `22.12`
 *
 * @typedef {object} ExampleEntry an integration for partners to copy, built and driven through everything that a member
 * does
 * @property {'example'} kind
 * @property {string} name
 * @property {string} folder with package.json, its lock file and a script `build`, from the root
 * @property {string} [tool] package whose version the report names
 * @property {readonly string[]} [serves] program below node_modules and its arguments, for an example that is its own
 * backend; examples/server.mjs serves the others
 * @property {string} [trustedTypes] Trusted Types policy that the framework requires
 * @property {boolean} [isStrict] whether it is served with exactly the strict policy of the documentation
 * @property {boolean} [mountsTwice] whether the framework mounts twice during development
 * @property {string} [needsNode]
 *
 * @typedef {object} TypesEntry a version of TypeScript that reads the declarations
 * @property {'types'} kind
 * @property {string} name
 * @property {string} folder
 * @property {string} tool name of the compiler in the folder's package.json
 * @property {string} [needsNode]
 *
 * @typedef {object} NodeEntry a Node program that imports the package and must end with 0
 * @property {'node'} kind
 * @property {string} name
 * @property {string} folder
 * @property {string} program file in the folder
 * @property {string} [tool]
 * @property {string} [needsNode]
 *
 * @typedef {object} TestsEntry a partner's unit tests with the test kit; `npm test` must end with 0
 * @property {'tests'} kind
 * @property {string} name
 * @property {string} folder with package.json, its lock file and a script `test`, from the root
 * @property {string} tool package whose version the report names
 * @property {number} tests number of tests that pass
 * @property {string} [needsNode]
 */

const types = 'e2e/matrix/consumers/types';
const imports = 'e2e/matrix/consumers/imports';

/** @type {readonly Entry[]} */
export const entries = [
  ...['webpack', 'rspack', 'esbuild', 'rollup', 'vite', 'parcel'].map(bundler),
  example('script-tag', undefined, { isStrict: true }),
  example('react', 'react', { isStrict: true, mountsTwice: true }),
  example('vue', 'vue', { trustedTypes: 'vue' }),
  example('svelte', 'svelte', { trustedTypes: 'svelte-trusted-html' }),
  example('angular', '@angular/core', { isStrict: true }),
  example('next', 'next', { serves: ['next/dist/bin/next', 'start', '--hostname', 'localhost'] }),
  ...['5.4', '5.9', '6', '7'].map(
    (version) =>
      /** @type {const} */ ({
        kind: 'types',
        name: `types-${version}`,
        folder: types,
        tool: `typescript-${version}`,
      }),
  ),
  { kind: 'node', name: 'node', folder: imports, program: 'node.js' },
  { kind: 'node', name: 'jsdom', folder: imports, program: 'jsdom.js', tool: 'jsdom' },
  { kind: 'node', name: 'happy-dom', folder: imports, program: 'happy-dom.js', tool: 'happy-dom' },
  tests('vitest', 'vitest', 4),
  tests('jest', 'jest', 4),
  tests('angular', '@angular/build', 3),
  tests('playwright', '@playwright/test', 3),
];

/** Entries that run for every change. */
export const quickEntries = ['webpack', 'react', 'script-tag', 'test-vitest', 'test-playwright'];

/**
 * @param {readonly string[]} only names; an empty list stands for all entries
 * @returns {readonly Entry[]}
 * @throws when a name is unknown; the message lists the known ones
 */
export function chosenEntries(only) {
  const known = entries.map(({ name }) => name);
  const unknown = only.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`No entry is called ${unknown.join(' or ')}; there are ${known.join(', ')}.`);
  return entries.filter(({ name }) => only.length === 0 || only.includes(name));
}

/**
 * @param {{ needsNode?: string | undefined }} entry
 * @param {string} [node] version of the running Node
 * @returns {string | undefined} the reason why the entry cannot run
 */
export function reasonToSkip({ needsNode }, node = process.versions.node) {
  if (needsNode === undefined) return undefined;
  const given = node.split('.').map(Number);
  const least = needsNode.split('.').map(Number);
  const at = least.findIndex((part, index) => part !== given[index]);
  if (at === -1 || (given[at] ?? 0) > (least[at] ?? 0)) return undefined;
  return `needs Node ${needsNode}, this is ${node}`;
}

/**
 * @param {string} name
 * @returns {PageEntry}
 */
function bundler(name) {
  const tool = name === 'rspack' ? '@rspack/core' : name;
  return { kind: 'page', name, folder: `examples/bundlers/${name}`, tool, maxFiles: 6 };
}

/**
 * @param {string} name
 * @param {string | undefined} tool
 * @param {Pick<ExampleEntry, 'serves' | 'trustedTypes' | 'isStrict' | 'mountsTwice'>} more
 * @returns {ExampleEntry}
 */
function example(name, tool, more) {
  return {
    kind: 'example',
    name,
    folder: `examples/${name}`,
    ...(tool === undefined ? {} : { tool }),
    ...more,
  };
}

/**
 * @param {string} name
 * @param {string} tool
 * @param {number} count
 * @returns {TestsEntry}
 */
function tests(name, tool, count) {
  return { kind: 'tests', name: `test-${name}`, folder: `examples/testing/${name}`, tool, tests: count };
}

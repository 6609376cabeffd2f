import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../lib/root.mjs';
import { npm } from '../lib/run.mjs';

/** Address of the gateway in every example. `npm start` serves the gateway there. */
const GATEWAY_URL = 'http://localhost:4010';
/** Folders of the packages that examples install. */
const PACKAGES = ['.', 'packages/sdk'];

/**
 * @typedef {{ file: string, manifest: Manifest }} Tarball a packed package and its package.json
 * @typedef {{ name: string, version: string, license: string, dependencies: Record<string, string>, engines: Record<string, string> }} Manifest
 */

/**
 * Packs the widget and the client of the Open API, which are built already.
 * @param {string} folder
 * @returns {Promise<readonly Tarball[]>}
 */
export function packAll(folder) {
  return Promise.all(PACKAGES.map((path) => pack(join(root, path), folder)));
}

/**
 * Packs a built package as npm would publish it.
 * @param {string} source folder of the package
 * @param {string} folder
 * @returns {Promise<Tarball>}
 * @throws when npm fails; the message contains its output
 */
export async function pack(source, folder) {
  // Everything is built already. `prepack` would build again, and its output would be mixed with the JSON.
  const output = await npmOrThrow(['pack', '--json', '--ignore-scripts'], source, {
    npm_config_pack_destination: folder,
  });
  const [{ filename = '' } = {}] = JSON.parse(output.slice(output.indexOf('[')));
  return { file: join(folder, filename), manifest: readJson(join(source, 'package.json')) };
}

/**
 * Copies an example into a folder outside the clone and installs it there from its own lock file, with the packed
 * packages in place of the published ones.
 * @param {string} example its folder, from the root
 * @param {string} target folder that does not exist yet
 * @param {readonly Tarball[]} tarballs
 * @param {string} gatewayUrl replaces the address in the example
 * @throws when the lock file no longer matches, or when nothing can be downloaded; the message contains npm's output
 */
export async function installExample(example, target, tarballs, gatewayUrl) {
  copyExample(example, target);
  for (const tarball of tarballs) {
    const { name, version, license, dependencies } = tarball.manifest;
    const resolved = fileSpec(target, tarball);
    putPackage(target, name, resolved, { version, resolved, license, dependencies });
  }
  for (const file of sourcesOf(target)) {
    const source = readFileSync(file, 'utf8');
    if (source.includes(GATEWAY_URL)) writeFileSync(file, source.replaceAll(GATEWAY_URL, gatewayUrl));
  }
  expectLocked(target, example);
  // `npm ci` would refuse a lock file without the binaries of every platform, and some registries do not have all of
  // them.
  await npmOrThrow(['install', '--ignore-scripts', '--prefer-offline', '--include=dev'], target);
}

/**
 * Writes the lock file of an example, or updates it to the current package.json. For the packed packages, the lock file
 * contains the dependencies but no address, because npm finds the published packages there.
 * @param {string} example its folder, from the root
 * @param {string} target working folder, which does not exist yet
 * @param {readonly Tarball[]} tarballs
 */
export async function lockExample(example, target, tarballs) {
  copyExample(example, target);
  const lock = join(target, 'package-lock.json');
  const { dependencies = {} } = readJson(join(target, 'package.json'));
  for (const tarball of tarballs) putPackage(target, tarball.manifest.name, fileSpec(target, tarball));
  await npmOrThrow(
    ['install', '--package-lock-only', '--ignore-scripts', '--omit-lockfile-registry-resolved'],
    target,
  );
  for (const { manifest } of tarballs) {
    const { name, version, license, dependencies: needed } = manifest;
    putPackage(target, name, dependencies[name], { version, license, dependencies: needed });
  }
  writeFileSync(join(root, example, 'package-lock.json'), readFileSync(lock));
}

/**
 * @param {string} example
 * @param {string} target
 */
function copyExample(example, target) {
  cpSync(join(root, example), target, {
    recursive: true,
    filter: (source) => !/^(node_modules|dist|\..*)$/.test(source.split(sep).at(-1) ?? ''),
  });
}

/**
 * @param {string} folder
 * @param {string} example its name in the message
 * @throws when package.json requires something that is not in the lock file
 */
function expectLocked(folder, example) {
  const manifest = readJson(join(folder, 'package.json'));
  const locked = readJson(join(folder, 'package-lock.json')).packages[''];
  for (const kind of ['dependencies', 'devDependencies']) {
    const unlocked = Object.keys(manifest[kind] ?? {}).filter(
      (name) => manifest[kind][name] !== locked[kind]?.[name],
    );
    if (unlocked.length > 0)
      throw new Error(`${example}/package-lock.json is older than its ${unlocked.join(', ')}: run --lock.`);
  }
}

/**
 * Puts a package that the example installs into package.json and, if there is one, into the lock file.
 * @param {string} folder
 * @param {string} name
 * @param {string} spec
 * @param {object} [locked] its entry in the lock file
 */
function putPackage(folder, name, spec, locked) {
  const manifest = join(folder, 'package.json');
  const content = readJson(manifest);
  if (content.dependencies?.[name] === undefined) return;
  content.dependencies[name] = spec;
  writeJson(manifest, content);
  const file = join(folder, 'package-lock.json');
  if (!existsSync(file)) return;
  const lock = readJson(file);
  lock.packages[''].dependencies[name] = spec;
  if (locked) lock.packages[`node_modules/${name}`] = locked;
  writeJson(file, lock);
}

/**
 * @param {string} folder
 * @param {Tarball} tarball
 */
function fileSpec(folder, { file }) {
  return `file:${relative(folder, file).split(sep).join('/')}`;
}

/** @param {string} folder */
function sourcesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.([cm]?[jt]sx?|html|vue|svelte|json)$/.test(entry.name))
    .filter(({ name }) => name !== 'package-lock.json')
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} [env] added to our own
 * @returns {Promise<string>} the output of npm
 * @throws when npm fails; the message contains its output
 */
export async function npmOrThrow(args, cwd, env = {}) {
  const { code, output } = await npm(['--loglevel=error', ...args], { cwd, env });
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${output}`);
  return output;
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * @param {string} file
 * @param {unknown} content
 */
function writeJson(file, content) {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { root } from './root.mjs';
import { workspaces } from './workspaces.mjs';

/**
 * @typedef {object} TypeError
 * @property {string} file path from the folder in which the compiler was started
 * @property {number} line from 1
 * @property {string} message
 */

/**
 * Names of files and folders that are not copied, because git ignores them. Built types and packages are linked
 * instead.
 */
const leftOut = ['.git', '.wireit', '.data', '.cache', 'coverage', 'dist', 'node_modules', 'test-results'];

/**
 * Type-checks projects in a copy of this folder in which some files have different contents. The copy is deleted
 * afterwards.
 * @param {readonly string[]} projects folders of a tsconfig.json, from the root
 * @param {ReadonlyMap<string, string>} texts contents by path from the root
 * @returns {TypeError[]}
 */
export function typeErrors(projects, texts) {
  const copy = mkdtempSync(join(tmpdir(), 'upc-types-'));
  try {
    cpSync(root, copy, { recursive: true, filter: (path) => !leftOut.includes(basename(path)) });
    for (const built of ['dist', 'packages/sdk/dist']) symlinkSync(join(root, built), join(copy, built));
    linkPackages(copy);
    for (const [path, text] of texts) writeFileSync(join(copy, path), text);
    return projects.flatMap((project) => errorsIn(copy, project));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/**
 * Links each package separately, because the names of the workspaces must lead into the copy.
 * @param {string} copy
 */
function linkPackages(copy) {
  mkdirSync(join(copy, 'node_modules', '@upc'), { recursive: true });
  const names = workspaces.map((workspace) => {
    const { name } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
    symlinkSync(join(copy, workspace), join(copy, 'node_modules', name));
    return name;
  });
  for (const folder of ['.', ...workspaces]) {
    const packages = join(root, folder, 'node_modules');
    if (!existsSync(packages)) continue;
    mkdirSync(join(copy, folder, 'node_modules', '@upc'), { recursive: true });
    for (const name of readdirSync(packages))
      if (name !== '@upc' && !names.includes(name))
        symlinkSync(join(packages, name), join(copy, folder, 'node_modules', name));
  }
}

/**
 * Returns the type errors of a project. It uses TypeScript 7, which takes a tenth of the time that TypeScript 6 takes.
 * @param {string} folder absolute
 * @param {string} project folder or file of a tsconfig.json, from `folder`
 * @returns {TypeError[]}
 * @throws when the compiler fails without reporting a type error
 */
export function errorsIn(folder, project) {
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [compiler, '-p', project, '--checkers', '1', '--pretty', 'false', '--noErrorTruncation'],
    { cwd: folder, encoding: 'utf8' },
  );
  const errors = [...stdout.matchAll(/^(\S.*?)\((\d+),\d+\): error TS\d+: (.*(?:\n .*)*)/gm)].map(
    ([, file = '', line = '', message = '']) => ({
      file: relative(folder, join(folder, file)),
      line: Number(line),
      message,
    }),
  );
  if (status !== 0 && errors.length === 0) throw new Error(`${project} was not checked: ${stdout}${stderr}`);
  return errors;
}

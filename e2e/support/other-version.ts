import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.js';

const { version: ownVersion } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};

export { ownVersion };

/** Returns the classic script as it would be in another version. @throws if it does not contain the version. */
export function scriptOfVersion(version: string): string {
  const script = readFileSync(join(root, 'dist/script/widget.js'), 'utf8');
  const renamed = script.replaceAll(ownVersion, version);
  // The script of vite.config.ts compares the major version before anything else.
  const compared = /(?<=^.{0,200}")\d+(?="!==\w+\.version\.split\("\."\)\[0\])/s;
  if (renamed === script || !compared.test(renamed))
    throw new Error(`The script does not say, or does not compare, that it is version ${ownVersion}.`);
  return renamed.replace(compared, version.split('.')[0] ?? '');
}

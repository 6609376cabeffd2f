// This module must be imported first. It reports an unsupported Node plainly, before anything else fails obscurely. The
// syntax of this file must therefore stay old.
import { readFileSync } from 'node:fs';

const wanted = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).engines.node;

if (!satisfies(process.versions.node, wanted)) {
  console.error(
    `This project needs Node ${wanted}; this is Node ${process.versions.node} (${process.execPath}).\n` +
      'Install a supported version from https://nodejs.org and try again.',
  );
  process.exit(1);
}

/**
 * Returns whether a version satisfies a range. Supports the part of semantic versioning that `engines` of package.json
 * uses: `^20.19 || ^22.13 || >=24`.
 * @param {string} version such as `20.19.4`
 * @param {string} range alternatives of the forms `^major.minor` and `>=major`
 */
export function satisfies(version, range) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return range.split('||').some((alternative) => {
    const [, operator, wantedMajor, wantedMinor] =
      /^(\^|>=)(\d+)(?:\.(\d+))?$/.exec(alternative.trim()) || [];
    if (major === Number(wantedMajor)) return minor >= Number(wantedMinor || 0);
    return operator === '>=' && major > Number(wantedMajor);
  });
}

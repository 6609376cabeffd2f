import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { join } from 'node:path';
import { formatted } from '../../../../scripts/lib/formatted.mjs';
import { root } from '../../../../scripts/lib/root.mjs';

const file = join(root, 'packages/bench/SERVICE.md');
const start = `# Performance of the service

Each of the commands \`node packages/bench/service/growth.mjs\`, \`speed.mjs\`, \`start.mjs\` and \`npm run bench:scale\` writes one part of this
page. The results of experiments are written by hand.
`;

/**
 * Writes one part of the page and leaves the others unchanged.
 * @param {string} name name of the part, as in the marks around it
 * @param {string} text Markdown
 */
export async function writePart(name, text) {
  const [from, to] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const page = existsSync(file) ? readFileSync(file, 'utf8') : start;
  const [before, after] = page.includes(from)
    ? [page.slice(0, page.indexOf(from)), page.slice(page.indexOf(to) + to.length)]
    : [`${page}\n`, '\n'];
  const whole = `${before}${from}\n\n${text}\n\n${to}${after}`;
  writeFileSync(file, await formatted(file, whole));
}

/**
 * Describes the machine and the programs of the measurement.
 * @param {string} postgres version that the server reports
 * @returns {string}
 */
export function measuredWith(postgres) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root }).toString().trim();
  const [processor] = cpus();
  return (
    `Measured on ${new Date().toISOString().slice(0, 10)} at ${commit} or later: ${postgres}, Node ${process.version}, ${type()} ${release()}, ` +
    `${cpus().length} × ${processor?.model ?? 'unknown'}.`
  );
}

import { availableParallelism } from 'node:os';
import { readEnvironment } from '../../src/environment.js';
import { FINDING_KINDS } from '../support/reconciliation/finding.js';
import { HELP, readOptions, type Options } from './options.js';
import { runChaos } from './run-chaos.js';

/* This is the program behind `npm run chaos`; scripts/chaos.mjs gives it a PostgreSQL server. */

/** Maximum number of findings printed of each kind; further ones add no information. */
const MOST_NAMED = 40;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') process.stdout.write(HELP);
  else process.exitCode = await run(options);
} catch (error) {
  process.stderr.write(`chaos: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  // Stories that are still running must not keep the process alive.
  process.exit(1);
}

async function run(options: Options): Promise<number> {
  const { database } = readEnvironment({ UPC_ENVIRONMENT: 'test', ...process.env });
  if (!database) throw new Error('DATABASE_URL is not set; start it with npm run chaos.');
  const begun = Date.now();
  say(
    `chaos: ${options.payments} payments, ${options.services} services, --seed ${options.seed}, Node ${process.version}, ${availableParallelism()} cores`,
  );
  const { findings, figures } = await runChaos(options, database, (line) =>
    say(`${String(Math.round((Date.now() - begun) / 1000)).padStart(5)} s  ${line}`),
  );
  figures.forEach(say);
  for (const kind of FINDING_KINDS) {
    const some = findings.filter((finding) => finding.kind === kind);
    some.slice(0, MOST_NAMED).forEach(({ what }) => say(`${kind}: ${what}`));
    if (some.length > MOST_NAMED) say(`${kind}: and ${some.length - MOST_NAMED} more`);
  }
  say(`--seed ${options.seed}, ${Math.round((Date.now() - begun) / 1000)} s`);
  say(
    FINDING_KINDS.map((kind) => `${kind} ${findings.filter((finding) => finding.kind === kind).length}`).join(
      ', ',
    ),
  );
  return findings.length === 0 ? 0 : 1;
}

import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export const HELP = `npm run chaos -- [--payments N] [--services N] [--seed S] [--minutes M] [--direct]

Payments, sign-ups, cancellations, replacements and usages with all payment methods, against services on one
PostgreSQL database and the simulated provider. Services and provider are killed with SIGKILL, the provider is late, answers
500, or is not heard. In the end the provider's books and the database are compared.

  --payments N   payments to begin, 1 to 1000000 (500)
  --services N   services, 2 to 20 (2)
  --seed S       of an earlier run, 0 to 4294967295: repeats the same stories with the same faults (a new one)
  --minutes M    begins no payment after them, 1 to 600; the run says how many it began (no end but that of a run
                 that hangs)
  --direct       connects the services with PostgreSQL directly instead of through PgBouncer
  --help         this text

The last line counts what was found: "doubled 0, lost 0, wrong 0, stuck 0". With anything else the exit code is 1.
docs/reliability.md says what the words mean.
`;

export interface Options {
  readonly payments: number;
  readonly services: number;
  readonly seed: number;
  /** Duration of the run; null means until all payments have been started. */
  readonly minutes: number | null;
}

/** Reads the options of the command line. @throws Error naming the option, its value and what is allowed. */
export function readOptions(args: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      payments: { type: 'string' },
      services: { type: 'string' },
      seed: { type: 'string' },
      minutes: { type: 'string' },
      help: { type: 'boolean' },
    },
    allowPositionals: false,
  });
  if (values.help === true) return 'help';
  return {
    payments: wholeNumber('--payments', values.payments ?? '500', 1, 1_000_000),
    services: wholeNumber('--services', values.services ?? '2', 2, 20),
    seed: wholeNumber('--seed', values.seed ?? String(randomInt(2 ** 32)), 0, 2 ** 32 - 1),
    minutes: values.minutes === undefined ? null : wholeNumber('--minutes', values.minutes, 1, 600),
  };
}

function wholeNumber(name: string, given: string, from: number, to: number): number {
  const value = Number(given);
  if (!/^\d+$/.test(given) || value < from || value > to) {
    throw new Error(`${name} is "${given}"; allowed is a whole number from ${from} to ${to}.`);
  }
  return value;
}

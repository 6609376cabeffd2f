import { randomInt } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isReceiver } from '@upc/service/receiver';
import { type FaultName, type FaultOptions, FAULTS } from './faults.js';
import { portOf, USUAL_PORT } from './ports.js';

export interface Options {
  /** Port of the service; 0 picks free ports for all programs. */
  readonly port: number;
  /** Absolute path; its content is kept from one start to the next. */
  readonly dataFolder: string;
  /** Address to which the test studios' events are sent; null if there is none. */
  readonly webhookUrl: string | null;
  /** Faults that the sandbox injects; null if there are none. */
  readonly faults: FaultOptions | null;
  readonly wantsHelp: boolean;
}

/** Description of the addresses to which the service sends events. */
const RECEIVERS = 'an https address, or an http address on this machine, without a password';

const LAST_SEED = 2 ** 32 - 1;

export const HELP = `upc-sandbox: a payment service to build against. No account is needed, no money moves, and only this machine can reach it.

It runs the service in environment test with its test studios and test keys, a simulated payment provider, and the pages of a
fictitious partner, on this machine only. Ctrl-C ends all of it.

  --port <port>        the service (4010); the simulated provider takes the tenth port after it, the pages the twentieth.
                       0 picks free ports
  --data <folder>      where data is kept between starts (.upc-sandbox in this folder); delete it to start over
  --webhook-url <url>  your receiver of events, such as http://localhost:3000/events:
                       ${RECEIVERS}
  --faults <names>     faults that your integration must survive, separated by commas, or all:
                       ${FAULTS.join(', ')}
  --fault-rate <rate>  probability of a fault for a request or an event, from 0 to 1 (0.1);
                       after a fault, the next request to the same operation has none
  --fault-seed <seed>  seed of an earlier run, from 0 to ${LAST_SEED}: the same requests have the same faults
  --help               this text

While it runs, in another terminal:

  upc-sandbox clock                     the time in the sandbox
  upc-sandbox clock advance <duration>  moves its clock forward (90m, 12h, 31d, 2w); all that becomes due happens
                                        with --port <port>, if the service has another port than 4010
`;

/**
 * Reads the command-line options.
 * @throws Error naming the option and its allowed values.
 */
export function readOptions(args: readonly string[], folder: string): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: USUAL_PORT },
      data: { type: 'string', default: '.upc-sandbox' },
      'webhook-url': { type: 'string' },
      faults: { type: 'string' },
      'fault-rate': { type: 'string' },
      'fault-seed': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    port: portOf(values.port),
    dataFolder: path.resolve(folder, values.data),
    webhookUrl: receiverOf(values['webhook-url']),
    faults: faultsOf(values),
    wantsHelp: values.help,
  };
}

function receiverOf(given: string | undefined): string | null {
  if (given === undefined) return null;
  if (isReceiver(given)) return given;
  // The message omits the given value, which may contain a password.
  throw new Error(`--webhook-url must be ${RECEIVERS}, such as http://localhost:3000/events.`);
}

interface FaultValues {
  readonly faults?: string;
  readonly 'fault-rate'?: string;
  readonly 'fault-seed'?: string;
}

function faultsOf({ faults, 'fault-rate': rate, 'fault-seed': seed }: FaultValues): FaultOptions | null {
  if (faults !== undefined) return { names: namesOf(faults), rate: rateOf(rate), seed: seedOf(seed) };
  const [without] = [rate !== undefined && '--fault-rate', seed !== undefined && '--fault-seed'].filter(
    Boolean,
  );
  if (without)
    throw new Error(`${without} needs --faults, which names the faults: all, or ${FAULTS.join(', ')}.`);
  return null;
}

function namesOf(given: string): readonly FaultName[] {
  const names = given.split(',').map((name) => name.trim());
  if (names.includes('all') && names.length === 1) return FAULTS;
  const unknown = names.find((name) => !FAULTS.some((fault) => fault === name));
  if (unknown === undefined) return FAULTS.filter((fault) => names.includes(fault));
  throw new Error(
    `--faults contains "${unknown}"; it must be all, or some of ${FAULTS.join(', ')}, separated by commas.`,
  );
}

function rateOf(given = '0.1'): number {
  const rate = Number(given);
  if (/^\d*\.?\d+$/.test(given) && rate <= 1) return rate;
  throw new Error(`--fault-rate is "${given}"; it must be a number from 0 to 1, such as 0.1.`);
}

function seedOf(given = String(randomInt(LAST_SEED + 1))): number {
  const seed = Number(given);
  if (/^\d+$/.test(given) && seed <= LAST_SEED) return seed;
  throw new Error(`--fault-seed is "${given}"; it must be a whole number from 0 to ${LAST_SEED}.`);
}

/**
 * Requires that UPC_ENVIRONMENT is test or unset. The sandbox takes no other setting from the environment variables.
 *
 * @throws Error when UPC_ENVIRONMENT names another environment.
 */
export function requireTest({ UPC_ENVIRONMENT: name = '' }: NodeJS.ProcessEnv): void {
  if (name === '' || name === 'test') return;
  throw new Error(
    `UPC_ENVIRONMENT is "${name}", but upc-sandbox always runs in environment test, with published keys.`,
  );
}

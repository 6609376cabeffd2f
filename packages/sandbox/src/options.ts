import path from 'node:path';
import { parseArgs } from 'node:util';
import { isReceiver } from '@upc/service/receiver';
import { LAST_PORT } from './ports.js';

/** Options of the command line. */
export interface Options {
  /** Of the service; 0 takes free ones for all. */
  readonly port: number;
  /** Absolute; kept from one start to the next. */
  readonly dataFolder: string;
  /** The address that events of the test studios are sent to; null: nowhere. */
  readonly webhookUrl: string | null;
  readonly wantsHelp: boolean;
}

/** Addresses that the service sends events to. */
const RECEIVERS = 'an address of https, or of http on this machine, without a password';

export const HELP = `upc-sandbox: a payment service to build against. No account, no money, nothing that others can reach.

It starts, on this machine alone, the service in environment test with its test studios and test keys, a simulated payment
provider, and the pages of a made-up partner. Ctrl-C ends all of it.

  --port <port>        the service (4010); the simulated provider takes the tenth port after it, the pages the twentieth.
                       0 takes free ones
  --data <folder>      where data is kept from one start to the next (.upc-sandbox in this folder); delete it to start over
  --webhook-url <url>  your receiver of events, such as http://localhost:3000/events:
                       ${RECEIVERS}
  --help               this text
`;

/** @throws Error naming the option and what is allowed. */
export function readOptions(args: readonly string[], folder: string): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '4010' },
      data: { type: 'string', default: '.upc-sandbox' },
      'webhook-url': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    port: portOf(values.port),
    dataFolder: path.resolve(folder, values.data),
    webhookUrl: receiverOf(values['webhook-url']),
    wantsHelp: values.help,
  };
}

function portOf(given: string): number {
  const port = Number(given);
  if (/^\d+$/.test(given) && port <= LAST_PORT) return port;
  throw new Error(`--port is "${given}"; it must be a whole number from 0 to ${LAST_PORT}.`);
}

function receiverOf(given: string | undefined): string | null {
  if (given === undefined) return null;
  if (isReceiver(given)) return given;
  // Without what was given, which may hold a password.
  throw new Error(`--webhook-url must be ${RECEIVERS}, such as http://localhost:3000/events.`);
}

/**
 * The service and the rest take nothing from the environment of the process. A sandbox is environment test.
 *
 * @throws Error when the environment asks for another one.
 */
export function requireTest({ UPC_ENVIRONMENT: name = '' }: NodeJS.ProcessEnv): void {
  if (name === '' || name === 'test') return;
  throw new Error(
    `UPC_ENVIRONMENT is "${name}", and upc-sandbox is always environment test, with keys that everybody knows.`,
  );
}

import path from 'node:path';
import { parseArgs } from 'node:util';
import { isReceiver } from '@upc/service/receiver';
import { LAST_PORT } from './ports.js';

export interface Options {
  /** Port of the service; 0 picks free ports for all programs. */
  readonly port: number;
  /** Absolute path; its content is kept from one start to the next. */
  readonly dataFolder: string;
  /** Address to which the test studios' events are sent; null if there is none. */
  readonly webhookUrl: string | null;
  readonly wantsHelp: boolean;
}

/** Description of the addresses to which the service sends events. */
const RECEIVERS = 'an https address, or an http address on this machine, without a password';

export const HELP = `upc-sandbox: a payment service to build against. No account is needed, no money moves, and only this machine can reach it.

It runs the service in environment test with its test studios and test keys, a simulated payment provider, and the pages of a
fictitious partner, on this machine only. Ctrl-C ends all of it.

  --port <port>        the service (4010); the simulated provider takes the tenth port after it, the pages the twentieth.
                       0 picks free ports
  --data <folder>      where data is kept between starts (.upc-sandbox in this folder); delete it to start over
  --webhook-url <url>  your receiver of events, such as http://localhost:3000/events:
                       ${RECEIVERS}
  --help               this text
`;

/**
 * Reads the command-line options.
 * @throws Error naming the option and its allowed values.
 */
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
  // The message omits the given value, which may contain a password.
  throw new Error(`--webhook-url must be ${RECEIVERS}, such as http://localhost:3000/events.`);
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

import { parseArgs } from 'node:util';
import { ADVANCE_PATH, type Advanced, CLOCK_PATH, type ClockState } from './clock-routes.js';
import { DAY_MS, DURATIONS, durationOf, formatDuration, MINUTE } from './duration.js';
import { portOf, USUAL_PORT } from './ports.js';

const USAGE = `Use "upc-sandbox clock" to read the clock of a running sandbox, and "upc-sandbox clock advance <duration>" to move it forward. A duration is ${DURATIONS}.`;

/** Longest move of one request. A longer one is sent in pieces, because fetch waits only 300 seconds for an answer. */
const MOST_AT_ONCE_MS = 31 * DAY_MS;

/**
 * Reads or moves the clock of the sandbox that runs on this machine.
 *
 * @param args the arguments after `clock`
 * @returns the text to print.
 * @throws Error when the arguments are wrong or no sandbox runs.
 */
export async function clockCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { port: { type: 'string', default: USUAL_PORT } },
  });
  const [action, by, ...others] = positionals;
  if ((action !== undefined && action !== 'advance') || others.length > 0) throw new Error(USAGE);
  const url = `http://127.0.0.1:${portOf(values.port)}`;
  if (action === undefined) return timeOf(await call<ClockState>(url, CLOCK_PATH));
  if (by === undefined) throw new Error(USAGE);
  const advanced = await advanceInPieces(url, durationOf(by));
  return `${timeOf(advanced)}${happenings(advanced)}`;
}

/** Moves the clock. @returns the state after the last piece, with the sums of what happened and of the seconds. */
async function advanceInPieces(url: string, milliseconds: number): Promise<Advanced> {
  const piece = Math.min(milliseconds, MOST_AT_ONCE_MS);
  const first = await call<Advanced>(url, ADVANCE_PATH, { by: `${piece / MINUTE}m` });
  if (piece === milliseconds) return first;
  const rest = await advanceInPieces(url, milliseconds - piece);
  const happened: Record<string, number> = { ...first.happened };
  for (const [name, count] of Object.entries(rest.happened)) happened[name] = (happened[name] ?? 0) + count;
  return { ...rest, happened, seconds: Math.round((first.seconds + rest.seconds) * 10) / 10 };
}

/** Calls a sandbox. @throws Error when none answers, its answer is lost, or it refuses. */
async function call<T>(url: string, path: string, body?: object): Promise<T> {
  const post = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(`${url}${path}`, { ...post }).catch((cause: unknown) => {
    throw new Error(
      isRefused(cause)
        ? `No sandbox answers at ${url}. Start it, or give the port of its service: --port <port>`
        : `No answer came from ${url}. If the sandbox still runs, "upc-sandbox clock" prints how far its clock has moved.`,
      { cause },
    );
  });
  const answer = (await response.json().catch(() => ({}))) as T & { readonly message?: string };
  if (response.ok) return answer;
  throw new Error(
    response.status === 404
      ? `What answers at ${url} is not a sandbox.`
      : (answer.message ?? `HTTP ${response.status}`),
  );
}

/** Returns whether fetch failed because nothing listens at the address. */
function isRefused(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  return cause?.code === 'ECONNREFUSED';
}

function timeOf({ now, aheadMs }: ClockState): string {
  const ahead = aheadMs > 0 ? ` (${formatDuration(aheadMs)} ahead)` : '';
  return `It is ${now.slice(0, 16).replace('T', ' ')} UTC in the sandbox${ahead}.\n`;
}

function happenings({ happened, unfinished, seconds }: Advanced): string {
  const counts = Object.entries(happened);
  const width = Math.max(...counts.map(([name]) => name.length));
  const lines = counts.map(([name, count]) => `  ${name.padEnd(width)}  ${count}\n`);
  return [
    counts.length === 0 ? `Nothing became due (${seconds} s).\n` : `What happened (${seconds} s):\n`,
    ...lines,
    ...(unfinished.length > 0 ? [`Not finished, and still running: ${unfinished.join(', ')}\n`] : []),
  ].join('');
}

import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { readEnvironment } from './environment.js';
import { ApiError } from './errors/api-error.js';
import { errorMessage } from './errors/error-message.js';
import { openApp } from './open-app.js';
import { findStaffAction, STAFF_ACTIONS } from './staff/actions.js';
import { inputFromText } from './staff/input-from-text.js';
import { performStaffAction } from './staff/perform-staff-action.js';
import type { StaffAction } from './staff/staff-action.js';

/* The program behind `npm run staff`. */

const HELP = `npm run staff -- <action> --studio <id> [--by <name>] [--<field> <value> ...]

What staff of a studio can do, on the database of the service (the same environment variables). It is written down in
audit_records, with the name of --by (the account of this machine). An embedded database is open in one process alone: end
the service first, or use the studio page.

Actions (--help after one of them names its fields):
${STAFF_ACTIONS.map(({ name, summary }) => `  ${name.padEnd(34)} ${summary}`).join('\n')}
`;

const [name, ...args] = process.argv.slice(2);
try {
  if (name === undefined || name.startsWith('--')) process.stdout.write(HELP);
  else await run(findStaffAction(name), args);
} catch (error) {
  const text = error instanceof ApiError ? errorMessage(error, 'en') : (error as Error).message;
  process.stderr.write(`staff: ${text}\n`);
  process.exitCode = 1;
}

async function run(action: StaffAction, given: string[]): Promise<void> {
  const fields = Object.keys(action.input.properties);
  const { values } = parseArgs({
    args: given,
    options: {
      help: { type: 'boolean' },
      studio: { type: 'string' },
      by: { type: 'string' },
      ...Object.fromEntries(fields.map((field) => [field, { type: 'string' as const }])),
    },
  });
  if (values.help) {
    process.stdout.write(`${action.name}: ${action.summary}\n${fieldsOf(action)}`);
    return;
  }
  const { help: _, studio = '', by = userInfo().username, ...texts } = values;
  if (!/^\d{1,15}$/.test(studio)) throw new Error(`--studio is "${studio}"; allowed is the id of a studio.`);
  const opened = await openApp({ ...readEnvironment(process.env), logLevel: 'warn' }, { studioPage: false });
  try {
    const {
      entity,
      changed,
      shownOnce = {},
    } = await performStaffAction(opened.app.context, {
      name: action.name,
      studioId: Number(studio),
      actor: `command: ${by}`,
      input: inputFromText(action.input, texts),
      traceId: randomUUID(),
    });
    process.stdout.write(`${action.name}: ${entity} ${JSON.stringify(changed)}\n`);
    for (const [secret, value] of Object.entries(shownOnce)) {
      process.stdout.write(`${secret}, shown this once: ${value}\n`);
    }
  } finally {
    await opened.close();
  }
}

function fieldsOf({ input }: StaffAction): string {
  const required = (input.required as readonly string[] | undefined) ?? [];
  return Object.entries(
    input.properties as Record<string, { type?: string; description?: string; enum?: unknown[] }>,
  )
    .map(([field, { type = 'text', description = '', enum: allowed }]) => {
      const what = allowed ? allowed.join(' | ') : type;
      return `  --${field} <${what}>${required.includes(field) ? '' : ' (optional)'} ${description}\n`;
    })
    .join('');
}

import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { recordAudit } from '../../modules/studios/staff/staff-action.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { type Counts, type CreditStatement, erasePerson, type Erasure } from '../erasure/erase.js';
import type { NamedSubject } from '../erasure/subject.js';
import { actorOf, type CliContext, studioIdOf, withActor, withOpened } from './cli-context.js';

type Options = Readonly<Record<string, string | boolean | undefined>>;

/** Adds the command `erase`. It shows what would be erased, and erases it with `--yes`. */
export function addEraseCommand(program: Command, cli: CliContext): void {
  const command = program
    .command('erase')
    .description(
      "Erases a person's data within the law. Shows what would be erased and kept; --yes erases it.",
    )
    .requiredOption('--studio <id>', 'the studio, by its id')
    .option('--customer <number>', 'the customer, by number')
    .option('--person <uuid>', 'the person of the payment service, for a person who is not a customer')
    .option('--credit-paid-out', 'confirms that you have paid the remaining credit out to the customer')
    .option('--yes', 'erases the data; this cannot be undone');
  withActor(command).action((options: Options) => erase(cli, options));
}

async function erase(cli: CliContext, options: Options): Promise<void> {
  const studioId = studioIdOf(String(options.studio));
  const named = { ...subjectOf(options), isCreditPaidOut: options.creditPaidOut === true };
  await withOpened(cli, async ({ app: { context } }) => {
    const isMeant = options.yes === true;
    const erasure = isMeant
      ? await context.db.transaction((tx) => eraseWithRecord(context, tx, { studioId, named, options }))
      : await preview(context, studioId, named);
    cli.print(`${erasure.entity}, studio ${studioId}\n`);
    cli.print(`${isMeant ? 'erased' : 'would be erased'}: ${listed(erasure.erased)}\n`);
    cli.print(`kept by law until its time is over, then deleted by the jobs: ${listed(erasure.kept)}\n`);
    if (erasure.creditPaidOut > 0) cli.print(`credit paid out: ${erasure.creditPaidOut} minor units\n`);
    if (!isMeant) cli.print('Nothing was changed. --yes erases the data; this cannot be undone.\n');
  });
}

async function eraseWithRecord(
  context: Context,
  tx: Database,
  {
    studioId,
    named,
    options,
  }: { readonly studioId: number; readonly named: NamedSubject & CreditStatement; readonly options: Options },
): Promise<Erasure> {
  const erasure = await eraseAt(context, tx, studioId, named);
  const { entity, erased, kept, creditPaidOut } = erasure;
  await recordAudit(context, tx, {
    studioId,
    action: 'person.erase',
    actor: actorOf(options),
    entity,
    changed: { erased, kept, ...(creditPaidOut > 0 && { creditPaidOut }) },
    traceId: randomUUID(),
  });
  return erasure;
}

/** Previews an erasure by performing it and rolling it back, so that preview and erasure cannot differ. */
async function preview(context: Context, studioId: number, named: NamedSubject): Promise<Erasure> {
  const takenBack = new Error('Only a preview.');
  let erasure: Erasure | undefined;
  try {
    await context.db.transaction(async (tx) => {
      erasure = await eraseAt(context, tx, studioId, named);
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  if (!erasure) throw new Error('The preview of an erasure has no result.');
  return erasure;
}

async function eraseAt(
  context: Context,
  tx: Database,
  studioId: number,
  named: NamedSubject & CreditStatement,
): Promise<Erasure> {
  const [studio] = await tx.select().from(studios).where(eq(studios.id, studioId));
  if (!studio) throw new StaffError(`There is no studio ${studioId}.`);
  return erasePerson(context, tx, studio, named);
}

/**
 * Reads the person to be erased from the options.
 *
 * @throws StaffError when no person is given, or the given value is not a number or UUID.
 */
function subjectOf({ customer, person }: Options): NamedSubject {
  if (customer === undefined && person === undefined) {
    throw new StaffError('The person to erase is missing: use --customer, --person or both.');
  }
  if (typeof customer === 'string' && !/^\d{1,15}$/.test(customer)) {
    throw new StaffError('--customer must be a customer number, digits only.');
  }
  if (typeof person === 'string' && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(person)) {
    throw new StaffError('--person must be the id of a person, a UUID in lower case.');
  }
  return {
    ...(customer !== undefined && { customerId: Number(customer) }),
    ...(person !== undefined && { personId: String(person) }),
  };
}

function listed(counts: Counts): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.map(([what, count]) => `${count} ${what}`).join(', ') || 'nothing';
}

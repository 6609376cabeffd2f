import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { originsByStudio } from '../../modules/studios/origins.js';
import { recordAudit, requireInput } from '../../modules/studios/staff/staff-action.js';
import { everyStudio } from '../../modules/studios/studios.js';
import type { Studio } from '../../modules/studios/studios.tables.js';
import { StudioInput, withoutAccount } from '../studios/studio-definition.js';
import { addStudio } from '../studios/studios.js';
import { actorOf, type CliContext, withActor, withOpened } from './cli-context.js';
import { addInputOptions, inputOf } from './input-options.js';
import { table } from './table.js';

const NewStudio = Type.Object({
  ...StudioInput.properties,
  id: Type.Optional(Type.Integer({ minimum: 1, description: 'Its id; the next free one if omitted.' })),
});

/** Adds the commands `studio add` and `studio list`; `studio set` is a staff action. */
export function addStudioCommands(studio: Command, cli: CliContext): void {
  const add = studio.command('add').description('Creates a studio.');
  withActor(addInputOptions(add, NewStudio)).action(async (options: Record<string, string>) => {
    const given = await inputOf(NewStudio, options);
    requireInput(NewStudio, given);
    const { id: wantedId, ...input } = given as { id?: number } & StudioInput;
    await withOpened(cli, async ({ app: { context } }) => {
      const id = await context.db.transaction(async (tx) => {
        const studioId = await addStudio(tx, input, { wantedId, accounts: context.providers.stripeAccounts });
        await recordAudit(context, tx, {
          studioId,
          action: 'studio.add',
          actor: actorOf(options),
          entity: `studio ${studioId}`,
          changed: withoutAccount(input),
          traceId: randomUUID(),
        });
        return studioId;
      });
      cli.print(`studio.add: studio ${id}\n`);
    });
  });
  studio
    .command('list')
    .description('Lists the studios.')
    .option('--json', 'as JSON, for programs')
    .action((options: { readonly json?: true }) =>
      withOpened(cli, async ({ database: { db } }) => {
        const leftOut = (fault: unknown) => {
          cli.printError(`Skipped: ${fault instanceof Error ? fault.message : 'a studio'}\n`);
          cli.fail();
        };
        const all = await everyStudio(db, leftOut);
        const origins = await originsByStudio(db);
        const listed = all
          .toSorted((one, other) => one.id - other.id)
          .map((studio) => listedStudio(studio, origins.get(studio.id) ?? []));
        cli.print(options.json ? `${JSON.stringify(listed, null, 2)}\n` : studioTable(listed));
      }),
    );
}

/** A studio as `studio list` shows it. */
type ListedStudio = ReturnType<typeof listedStudio>;

function listedStudio(studio: Studio, origins: readonly string[]) {
  const { id, name, currency, timeZone, language, creditor, paymentMethods, stripeAccount } = studio;
  const country = creditor.address.country;
  return { id, name, country, currency, timeZone, language, stripeAccount, paymentMethods, origins };
}

function studioTable(listed: readonly ListedStudio[]): string {
  return table(
    ['Id', 'Name', 'Country', 'Currency', 'Time zone', 'Language', 'Stripe account', 'Methods', 'Origins'],
    listed.map(({ id, name, country, currency, timeZone, language, ...rest }) => [
      String(id),
      ...[name, country, currency, timeZone, language, rest.stripeAccount ?? 'default'],
      rest.paymentMethods,
      rest.origins.length > 0 ? rest.origins : 'none',
    ]),
  );
}

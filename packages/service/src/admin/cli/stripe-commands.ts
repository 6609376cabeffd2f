import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { StaffError } from '../../core/errors/staff-error.js';
import { readEnvironment } from '../../environment.js';
import { hostsOf, registerDomain } from '../../modules/payments/providers/stripe/register-domains.js';
import type { StripeKeys } from '../../modules/payments/providers/stripe/settings.js';
import { stripeClient, stripeKeysOf } from '../../modules/payments/providers/stripe/stripe-of-studio.js';
import { originsByStudio } from '../../modules/studios/origins.js';
import { recordAudit } from '../../modules/studios/staff/staff-action.js';
import { everyStudio } from '../../modules/studios/studios.js';
import { actorOf, type CliContext, studioIdOf, withActor, withOpened } from './cli-context.js';
import { type Cell, table } from './table.js';

type Options = Readonly<Record<string, string>>;

/** Adds the commands that concern the studios' Stripe accounts. */
export function addStripeCommands(program: Command, cli: CliContext): void {
  const stripe = program.command('stripe').description("the studios' Stripe accounts");
  const register = stripe
    .command('register-domains')
    .description(
      "Registers the domains of the studios' origins, and that of the pages of payment links, for Apple Pay and Google Pay. Repeating it checks them again.",
    )
    .option('--studio <id>', 'only this studio, by its id');
  withActor(register).action((options: Options) => registerDomains(cli, options));
}

function registerDomains(cli: CliContext, options: Options): Promise<void> {
  const { stripe: settings } = readEnvironment(cli.variables);
  const only = options.studio === undefined ? null : studioIdOf(options.studio);
  return withOpened(cli, async ({ app: { context } }) => {
    const { db } = context;
    const leftOut = (fault: unknown) => {
      cli.printError(`Skipped: ${fault instanceof Error ? fault.message : 'a studio'}\n`);
      cli.fail();
    };
    const studios = (await everyStudio(db, leftOut)).filter(({ id }) => only === null || id === only);
    if (studios.length === 0) throw new StaffError(`There is no studio ${only}.`);
    const origins = await originsByStudio(db);
    const pagesOfLinks = new URL(context.publicUrl()).origin;
    const ofAccount = new Map<StripeKeys, Set<string>>();
    for (const studio of studios.toSorted((one, other) => one.id - other.id)) {
      const keys = stripeKeysOf(settings, studio);
      const own = origins.get(studio.id) ?? [];
      if (keys === null) cli.print(`Skipped: studio ${studio.id} has no Stripe account.\n`);
      else ofAccount.set(keys, new Set([...(ofAccount.get(keys) ?? []), pagesOfLinks, ...own]));
    }
    const rows: Cell[][] = [];
    for (const [keys, patterns] of ofAccount) {
      const client = stripeClient(keys, settings.apiUrl);
      const { hosts, skipped } = hostsOf(patterns);
      for (const [origin, reason] of skipped) cli.print(`Skipped: ${origin}: ${reason}.\n`);
      for (const host of hosts) {
        for (const { wallet, isActive, reason = '' } of await registerDomain(client, host)) {
          rows.push([host, wallet, isActive ? 'active' : 'inactive', reason]);
          if (!isActive) cli.fail();
        }
      }
    }
    await recordAudit(context, db, {
      studioId: only,
      action: 'stripe.register-domains',
      actor: actorOf(options),
      entity: only === null ? 'installation' : `studio ${only}`,
      changed: { domains: new Set(rows.map(([host]) => host)).size },
      traceId: randomUUID(),
    });
    if (rows.length > 0) cli.print(table(['Domain', 'Wallet', 'State', 'Reason'], rows));
  });
}

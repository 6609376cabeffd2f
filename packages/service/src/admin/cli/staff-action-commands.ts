import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { StaffAction } from '../../modules/studios/staff/staff-action.js';
import { findStaffAction, performStaffAction, STAFF_ACTIONS } from '../staff-actions.js';
import { actorOf, type CliContext, studioIdOf, withActor, withOpened } from './cli-context.js';
import { addInputOptions, inputOf } from './input-options.js';

/** Operator commands that run a staff action, by command group. */
const OPERATORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  studio: { set: 'studio.set', settings: 'settings.set' },
  key: { add: 'integration.create', rotate: 'key.rotate', revoke: 'key.revoke' },
  origin: { add: 'origin.add', remove: 'origin.remove' },
  webhook: {
    add: 'integration.subscribe',
    rotate: 'webhook.rotate',
    test: 'webhook.test',
    replay: 'event.replay',
  },
  offer: { import: 'offer.import' },
  'additional-module': { import: 'additional-module.import' },
  voucher: { import: 'voucher.import' },
  class: { import: 'class.import' },
  appointment: { import: 'appointment.import' },
  customer: { import: 'customer.import' },
  contract: { import: 'contract.import' },
};

const GROUPS: Readonly<Record<string, string>> = {
  studio: 'studios of this installation',
  key: 'keys with which partners call the Open API',
  origin: 'pages that may use the payments of a studio',
  webhook: 'receivers of events',
  offer: 'memberships that a studio offers',
  'additional-module': 'modules that members can add to their contracts',
  voucher: 'codes that reduce the price of a membership, or allow one visit',
  class: 'classes of a studio, with their slots and trial offers',
  appointment: 'appointments that people can book with a studio',
  customer: "customers from a studio's earlier system",
  contract: 'memberships that were signed elsewhere',
};

/** Adds the operator's commands, and `staff` with all actions. */
export function addActionCommands(program: Command, cli: CliContext): void {
  for (const [group, commands] of Object.entries(OPERATORS)) {
    const parent = program.command(group).description(GROUPS[group] ?? '');
    for (const [name, action] of Object.entries(commands)) {
      addAction(parent.command(name), findStaffAction(action), cli);
    }
  }
  const staff = program.command('staff').description('all actions of studio staff, by name');
  for (const action of STAFF_ACTIONS) addAction(staff.command(action.name), action, cli);
}

function addAction(command: Command, action: StaffAction, cli: CliContext): void {
  command.description(action.summary).requiredOption('--studio <id>', 'the studio, by its id');
  withActor(addInputOptions(command, action.input)).action((options: Record<string, string>) =>
    run(action, options, cli),
  );
}

async function run(action: StaffAction, options: Record<string, string>, cli: CliContext): Promise<void> {
  const studioId = studioIdOf(options.studio ?? '');
  const input = await inputOf(action.input, options);
  await withOpened(cli, async ({ app }) => {
    const {
      entity,
      changed,
      shownOnce = {},
    } = await performStaffAction(app.context, {
      name: action.name,
      studioId,
      actor: actorOf(options),
      input,
      traceId: randomUUID(),
    });
    cli.print(`${action.name}: ${entity} ${JSON.stringify(changed)}\n`);
    if (changed.delivered === false) cli.fail();
    for (const [secret, value] of Object.entries(shownOnce)) {
      cli.print(`${secret}, shown this once: ${value}\n`);
    }
  });
}

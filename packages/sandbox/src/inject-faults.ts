import type { AppOptions } from '@upc/service/app';
import { repeatDelivered } from '@upc/service/deliveries';
import { EventFaults } from './event-faults.js';
import type { Faults } from './faults.js';
import { addFaultsPage } from './faults-page.js';
import type { HeldEvents } from './held-events.js';
import { addRequestFaults } from './request-faults.js';

/**
 * Returns the options with which the service has these faults, and a page that lists them.
 *
 * @param heldBefore uuids of the events that an earlier run has held back
 */
export function injectFaults(
  faults: Faults,
  heldEvents: HeldEvents,
  heldBefore: readonly string[],
): Required<Pick<AppOptions, 'extend' | 'fetchEvent'>> {
  let extended: Parameters<NonNullable<AppOptions['extend']>>[1] | undefined;
  const now = () => extended?.clock.now() ?? new Date();
  const events = new EventFaults({
    faults,
    heldEvents,
    heldBefore,
    now,
    repeat: async (uuid) => extended !== undefined && repeatDelivered(extended, uuid),
  });
  return {
    fetchEvent: events.fetch,
    extend(app, context) {
      extended = context;
      addRequestFaults(app, faults, now);
      addFaultsPage(app, faults);
      app.addHook('preClose', async () => events.end());
    },
  };
}

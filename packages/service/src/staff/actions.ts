import { CONTRACT_ACTIONS } from './contract-actions.js';
import { CUSTOMER_ACTIONS } from './customer-actions.js';
import { IDLE_PERIOD_ACTIONS } from './idle-period-actions.js';
import { PAYMENT_RUN_ACTIONS } from './payment-run-actions.js';
import { AGGREGATOR_ACTIONS } from './aggregator-actions.js';
import { CHECK_IN_ACTIONS } from './check-in-actions.js';
import { MEMBER_LIST_ACTIONS } from './member-list-actions.js';
import { DEBT_COLLECTION_ACTIONS } from './debt-collection-actions.js';
import { EVENT_ACTIONS } from './event-actions.js';
import { KEY_ACTIONS } from './key-actions.js';
import { OFFER_ACTIONS } from './offer-actions.js';
import { STUDIO_ACTIONS } from './studio-actions.js';
import { INTEGRATION_ACTIONS } from './integration-actions.js';
import { SETTINGS_ACTIONS } from './settings-actions.js';
import type { StaffAction } from './staff-action.js';

/** Everything that staff can do: on the studio page, and by the command `upc-service`. */
export const STAFF_ACTIONS: readonly StaffAction[] = [
  ...STUDIO_ACTIONS,
  ...SETTINGS_ACTIONS,
  ...OFFER_ACTIONS,
  ...CUSTOMER_ACTIONS,
  ...CONTRACT_ACTIONS,
  ...PAYMENT_RUN_ACTIONS,
  ...IDLE_PERIOD_ACTIONS,
  ...AGGREGATOR_ACTIONS,
  ...CHECK_IN_ACTIONS,
  ...MEMBER_LIST_ACTIONS,
  ...DEBT_COLLECTION_ACTIONS,
  ...INTEGRATION_ACTIONS,
  ...KEY_ACTIONS,
  ...EVENT_ACTIONS,
];

/** @throws Error naming what there is. */
export function findStaffAction(name: string): StaffAction {
  const found = STAFF_ACTIONS.find((each) => each.name === name);
  if (found) return found;
  const allowed = STAFF_ACTIONS.map((each) => each.name).join(', ');
  throw new Error(`There is no staff action "${name}"; there are: ${allowed}.`);
}

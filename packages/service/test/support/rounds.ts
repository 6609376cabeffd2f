import type { Context } from '../../src/core/context.js';
import { roundsOf, runLane } from '../../src/core/jobs/round.js';
import { SALES_LANE } from '../../src/modules/memberships/sales/sales.lane.js';
import { PAYMENT_LANES } from '../../src/modules/payments/payments.lanes.js';

/** The rounds of every lane, as the service runs them. */
export const LANE_ROUNDS = roundsOf([...PAYMENT_LANES, SALES_LANE]);

/** Runs one round of every lane. They do not wait for each other. */
export async function runRound(
  context: Context,
  untouchedFor: number,
  onFault: (fault: unknown) => void,
): Promise<void> {
  await Promise.all(LANE_ROUNDS.map((round) => runLane(context, round, { untouchedFor, onFault })));
}

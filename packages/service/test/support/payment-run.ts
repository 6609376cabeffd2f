import type { Context } from '../../src/core/context.js';
import { runLane } from '../../src/core/jobs/round.js';
import { LANE_ROUNDS } from './rounds.js';
import { runPayments } from '../../src/modules/payments/charges/payment-runs.job.js';

/** A payment run as the service makes it: reserves what is due, then has the lane of charges ask the providers. */
export async function makePaymentRun(context: Context): Promise<void> {
  const onFault = (fault: unknown) => {
    throw fault;
  };
  await runPayments(context, onFault);
  for (const round of LANE_ROUNDS.filter(({ lane }) => lane.name === 'CHARGES')) {
    await runLane(context, round, { untouchedFor: 1, onFault });
  }
}

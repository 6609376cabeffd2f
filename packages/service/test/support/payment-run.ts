import type { Context } from '../../src/context.js';
import { runPayments } from '../../src/jobs/payment-run.js';
import { LANE_ROUNDS, runLane } from '../../src/jobs/round.js';

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

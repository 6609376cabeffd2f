import type { Context, Studio } from '../../context.js';
import { ApiError, PaymentDeclinedError } from '../../errors/api-error.js';
import { findReserved } from './find-sales.js';
import { finishSale } from './finish-sale.js';
import type { Order, Terms } from './order.js';
import { reserveSale } from './reserve-sale.js';

/**
 * Makes a customer, a contract, or both, and takes what is due: all of it, or nothing.
 *
 * With an initial payment the sale is reserved first, then the provider takes the money, then everything is
 * written at once; a sale that was cut off is brought to its end by the same request, or by the jobs.
 *
 * @param requestHash recognises the same request.
 * @returns the customer's id.
 * @throws ApiError 400 and 409 for tokens that do not fit, 400 PAYMENT_DECLINED when the provider refuses
 *   (nothing was made), 503 when it does not answer (the tokens stay reserved).
 */
export async function sell(
  context: Context,
  studio: Studio,
  order: Order,
  requestHash: string,
  work: () => Promise<Terms>,
  traceId: string,
): Promise<number> {
  const tokens = [order.instrument, order.initialPayment].filter((named) => named !== null);
  const earlier = await findReserved(
    context.db,
    tokens.map(({ token }) => token),
  );
  if (earlier && earlier.requestHash !== requestHash) {
    throw new ApiError('errormessage.payment.token.pending', tokens[0]?.field);
  }
  const saleId =
    earlier?.id ?? (await reserveSale({ context, studio, order, terms: await work(), requestHash, traceId }));
  if (typeof saleId === 'number') return saleId;
  await context.step('sale.reserved');
  const result = await finishSale(context, saleId, traceId);
  const field = order.initialPayment?.field;
  switch (result.kind) {
    case 'DONE':
      return result.customerId;
    case 'DECLINED':
      throw new PaymentDeclinedError(result.code, field);
    case 'UNKNOWN':
      throw new ApiError('errormessage.payment.outcome.unknown', field);
    case 'FINISHED_ELSEWHERE':
      throw new ApiError('errormessage.payment.token.used', field);
  }
}

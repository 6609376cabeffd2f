import type { Context } from '../../../core/context.js';
import { ApiError, PaymentDeclinedError } from '../../../core/errors/api-error.js';
import { findResult, type KeyedRequest } from '../../../core/idempotency/idempotency.js';
import type { Studio } from '../../studios/studios.tables.js';
import { finishSale } from './finish-sale.js';
import { findSaleOfTokens, reserveSale } from './reserve-sale.js';
import type { Order } from './sales.js';

/**
 * Makes a customer, a contract, or both, and takes what is due: all of it, or nothing.
 *
 * With something to pay the sale is reserved first, then the provider takes the money, then everything is
 * written at once; a sale that was cut off is brought to its end by the same request, or by the jobs. The same request
 * with the same tokens, or with the same Idempotency-Key, is answered with what came of the first.
 *
 * @returns the customer's id.
 * @throws ApiError 400 and 409 for tokens that do not fit, 400 PAYMENT_DECLINED when the provider refuses
 *   (nothing was made), 503 when it does not answer (the tokens stay reserved).
 */
export async function sell(
  context: Context,
  studio: Studio,
  order: Order,
  request: KeyedRequest,
): Promise<number> {
  const saleId =
    (await findResult(context, context.db, request)) ??
    (await findSaleOfTokens(context.db, studio, order, request.hash)) ??
    (await reserveSale({ context, studio, order, terms: await order.terms(), request }));
  await context.step('sale.reserved');
  const result = await finishSale(context, saleId, request.traceId);
  if (result.kind === 'DONE') return result.customerId;
  const token = result.usage === 'INITIAL_PAYMENT' ? order.initialPayment : order.instrument;
  if (result.kind === 'DECLINED') throw new PaymentDeclinedError(result.code, token?.field);
  throw new ApiError('errormessage.payment.outcome.unknown', token?.field);
}

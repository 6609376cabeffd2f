import type { Context } from '../../../core/context.js';
import { ApiError, PaymentDeclinedError } from '../../../core/errors/api-error.js';
import { findResult, type KeyedRequest } from '../../../core/idempotency/idempotency.js';
import type { Studio } from '../../studios/studios.tables.js';
import { finishSale } from './finish-sale.js';
import { findSaleOfTokens, reserveSale } from './reserve-sale.js';
import type { Order } from './sales.js';

/**
 * Creates a customer, a contract, or both, and collects what is due, all or nothing.
 *
 * If there is something to pay, the sale is reserved first. Then the provider takes the money, and everything is
 * written in one transaction. An interrupted sale is finished by a repeat of the request or by the jobs. A repeat with
 * the same tokens or the same Idempotency-Key returns the result of the first request.
 *
 * @returns the customer's id.
 * @throws ApiError 400 or 409 if the tokens do not fit; 400 PAYMENT_DECLINED if the provider declines (nothing is
 * created); 503 if the provider does not respond (the tokens stay reserved).
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

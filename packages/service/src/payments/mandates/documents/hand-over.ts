import { isOfFlow } from '@upc/contract/catalogue';
import { eq } from 'drizzle-orm';
import type { Context } from '../../../context.js';
import type { Database } from '../../../store/database.js';
import { mandates } from '../../../store/schema.js';
import { directDebits } from '../../bank-details/direct-debits.js';
import type { Payment as PaymentAnswer } from '@upc/contract/gateway';
import { mandateLink } from './mandate-link.js';

/**
 * An answer with the link to the payer's copy of the mandate, where the method hands one over and this payment
 * has collected one. The link is the same each time: it is valid from the moment of acceptance.
 */
export async function withMandateLink(
  context: Pick<Context, 'keys' | 'publicUrl'>,
  db: Database,
  answer: PaymentAnswer,
): Promise<PaymentAnswer> {
  const { paymentMethod, status, paymentInstrumentDetails: details } = answer;
  if (status !== 'PREAUTHED' || !isOfFlow(paymentMethod, 'debit')) return answer;
  const { handOver } = directDebits[paymentMethod];
  if (!handOver) return answer;
  const [mandate] = await db
    .select({ id: mandates.id, acceptedAt: mandates.acceptedAt })
    .from(mandates)
    .where(eq(mandates.paymentId, answer.id));
  if (!mandate) return answer;
  const url = mandateLink(context, mandate.id, mandate.acceptedAt);
  return {
    ...answer,
    nextAction: { type: 'MANDATE_DOWNLOAD', url },
    ...(details && { paymentInstrumentDetails: handOver(details, url) }),
  };
}

/** An answer as it may be kept: whoever has the link can read the document. */
export function withoutMandateLink({ nextAction, ...answer }: PaymentAnswer): PaymentAnswer {
  const { paymentMethod, paymentInstrumentDetails: details } = answer;
  const handOver = isOfFlow(paymentMethod, 'debit') ? directDebits[paymentMethod].handOver : undefined;
  return {
    ...answer,
    ...(nextAction && nextAction.type !== 'MANDATE_DOWNLOAD' && { nextAction }),
    ...(details && handOver && { paymentInstrumentDetails: handOver(details, undefined) }),
  };
}

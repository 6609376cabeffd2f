import { eq } from 'drizzle-orm';
import type { Context } from '../../../context.js';
import type { Database } from '../../../store/database.js';
import { mandates } from '../../../store/schema.js';
import { directDebitOf } from '../../bank-details/direct-debits.js';
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
  if (answer.status !== 'PREAUTHED' || !directDebitOf(answer.paymentMethod)?.isHandedOver) return answer;
  const [mandate] = await db
    .select({ id: mandates.id, acceptedAt: mandates.acceptedAt })
    .from(mandates)
    .where(eq(mandates.paymentId, answer.id));
  if (!mandate) return answer;
  const url = mandateLink(context, mandate.id, mandate.acceptedAt);
  const { bacs, ach } = answer.paymentInstrumentDetails ?? {};
  return {
    ...answer,
    nextAction: { type: 'MANDATE_DOWNLOAD', url },
    ...(bacs && { paymentInstrumentDetails: { bacs: { ...bacs, directDebitPdfFormUrl: url } } }),
    ...(ach && { paymentInstrumentDetails: { ach: { ...ach, directDebitPdfFormUrl: url } } }),
  };
}

/** An answer as it may be kept: whoever has the link can read the document. */
export function withoutMandateLink({ nextAction, ...answer }: PaymentAnswer): PaymentAnswer {
  const { bacs, ach } = answer.paymentInstrumentDetails ?? {};
  return {
    ...answer,
    ...(nextAction && nextAction.type !== 'MANDATE_DOWNLOAD' && { nextAction }),
    ...(bacs && { paymentInstrumentDetails: { bacs: withoutUrl(bacs) } }),
    ...(ach && { paymentInstrumentDetails: { ach: withoutUrl(ach) } }),
  };
}

function withoutUrl<T extends { directDebitPdfFormUrl?: string }>({ directDebitPdfFormUrl: _, ...rest }: T) {
  return rest;
}

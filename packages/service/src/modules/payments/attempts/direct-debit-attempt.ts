import { createHash, randomUUID } from 'node:crypto';
import { catalogue, type DebitMethod } from '@upc/contract/catalogue';
import type { Schemas } from '@upc/contract/gateway';
import { eq } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import type { RequestMeta } from '../../../core/http/request-meta.js';
import { redrawSignature } from '../../documents/pdf/signature.js';
import { type PaymentDetails, requiredEmail } from '../bank-details/details.js';
import { directDebits } from '../bank-details/direct-debits.js';
import { acceptedOffer, type AcceptedOffer, acceptedText, localeOf } from '../mandates/mandate-offer.js';
import { mandates } from '../mandates/mandates.tables.js';
import { SEALED_PAYER } from '../mandates/sealed-payer.js';
import { isSaved } from '../methods.js';
import type { Payment } from '../payments.js';
import type { ConfirmIntent, PaymentProvider } from '../providers/provider.js';
import { mandateOccasion, type SessionOfStudio } from '../sessions/sessions.js';

type PaymentRequest = Schemas['PaymentRequest'];

/** Checked bank details and mandate, before anything is stored. */
export interface PreparedDebit {
  readonly details: PaymentDetails;
  readonly masked: Schemas['PaymentInstrumentDetails'];
  readonly accepted: Pick<AcceptedOffer, 'creditor' | 'offer'>;
  readonly signature: string | null;
}

/**
 * Checks the bank details, the accepted mandate and its signature.
 *
 * @throws ApiError 400 naming the field of the details or of the mandate.
 */
export function prepareDirectDebit(
  { mandateTexts, provider }: Pick<Context, 'mandateTexts'> & { readonly provider: PaymentProvider },
  { session, studio }: SessionOfStudio,
  paymentMethod: DebitMethod,
  { details, mandate, savePaymentInstrument }: PaymentRequest,
): PreparedDebit {
  const debit = directDebits[paymentMethod];
  const needsEmail = provider.requiredFields(paymentMethod).includes('email');
  const checked = {
    ...debit.check(details ?? {}),
    ...(needsEmail && { email: requiredEmail(details?.email) }),
  };
  const occasion = mandateOccasion(
    { session, studio },
    catalogue[paymentMethod].scheme,
    isSaved(session, paymentMethod, savePaymentInstrument),
  );
  const offer = acceptedOffer(mandateTexts, occasion, mandate);
  const signature = acceptedSignature(session.requireDirectDebitSignature && debit.isSigned, mandate);
  return {
    details: checked,
    masked: debit.mask(checked, { reference: offer.reference, signature }),
    accepted: { creditor: studio.creditor, offer },
    signature,
  };
}

function acceptedSignature(isRequired: boolean, mandate: PaymentRequest['mandate']): string | null {
  if (mandate?.signature) return redrawSignature(mandate.signature);
  if (isRequired) throw new ApiError('errormessage.payment.signature.required', 'mandate.signature');
  return null;
}

/** Builds the write of the mandate exactly as it was accepted, with the payer's details encrypted. */
export function mandateWrite(
  { keys, clock }: Context,
  tx: Database,
  { paymentId, details, accepted, signature }: Omit<PreparedDebit, 'masked'> & { readonly paymentId: string },
  { ip, userAgent, locale }: RequestMeta,
) {
  const { offer } = accepted;
  const text = acceptedText(accepted);
  const id = randomUUID();
  return tx.insert(mandates).values({
    id,
    paymentId,
    scheme: offer.scheme,
    reference: offer.reference,
    version: offer.version,
    language: offer.language,
    paymentType: offer.paymentType,
    accepted: {
      ...accepted,
      locale: localeOf(offer.language, locale, accepted.creditor),
      reader: locale,
    },
    acceptedText: text,
    acceptedTextSha256: createHash('sha256').update(text).digest('hex'),
    acceptedAt: clock.now(),
    ip,
    userAgent,
    signature,
    payerEncrypted: SEALED_PAYER.seal(keys, id, details),
  });
}

/** Loads a stored mandate as the provider receives it. The data is the same on every repetition. */
export async function loadConfirmation(
  { db, keys }: Context,
  { id: paymentId, paymentMethod }: Payment,
): Promise<ConfirmIntent> {
  const [mandate] = await db.select().from(mandates).where(eq(mandates.paymentId, paymentId));
  if (!mandate) throw new Error('A direct debit has no mandate.');
  return {
    paymentMethod,
    details: SEALED_PAYER.open(keys, mandate.id, mandate.payerEncrypted),
    mandate: {
      reference: mandate.reference,
      paymentType: mandate.paymentType,
      acceptedAt: mandate.acceptedAt,
      ip: mandate.ip,
      userAgent: mandate.userAgent,
    },
  };
}

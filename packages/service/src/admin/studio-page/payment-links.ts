import { html, type Html } from '@upc/server-kit/html';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { payableClaims } from '../../modules/payments/account/claims.js';
import { type DescribedLink, type PaymentLink, stateOf } from '../../modules/payments/links/links.js';
import { paymentLinks } from '../../modules/payments/links/links.tables.js';
import { actionButton, actionLink } from './action-pages.js';
import { badge, type Frame, ids, time, wordFor } from './frame.js';
import { customerLink } from './lists.js';

/** A payment link with its state now. */
export interface PaymentLinkStory extends PaymentLink {
  readonly state: DescribedLink['status'];
}

/** Loads the payment links of customers, newest first. */
export async function paymentLinkStories(
  { db, clock }: Context,
  { customerIds, studioId }: { readonly customerIds: readonly number[]; readonly studioId: number | null },
): Promise<PaymentLinkStory[]> {
  const links = await db
    .select()
    .from(paymentLinks)
    .where(
      and(
        inArray(paymentLinks.customerId, [...customerIds]),
        studioId === null ? undefined : eq(paymentLinks.studioId, studioId),
      ),
    )
    .orderBy(desc(paymentLinks.createdAt), desc(paymentLinks.id));
  return links.map((link) => ({ ...link, state: stateOf(link, clock.now()) }));
}

/** Renders a link to the form that creates a customer's next payment link, or null if the customer does not exist. */
export async function newPaymentLink(
  context: Context,
  frame: Frame,
  customerId: number,
): Promise<Html | null> {
  const [customer] = await context.db
    .select({ studioId: customers.studioId })
    .from(customers)
    .where(and(eq(customers.id, customerId), isNull(customers.erasedAt)));
  if (!customer) return null;
  const owes = (await payableClaims(context, context.db, customerId)).length > 0;
  const purposes = owes ? 'ACCOUNT_PAYMENT' : 'PAYMENT_INSTRUMENT';
  const of = `${frame.words.payments.customer} ${customerId}`;
  return html`<p class="buttons">
    ${actionLink(frame, 'payment-link.create', customer.studioId, { customerId, purposes }, of)}
  </p>`;
}

/** Renders a payment link. Staff can cancel one that is open. */
export function paymentLinkItem(frame: Frame, link: PaymentLinkStory): Html {
  const { id, studioId, customerId, purposes, state, createdAt, expiresAt } = link;
  const { contracts: text } = frame.words;
  const button = () =>
    actionButton(frame, 'payment-link.cancel', studioId, { linkId: id }, `${text.link} ${id}`);
  return html`<h3>
      ${wordFor(frame, purposes.join())} ${badge(frame, state === 'CANCELLED' ? 'LINK_CANCELLED' : state)}
    </h3>
    <p class="about">
      ${customerLink(frame, customerId)} · ${text.createdOn} ${time(frame, createdAt, studioId)} ·
      ${text.validUntil} ${time(frame, expiresAt, studioId)}
    </p>
    ${ids([text.link, id])} ${state === 'OPEN' ? html`<div class="buttons">${button()}</div>` : null}`;
}

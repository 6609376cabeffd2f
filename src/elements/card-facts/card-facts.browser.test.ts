import { expect, fixture, html } from '@open-wc/testing';
import type { StoredPaymentInstrument } from '@upc/contract/gateway';
import german from '../../../locales/de.json';
import { gatewaySession } from '../../testing/fixtures.js';
import { mountWidget } from '../../testing/mount-widget.js';

const card: StoredPaymentInstrument = {
  token: 'token',
  paymentMethod: 'CREDIT_CARD',
  details: { creditCard: { brand: 'visa', cardNumber: '************4242', expiry: '12/2026' } },
  expired: false,
};
const bancontact = { banContactCard: { cardNumber: '************4242', expiry: '12/26' } };

/** Returns what a screen reader reads of the row, and the badge in it. */
async function rowOf(
  instrument: Partial<StoredPaymentInstrument>,
  locale = 'en',
): Promise<readonly [row: string, badge: string | undefined]> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  const session = gatewaySession({ paymentInstruments: [{ ...card, ...instrument }] });
  const { root, find } = await mountWidget(
    container,
    { phase: 'choosing', session, forms: {}, expiresSoon: false },
    { locale },
    { de: german },
  );
  const badge = root.querySelector('.badge')?.textContent;
  const row = find('.row-text');
  row.querySelectorAll('[aria-hidden]').forEach((part) => part.remove());
  return [row.innerText.replace(/\s+/g, ' ').trim(), badge];
}

const wallet = (name: 'APPLE_PAY' | 'GOOGLE_PAY' | 'LINK'): Partial<StoredPaymentInstrument> => ({
  details: { creditCard: { ...card.details.creditCard, wallet: name } },
});

describe('upc-card-facts', () => {
  for (const [instrument, locale, row, badge] of [
    [{}, 'en', 'Visa 4242 Valid until 12/26', undefined],
    [{}, 'de', 'Visa 4242 Gültig bis 12/26', undefined],
    [wallet('APPLE_PAY'), 'de', 'Visa 4242 Apple Pay Gültig bis 12/26', undefined],
    [wallet('GOOGLE_PAY'), 'en', 'Visa 4242 Google Pay Valid until 12/26', undefined],
    [wallet('LINK'), 'en', 'Visa 4242 Link Valid until 12/26', undefined],
    [{ expired: true }, 'en', 'Visa 4242 Valid until 12/26 Expired', 'Expired'],
    [
      { expiresBeforeDebitOn: '2027-01-01' },
      'en',
      'Visa 4242 Valid until 12/26 Expires before the next payment on 1 January 2027',
      'Expires before the next payment on 1 January 2027',
    ],
    [
      { expiresBeforeDebitOn: '2027-01-01' },
      'de-AT',
      'Visa 4242 Gültig bis 12/26 Läuft vor der nächsten Zahlung am 1. Jänner 2027 ab',
      'Läuft vor der nächsten Zahlung am 1. Jänner 2027 ab',
    ],
    [
      { paymentMethod: 'BANCONTACT', details: bancontact },
      'en',
      'Bancontact 4242 Valid until 12/26',
      undefined,
    ],
    [{ details: { creditCard: { brand: 'visa', cardNumber: '4242' } } }, 'en', 'Visa 4242', undefined],
  ] as const)
    it(`say "${row}"`, async () => {
      expect(await rowOf(instrument, locale)).to.deep.equal([row, badge]);
    });
});

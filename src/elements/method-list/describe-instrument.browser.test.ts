import { expect, fixture } from '@open-wc/testing';
import type { StoredPaymentInstrument } from '@upc/contract/gateway';
import { describeInstrument } from './describe-instrument.js';

type Described = Pick<StoredPaymentInstrument, 'paymentMethod' | 'details'>;

const card = (brand?: string): Described => ({
  paymentMethod: 'CREDIT_CARD',
  details: { creditCard: { ...(brand && { brand }), cardNumber: '•••• 0005', expiry: '12/2030' } },
});
const iban = (shown: string): Described => ({
  paymentMethod: 'SEPA',
  details: { sepa: { bankAccountDetails: { iban: shown, accountHolder: 'Mara Lindner' } } },
});
const account = (bankAccountNumber: string): Described => ({
  paymentMethod: 'BACS',
  details: { bacs: { bankAccountNumber } },
});

/** Returns the lines as a person sees them, and as a screen reader reads them. */
async function linesOf(name: string, instrument: Described): Promise<readonly (readonly string[])[]> {
  const text = await fixture<HTMLElement>(describeInstrument(name, instrument));
  const lines = (): readonly string[] => {
    const title = text.cloneNode(true) as HTMLElement;
    title.querySelector('.row-facts')?.remove();
    return [title, ...text.querySelectorAll('.row-facts > span')].map(({ textContent }) =>
      textContent.replace(/\s+/g, ' ').trim(),
    );
  };
  const seen = lines();
  text.querySelectorAll('[aria-hidden]').forEach((part) => part.remove());
  return [seen, lines()];
}

describe('describeInstrument', () => {
  for (const [brand, title] of [
    ['amex', 'American Express'],
    ['American Express', 'American Express'],
    ['visa', 'Visa'],
    ['diners', 'Diners Club'],
    ['cartes_bancaires', 'Card'],
    [undefined, 'Card'],
  ] as const) {
    it(`names a card of ${brand ?? 'no brand'} by brand and number; its digits are read, not its dots`, async () => {
      expect(await linesOf('Card', card(brand))).to.deep.equal([[`${title} •••• 0005`], [`${title} 0005`]]);
    });
  }

  it('names an account by its method, and reads only what is known of its number', async () => {
    expect(await linesOf('SEPA Direct Debit', iban('DE89 •••• 3000'))).to.deep.equal([
      ['SEPA Direct Debit', 'DE89 •••• 3000', 'Mara Lindner'],
      ['SEPA Direct Debit', 'DE89 3000', 'Mara Lindner'],
    ]);
    expect(await linesOf('SEPA Direct Debit', iban('DE•• •••• 3000'))).to.deep.equal([
      ['SEPA Direct Debit', 'DE•• •••• 3000', 'Mara Lindner'],
      ['SEPA Direct Debit', 'DE 3000', 'Mara Lindner'],
    ]);
  });

  it('keeps the mask of a short number', async () => {
    expect((await linesOf('Bacs Direct Debit', account('•••• 34')))[0]).to.deep.equal([
      'Bacs Direct Debit',
      '•••• 34',
    ]);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CARD_REQUEST,
  startStripeService,
  type StripeService,
} from '../../../../../test/support/stripe-service.js';

let bench: StripeService;
beforeAll(async () => {
  bench = await startStripeService();
});
afterAll(() => bench.close());

test.each([null, 4711])(
  'an authorised payment continues, and its card is kept, where Stripe says %s for a text',
  async (brand) => {
    const gateway = await bench.open();
    const made = await gateway.create({ ...CARD_REQUEST, savePaymentInstrument: true });
    await bench.typeCard(made.body, '4242424242424242');
    Object.assign(bench.recorder.intents().at(-1)?.paymentMethod?.shown ?? {}, { brand });
    const { body } = await gateway.authenticate(made.body.id);
    expect(body).toMatchObject({ status: 'PREAUTHED' });
    const creditCard = {
      cardHolder: 'Mara Lindner',
      cardNumber: '•••• 4242',
      expiry: '12/2034',
      issuerCountry: 'US',
    };
    expect(body.paymentInstrumentDetails).toEqual({ creditCard });
    const { body: session } = await gateway.session();
    expect(session.paymentInstruments.map(({ details }) => details)).toContainEqual({ creditCard });
  },
);

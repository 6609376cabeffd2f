import { type Check, movement, outcome, payWith, RETURN_URL } from './check.js';

/**
 * Checks cards: held, captured, released, refunded, refused, saved. The tokens are Stripe's (docs.stripe.com/testing).
 */
export function cardChecks(): readonly Check[] {
  return [
    {
      name: 'a card is held, and read back',
      expected: 'AUTHORIZED 2500 visa •••• 4242',
      see: async (bench) => {
        const { status, amountAuthorized, instrument } = await payWith(bench, 'pm_card_visa');
        const { brand, cardNumber } = instrument?.details.creditCard ?? {};
        return `${status} ${amountAuthorized} ${brand} ${cardNumber}`;
      },
    },
    {
      name: 'a part is captured, and the rest is let go, which is not a refund',
      expected: 'SUCCEEDED 2000 0',
      see: async (bench) => {
        const { reference } = await payWith(bench, 'pm_card_visa');
        await bench.provider.captureIntent(reference, 2000, bench.key());
        const { status, amountCaptured, amountRefunded } = await bench.provider.retrieveIntent(reference);
        return `${status} ${amountCaptured} ${amountRefunded}`;
      },
    },
    {
      name: 'a capture that was made already is found as it stands',
      expected: 'SUCCEEDED',
      see: async (bench) => {
        const { reference } = await payWith(bench, 'pm_card_visa');
        await bench.provider.captureIntent(reference, 2500, bench.key());
        return outcome(() => bench.provider.captureIntent(reference, 2500, bench.key()));
      },
    },
    {
      name: 'what is held is let go',
      expected: 'CANCELLED',
      see: async (bench) => {
        const { reference } = await payWith(bench, 'pm_card_visa');
        return outcome(() => bench.provider.cancelIntent(reference, bench.key()));
      },
    },
    {
      name: 'a card is refused',
      expected: 'DECLINED INSUFFICIENT_FUNDS',
      see: (bench) => outcome(() => payWith(bench, 'pm_card_visa_chargeDeclinedInsufficientFunds')),
    },
    {
      name: 'after a refusal the intent can be closed',
      expected: 'CANCELLED',
      see: async (bench) => {
        const { reference } = await payWith(bench, 'pm_card_visa_chargeDeclined');
        return outcome(() => bench.provider.cancelIntent(reference, bench.key()));
      },
    },
    {
      name: '3-D Secure leads to a page that we allow',
      expected: 'ACTION_REQUIRED, allowed',
      see: async (bench) => {
        const { status, redirectUrl = RETURN_URL } = await payWith(bench, 'pm_card_authenticationRequired');
        const { origin } = new URL(redirectUrl);
        return `${status}, ${bench.provider.redirectOrigins.includes(origin) ? 'allowed' : origin}`;
      },
    },
    {
      name: 'a card is kept, charged without the person, and given back',
      expected: 'SUCCEEDED 1500 1500',
      see: async (bench) => {
        const kept = await payWith(bench, 'pm_card_visa', { mode: 'SETUP', amount: 0, saveInstrument: true });
        const charged = await bench.provider.chargeInstrument(
          {
            instrumentReference: kept.instrument?.reference ?? 'none',
            paymentMethod: 'CREDIT_CARD',
            amount: 1500,
            currency: 'EUR',
            customerReference: bench.person,
            statementText: 'verify:stripe',
          },
          movement(bench),
        );
        const { amountCaptured, amountRefunded } = await bench.provider.refundIntent(
          charged.reference,
          1500,
          movement(bench),
        );
        return `${charged.status} ${amountCaptured} ${amountRefunded}`;
      },
    },
    {
      name: 'a charge and its refund are found again when their keys may be forgotten',
      expected: 'SUCCEEDED 1500 500',
      see: async (bench) => {
        const kept = await payWith(bench, 'pm_card_visa', { mode: 'SETUP', amount: 0, saveInstrument: true });
        const charge = {
          instrumentReference: kept.instrument?.reference ?? 'none',
          paymentMethod: 'CREDIT_CARD',
          amount: 1500,
          currency: 'EUR',
          customerReference: bench.person,
          statementText: 'verify:stripe',
        } as const;
        const [charging, refunding] = [movement(bench, 21), movement(bench, 21)];
        await bench.provider.chargeInstrument(charge, charging);
        // The amount differs, so Stripe would refuse a new call with this key. Success proves that the earlier charge
        // was found.
        const { reference } = await bench.provider.chargeInstrument({ ...charge, amount: 1600 }, charging);
        await bench.provider.refundIntent(reference, 500, refunding);
        const { status, amountCaptured, amountRefunded } = await bench.provider.refundIntent(
          reference,
          600,
          refunding,
        );
        return `${status} ${amountCaptured} ${amountRefunded}`;
      },
    },
  ];
}

import Stripe from 'stripe';
import { registerDomain } from '../register-domains.js';
import { type Check, terms } from './check.js';

/** A domain reserved for documentation. The check disables it afterwards, because Stripe cannot delete domains. */
const DOMAIN = 'example.com';

/** Checks what wallets need and can be checked without a device. */
export function walletChecks(): readonly Check[] {
  return [
    {
      name: 'a domain is registered for wallets once, and disabled',
      expected: 'Apple Pay, Google Pay: 1 domain, disabled',
      see: async ({ stripe }) => {
        const wallets = await registerDomain(stripe, DOMAIN);
        await registerDomain(stripe, DOMAIN);
        const { data } = await stripe.paymentMethodDomains.list({ domain_name: DOMAIN });
        const [found] = data;
        const { enabled } = found
          ? await stripe.paymentMethodDomains.update(found.id, { enabled: false })
          : { enabled: true };
        const names = wallets.map(({ wallet }) => wallet).join(', ');
        return `${names}: ${data.length} domain, ${enabled ? 'enabled' : 'disabled'}`;
      },
    },
    {
      name: 'an intent for cards refuses Link as a method of its own',
      expected: 'refused: 400',
      see: async (bench) => {
        const { reference } = await bench.provider.createIntent(terms(bench), bench.key());
        const link = { payment_method_data: { type: 'link' } } as const;
        try {
          await bench.stripe.paymentIntents.confirm(reference, link);
          return 'taken';
        } catch (error) {
          return `refused: ${error instanceof Stripe.errors.StripeError ? error.statusCode : 'unknown'}`;
        }
      },
    },
  ];
}

import { isOfFlow, type MethodOf, type ProviderMethod } from '@upc/contract/catalogue';
import type { PageDetails } from '../bank/hosted-instrument.js';
import { becsFields } from './becs-fields.js';
import type { Html } from '@upc/server-kit/html';
import type { PageTexts } from './texts.js';

/** Differences between a method's page and the others. */
interface HostedMethod {
  /** Brand name in its own spelling. */
  readonly name: string;
  /** Fields that a payer who agrees fills in; without them, the payer counts as logged in. */
  readonly fields?: (texts: PageTexts, typed?: PageDetails, wrong?: string) => Html;
  /** Whether an app on the phone takes over, by a QR code on a desktop. */
  readonly isScanned?: boolean;
}

const HOSTED_METHODS: Readonly<Record<MethodOf<'page'>, HostedMethod>> = {
  PAYPAL: { name: 'PayPal' },
  TWINT: { name: 'TWINT', isScanned: true },
  IDEAL: { name: 'iDEAL | Wero' },
  BANCONTACT: { name: 'Bancontact' },
  BECS: { name: 'BECS Direct Debit', fields: becsFields },
};

/** Returns the page of a method; undefined if it has no page of its own, such as a card's 3-D Secure. */
export function hostedMethod(method: ProviderMethod): HostedMethod | undefined {
  return isOfFlow(method, 'page') ? HOSTED_METHODS[method] : undefined;
}

/** Returns the name shown at the top of the page. */
export function bankName(method: ProviderMethod, { bank }: PageTexts): string {
  const name = hostedMethod(method)?.name;
  return name === undefined ? bank : `${bank} · ${name}`;
}

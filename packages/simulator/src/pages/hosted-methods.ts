import { isOfFlow, type MethodOf, type ProviderMethod } from '@upc/contract/catalogue';
import type { PageDetails } from '../bank/hosted-instrument.js';
import { becsFields } from './becs-fields.js';
import type { Html } from '@upc/server-kit/html';
import type { PageTexts } from './texts.js';

/** Differences of a method's page from the others. */
interface HostedMethod {
  /** The brand, as it writes itself. */
  readonly name: string;
  /** Fields that a person who agrees fills in; without them the person is logged in already. */
  readonly fields?: (texts: PageTexts, typed?: PageDetails, wrong?: string) => Html;
  /** An app on the phone takes over, by a QR code on a desktop. */
  readonly isScanned?: boolean;
}

const HOSTED_METHODS: Readonly<Record<MethodOf<'page'>, HostedMethod>> = {
  PAYPAL: { name: 'PayPal' },
  TWINT: { name: 'TWINT', isScanned: true },
  IDEAL: { name: 'iDEAL' },
  BANCONTACT: { name: 'Bancontact' },
  BECS: { name: 'BECS Direct Debit', fields: becsFields },
};

/** The page of a method; undefined for a method that has none of its own, such as a card's 3-D Secure. */
export function hostedMethod(method: ProviderMethod): HostedMethod | undefined {
  return isOfFlow(method, 'page') ? HOSTED_METHODS[method] : undefined;
}

/** The name in the head of the page. */
export function bankName(method: ProviderMethod, { bank }: PageTexts): string {
  const name = hostedMethod(method)?.name;
  return name === undefined ? bank : `${bank} · ${name}`;
}

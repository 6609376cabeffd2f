import { DEBIT_METHODS, type DebitMethod, type Method } from '@upc/contract/simulator-api';

/** What the provider can do with a method. */
export interface MethodRules {
  /** ISO 4217; any when absent. */
  readonly currency?: string;
  /** Setup: the instrument can be collected and charged later. */
  readonly setup: boolean;
  /** Authorise now, capture later. */
  readonly manualCapture: boolean;
  /** Where the details come from: the service, the provider's frames, or a page of the provider. */
  readonly details: 'service' | 'frames' | 'page';
}

const debit = (currency: string): MethodRules => ({
  currency,
  setup: true,
  manualCapture: false,
  details: 'service',
});
const oneTime = (currency: string): MethodRules => ({
  currency,
  setup: false,
  manualCapture: false,
  details: 'page',
});

export const METHOD_RULES: Readonly<Record<Method, MethodRules>> = {
  SEPA: debit('EUR'),
  CH_DD: debit('CHF'),
  LSV: debit('CHF'),
  BACS: debit('GBP'),
  ACH: debit('USD'),
  BECS: { ...debit('AUD'), details: 'page' },
  CREDIT_CARD: { setup: true, manualCapture: true, details: 'frames' },
  PAYPAL: { setup: true, manualCapture: true, details: 'page' },
  TWINT: oneTime('CHF'),
  IDEAL: oneTime('EUR'),
  BANCONTACT: oneTime('EUR'),
};

export const isDebit = (method: Method): method is DebitMethod =>
  (DEBIT_METHODS as readonly string[]).includes(method);

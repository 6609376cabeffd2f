import type { Environment, PaymentState, PaymentWidgetError, Region } from 'upc-payment-widget';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { PaymentSuccess, UpcPaymentElement } from './element.js';

/** Attributes and events of `<upc-payment>` as React 19 accepts them in JSX. */
export interface PaymentAttributes {
  'session-token'?: string;
  environment?: Environment;
  region?: Region;
  'country-code'?: string;
  locale?: string;
  'return-url'?: string;
  'base-url'?: string;
  'hide-payment-button'?: boolean;
  'dev-mode'?: boolean;
  /** Options that have no attribute. */
  config?: UpcPaymentElement['config'];
  'onupc-success'?: (event: CustomEvent<PaymentSuccess>) => void;
  'onupc-error'?: (event: CustomEvent<PaymentWidgetError>) => void;
  'onupc-state-change'?: (event: CustomEvent<PaymentState>) => void;
}

/** Props that `<upc-payment>` accepts in JSX. */
export type PaymentElementProps = DetailedHTMLProps<HTMLAttributes<UpcPaymentElement>, UpcPaymentElement> &
  PaymentAttributes;

declare module 'react' {
  /* eslint @typescript-eslint/no-namespace: off -- React looks for elements in this namespace */
  namespace JSX {
    interface IntrinsicElements {
      'upc-payment': PaymentElementProps;
    }
  }
}

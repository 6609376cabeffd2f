import type { PaymentMethod } from '@upc/contract/gateway';
import type { ParsedConfig } from '../config/config.js';
import type { Translator } from '../i18n/translator.js';
import type { Clock } from '../core/clock.js';
import type { SecuredField } from '../forms/form.js';

/** Values that a widget gives to the secured fields of its providers. */
export interface SecuredFieldsOptions {
  /** The root element. */
  readonly element: HTMLElement;
  /** The present one: `update` may change it. */
  readonly config: () => ParsedConfig;
  readonly translator: Translator;
  readonly clock: Clock;
  readonly onComplete: (paymentMethod: PaymentMethod, field: SecuredField) => void;
  readonly onSubmit: () => void;
}

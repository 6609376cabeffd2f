import type { PaymentMethod } from '@upc/contract/gateway';
import type { ParsedConfig } from '../config/config.js';
import type { Translator } from '../i18n/translator.js';
import type { Clock } from '../core/clock.js';
import type { SecuredField } from '../forms/form.js';

/** Values and callbacks that a widget passes to its providers' secured fields. */
export interface SecuredFieldsOptions {
  /** Root element of the widget. */
  readonly element: HTMLElement;
  /** Returns the current configuration, which `update` may change. */
  readonly config: () => ParsedConfig;
  readonly translator: Translator;
  readonly clock: Clock;
  readonly onComplete: (paymentMethod: PaymentMethod, field: SecuredField) => void;
  readonly onSubmit: () => void;
}

import { PaymentWidgetError } from './payment-widget-error.js';

/** The gateway found a field wrong that the form could not: shown at the field. */
export class RefusedFieldError extends PaymentWidgetError {
  constructor(
    readonly field: string,
    readonly fieldMessage: string,
  ) {
    super('VALIDATION_ERROR', `The payment gateway refused the field "${field}".`, { httpStatus: 400 });
  }
}

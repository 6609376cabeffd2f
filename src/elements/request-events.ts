import type { SecuredField } from '../forms/form.js';
import type { PaymentMethod } from '@upc/contract/gateway';

/*
 * Request events of the elements. They bubble to the root element, which alone acts on them, and do not leave its
 * shadow root.
 */

export class MethodSelectEvent extends Event {
  constructor(readonly paymentMethod: PaymentMethod) {
    super('upc-method-select', { bubbles: true });
  }
}

export class InstrumentSelectEvent extends Event {
  constructor(readonly token: string) {
    super('upc-instrument-select', { bubbles: true });
  }
}

export class InstrumentRemoveEvent extends Event {
  constructor(readonly token: string) {
    super('upc-instrument-remove', { bubbles: true });
  }
}

export class FieldInputEvent extends Event {
  constructor(
    readonly field: string,
    readonly text: string,
  ) {
    super('upc-field-input', { bubbles: true });
  }
}

export class FieldBlurEvent extends Event {
  constructor(readonly field: string) {
    super('upc-field-blur', { bubbles: true });
  }
}

/** Requests the focus for a field in a frame of the provider. */
export class SecuredFocusEvent extends Event {
  constructor(readonly field: SecuredField) {
    super('upc-secured-focus', { bubbles: true });
  }
}

export class ConsentChangeEvent extends Event {
  constructor(
    readonly consent: string,
    readonly accepted: boolean,
  ) {
    super('upc-consent-change', { bubbles: true });
  }
}

export class SavingChangeEvent extends Event {
  constructor(readonly save: boolean) {
    super('upc-saving-change', { bubbles: true });
  }
}

export class SignatureChangeEvent extends Event {
  /** @param svg undefined when the signature was cleared. */
  constructor(readonly svg: string | undefined) {
    super('upc-signature-change', { bubbles: true });
  }
}

export class BackEvent extends Event {
  constructor() {
    super('upc-back', { bubbles: true });
  }
}

export class RetryEvent extends Event {
  constructor() {
    super('upc-retry', { bubbles: true });
  }
}

export class SubmitRequestEvent extends Event {
  constructor() {
    super('upc-submit-request', { bubbles: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'upc-method-select': MethodSelectEvent;
    'upc-instrument-select': InstrumentSelectEvent;
    'upc-instrument-remove': InstrumentRemoveEvent;
    'upc-field-input': FieldInputEvent;
    'upc-field-blur': FieldBlurEvent;
    'upc-consent-change': ConsentChangeEvent;
    'upc-saving-change': SavingChangeEvent;
    'upc-signature-change': SignatureChangeEvent;
    'upc-back': BackEvent;
    'upc-retry': RetryEvent;
    'upc-submit-request': SubmitRequestEvent;
  }
}

import type { Locator } from '@playwright/test';
import type { Widget } from './widget.js';

/** Test IBANs of the simulated provider. */
export const ibans = {
  success: 'DE89370400440532013000',
  refused: 'DE62370400440532013001',
  noFunds: 'DE65370400440002222227',
  wrongCheckDigits: 'DE89370400440532013001',
} as const;

const words = {
  en: { holder: 'Account holder', mandate: /I authorise/, sign: /^Sign mandate/ },
  de: { holder: /Kontoinhaber/, mandate: /ermächtige/i, sign: /Mandat/ },
} as const;

/** The SEPA form, with its texts in one language. */
export class SepaForm {
  readonly holder: Locator;
  readonly iban: Locator;
  readonly mandate: Locator;
  readonly button: Locator;

  constructor(widget: Widget, language: keyof typeof words = 'en') {
    const { holder, mandate, sign } = words[language];
    this.holder = widget.root.getByLabel(holder);
    this.iban = widget.root.getByRole('textbox', { name: 'IBAN' });
    this.mandate = widget.root.getByRole('checkbox', { name: mandate });
    this.button = widget.root.getByRole('button', { name: sign });
  }

  async fill(values: { holder?: string; iban?: string; accept?: boolean } = {}): Promise<void> {
    await this.holder.fill(values.holder ?? 'Mara Lindner');
    await this.iban.fill(values.iban ?? ibans.success);
    if (values.accept ?? true) await this.mandate.check();
  }

  /** Returns the width of the part of the IBAN that is hidden unless scrolled, in CSS pixels. */
  hiddenWidth(): Promise<number> {
    return this.iban.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  }
}

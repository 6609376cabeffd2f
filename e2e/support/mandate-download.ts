import { expect, type Locator } from '@playwright/test';
import type { Widget } from './widget.js';

/** The step between mandate and success for methods that provide the mandate as a PDF, in the words of each scheme. */
export class MandateDownload {
  readonly title: Locator;
  readonly link: Locator;
  readonly goOn: Locator;

  constructor(widget: Widget) {
    const root = widget.root.locator('upc-mandate-download');
    this.title = root.getByText(
      /^Your (authorization|Direct Debit Instruction|Direct Debit Request) is ready$/,
    );
    this.link = root.getByRole('link', { name: /^Download .*(PDF)/ });
    this.goOn = root.getByRole('button', { name: 'Continue' });
  }

  /** Expects that the link returns a PDF without a session token. */
  async expectPdf(): Promise<void> {
    const response = await fetch((await this.link.getAttribute('href')) ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/pdf');
    expect((await response.text()).slice(0, 5)).toBe('%PDF-');
  }
}

import { html } from '@upc/server-kit/html';
import { withoutVariant } from '../../../core/i18n/languages.js';
import { type TextKey, translate } from '../../../core/i18n/translate.js';

/** Texts that `page.js` shows. The script fills in their placeholders. */
const TEXTS = {
  busy: 'paymentLink.busy',
  check: 'paymentLink.check',
  done: 'paymentLink.done',
  due: 'paymentLink.due',
  loading: 'paymentLink.loading',
  method: 'paymentLink.method',
  methodText: 'paymentLink.method.text',
  missing: 'paymentLink.missing',
  next: 'paymentLink.next',
  offline: 'error.payment.NETWORK_ERROR',
  pay: 'paymentLink.pay',
  pending: 'paymentLink.pending',
  step: 'paymentLink.step',
  stillPending: 'paymentLink.pending.still',
  total: 'paymentLink.total',
  tryAgain: 'notice.retry',
  unavailable: 'paymentLink.unavailable',
  unconfirmed: 'paymentLink.unconfirmed',
} as const satisfies Readonly<Record<string, TextKey>>;

/** The placeholders of these texts, which stay as they are. */
const PLACEHOLDERS = { date: '{{date}}', number: '{{number}}', total: '{{total}}' };

/** Language of a page, and the same with the region that was asked for, by which the widget formats dates and amounts. */
export interface PageLanguage {
  readonly language: string;
  readonly locale: string;
}

/** Renders the page that a payment link opens. It is the same for every link: only its script knows which one it is. */
export function linkPage({ language, locale }: PageLanguage): string {
  const texts = Object.entries(TEXTS).map(([name, key]) => [name, translate(language, key, PLACEHOLDERS)]);
  const title = translate(language, 'paymentLink.title');
  return html`<!doctype html>
    <html lang="${withoutVariant(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/pay/page.css" />
        <script src="/widget/widget.js" defer></script>
        <script src="/pay/page.js" type="module"></script>
      </head>
      <body>
        <header hidden></header>
        <main data-locale="${locale}" data-texts="${JSON.stringify(Object.fromEntries(texts))}">
          <div id="view"><h1>${title}</h1></div>
          <noscript><p>${translate(language, 'paymentLink.noScript')}</p></noscript>
          <p id="status" role="status"></p>
        </main>
      </body>
    </html>`.markup;
}

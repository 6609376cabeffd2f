import type { ExpressSettings } from '@upc/contract/frame-protocol';
import { html } from '@upc/server-kit/html';
import type { Account } from '../ledger/events.js';
import { sheetTexts } from '../pages/sheet-texts.js';

/** Renders the document of the frame with the buttons of wallets; its script adds those that the browser supports. */
export function expressPage({ origins }: Account, nonce: string, offersLink: boolean): string {
  const simulation = Object.fromEntries(
    Object.entries(sheetTexts).map(([language, texts]) => [language, texts.simulation]),
  );
  const settings: ExpressSettings = { origins, nonce, offersLink, simulation };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="simulator-settings" content="${JSON.stringify(settings)}" />
        <title>Apple Pay, Google Pay, Link</title>
        <link rel="stylesheet" href="/assets/express-frame.css" />
        <script type="module" src="/assets/express-frame.js"></script>
      </head>
      <body></body>
    </html> `.markup;
}

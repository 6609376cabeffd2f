import type { Account } from '../ledger/events.js';
import { html } from '@upc/server-kit/html';
import type { FrameLayout, FrameSettings } from '@upc/contract/frame-protocol';

/** Renders the document of a secured card frame; its script builds the fields. */
export function cardPage(account: Account, layout: FrameLayout, nonce: string): string {
  const settings: FrameSettings = { publicKey: account.publicKey, origins: account.origins, layout, nonce };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="simulator-settings" content="${JSON.stringify(settings)}" />
        <title>Card</title>
        <link rel="stylesheet" href="/assets/card-frame.css" />
        <script type="module" src="/assets/card-frame.js"></script>
      </head>
      <body></body>
    </html> `.markup;
}

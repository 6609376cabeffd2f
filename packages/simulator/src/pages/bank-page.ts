import type { Account } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import type { Outcome } from '../rules/answer-challenge.js';
import type { PageDetails } from '../bank/hosted-instrument.js';
import { bankName, hostedMethod } from './hosted-methods.js';
import { html, type Html } from '@upc/server-kit/html';
import { icon } from './icon.js';
import { formatAmount } from './money.js';
import { qrCode } from './qr-code.js';
import type { PageTexts } from './texts.js';

/** State of a challenge's page: the choice, or its outcome. */
export type PageState = 'choice' | 'done' | 'waiting' | 'over';

export interface PageView {
  readonly intent: Intent;
  readonly account: Account;
  readonly state: PageState;
  readonly texts: PageTexts;
  /** Entries and faulty detail, if the page is shown again because of an error. */
  readonly typed?: PageDetails;
  readonly wrong?: string;
  /** Address of the page itself, for a phone that takes over. */
  readonly address: string;
  /** Address of the way back; absent if the page is in a modal frame or there is no way back. */
  readonly returnUrl?: string;
}

/** Renders a page that looks like a bank's and states that it is a simulation. It works without scripts. */
export function bankPage(view: PageView): string {
  const { intent, account, state, texts, returnUrl } = view;
  const challenge = intent.challenge?.id ?? '';
  const heading = texts.titles[intent.challenge?.kind ?? 'hosted'][intent.mode];
  const title = state === 'choice' ? heading : texts[state];
  const settings = JSON.stringify({
    nonce: challenge,
    origins: account.origins,
    done: state === 'done' || state === 'over',
  });
  return html`<!doctype html>
    <html lang="${texts.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="simulator-settings" content="${settings}" />
        <title>${title} · ${bankName(intent.paymentMethod, texts)}</title>
        <link rel="stylesheet" href="/assets/bank-page.css" />
        <script type="module" src="/assets/bank-page.js"></script>
      </head>
      <body>
        <p class="banner">
          <strong>${texts.simulation}</strong> ${texts.simulationNote}
          ${state === 'choice' ? texts.choose : ''}
        </p>
        <header class="bank">${icon('bank')}${bankName(intent.paymentMethod, texts)}</header>
        <main class="${state}">
          ${state === 'choice' ? html`` : icon(state)}
          <h1>${title}</h1>
          ${state === 'choice' ? facts(intent, account, texts) : note(state, texts)}
          ${state === 'choice' ? scan(view) : html``}
          ${state === 'choice' ? choices(challenge, view) : back(returnUrl, texts)}
        </main>
      </body>
    </html> `.markup;
}

function facts(intent: Intent, account: Account, texts: PageTexts): Html {
  const card = intent.instrument?.card;
  const rows: readonly (readonly [string, string])[] = [
    [
      texts.amount,
      intent.mode === 'setup' ? texts.noAmount : formatAmount(intent.amount, intent.currency, texts.language),
    ],
    [texts.merchant, account.merchantName],
    [texts.reference, intent.statementText],
    ...(card ? [[texts.card, `•••• ${card.last4}`] as const] : []),
  ];
  return html`<dl class="${intent.mode}">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/**
 * Renders a QR code for desktops, with which the payer opens the page on the phone that has the app. The stylesheet
 * hides it elsewhere.
 */
function scan({ intent, texts, address }: PageView): Html {
  if (!hostedMethod(intent.paymentMethod)?.isScanned) return html``;
  return html`<div class="scan">
    <p>${texts.scan}</p>
    ${qrCode(address, texts.qrCode)}
  </div>`;
}

function choices(challenge: string, { intent, texts, typed, wrong }: PageView): Html {
  // The fields are checked only if the payer agrees.
  const button = (outcome: Outcome, look: string, checks: boolean): Html =>
    html`<button class="${look}" name="outcome" value="${outcome}" ${checks ? html`` : html`formnovalidate`}>
      ${texts.outcomes[outcome]}
    </button>`;
  return html`<form method="post" action="/pages/${challenge}?locale=${texts.language}">
    ${hostedMethod(intent.paymentMethod)?.fields?.(texts, typed, wrong) ?? html``}
    ${button('approve', 'primary', true)} ${button('cancel', 'secondary', false)}
    <h2>${texts.others}</h2>
    ${button('refuse', 'plain', false)} ${button('later', 'plain', true)} ${button('never', 'plain', false)}
  </form>`;
}

function note(state: Exclude<PageState, 'choice'>, texts: PageTexts): Html {
  return html`<p>${texts[`${state}Note`]}</p>`;
}

function back(returnUrl: string | undefined, texts: PageTexts): Html {
  return returnUrl === undefined
    ? html``
    : html`<p><a class="button" href="${returnUrl}">${texts.back}</a></p>`;
}

import { type SheetSettings, WALLET_LABELS } from '@upc/contract/frame-protocol';
import { html, type Html } from '@upc/server-kit/html';
import { TEST_CARDS } from '../bank/test-data.js';
import { WALLET_ADDRESSES, WALLET_CARDS, type WalletCard } from '../bank/wallets.js';
import { brandOf } from '../cards/brands.js';
import type { Account } from '../ledger/events.js';
import { icon } from '../pages/icon.js';
import { formatAmount } from '../pages/money.js';
import type { SheetTexts } from '../pages/sheet-texts.js';

export interface SheetView extends Pick<SheetSettings, 'nonce' | 'wallet' | 'recurring' | 'patience'> {
  readonly account: Account;
  readonly texts: SheetTexts;
  /** Minor units; 0 only stores the card. */
  readonly amount: number;
  readonly currency: string;
}

/**
 * Renders a wallet's payment sheet, which states that it is a simulation. Its script shows one of the sections at a
 * time.
 */
export function sheetPage(view: SheetView): string {
  const { account, nonce, wallet, recurring, patience, texts } = view;
  const { publicKey, origins } = account;
  const settings: SheetSettings = { publicKey, origins, nonce, wallet, recurring, patience };
  const label = WALLET_LABELS[wallet];
  return html`<!doctype html>
    <html lang="${texts.language}" class="framed">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="simulator-settings" content="${JSON.stringify(settings)}" />
        <title>${label} · ${texts.simulation}</title>
        <link rel="stylesheet" href="/assets/bank-page.css" />
        <script type="module" src="/assets/payment-sheet.js"></script>
      </head>
      <body>
        <p class="banner"><strong>${texts.simulation}</strong> ${texts.simulationNote}</p>
        <main id="choice" class="choice">
          <h1>${view.amount === 0 ? texts.storeTitle : texts.payTitle}</h1>
          ${facts(view)} ${choices(view)}
        </main>
        ${section('waiting', texts.waiting, texts.waitingNote)} ${section('done', texts.done, '')}
        ${section('failed', texts.failed, texts.failedNote)} ${section('late', texts.late, texts.lateNote)}
      </body>
    </html> `.markup;
}

function facts({ account, amount, currency, recurring, texts }: SheetView): Html {
  const rows = [
    [texts.amount, amount === 0 ? texts.noAmount : formatAmount(amount, currency, texts.language)],
    [texts.merchant, account.merchantName],
    ...(recurring ? [[texts.later, texts.laterNote] as const] : []),
  ] as const;
  return html`<dl class="${amount === 0 ? 'setup' : 'payment'}">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function choices({ amount, currency, texts }: SheetView): Html {
  const sum = formatAmount(amount, currency, texts.language);
  return html`<form inert>
    <div class="field">
      <label for="card">${texts.card}</label>
      <select id="card" name="card">
        ${WALLET_CARDS.map((number) => html`<option value="${number}">${cardName(number, texts)}</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="country">${texts.address}</label>
      <select id="country" name="country" aria-describedby="country-error">
        ${WALLET_ADDRESSES.map(
          ({ country, text, isAccepted }) =>
            html`<option value="${country}" data-accepted="${isAccepted ? 'yes' : 'no'}">
              ${countryName(country, texts)}: ${text}
            </option>`,
        )}
      </select>
      <p class="error" id="country-error" role="alert" data-text="${texts.addressRefused}"></p>
    </div>
    <button class="primary" name="approve">
      ${amount === 0 ? texts.store : texts.pay.replace('{sum}', sum)}
    </button>
    <button class="secondary" type="button" name="cancel">${texts.cancel}</button>
    <h2>${texts.others}</h2>
    <button class="plain" name="late">${texts.tooSlow}</button>
  </form>`;
}

function cardName(number: WalletCard, { outcomes }: SheetTexts): string {
  const verdict = TEST_CARDS.find((card) => card.number === number)?.verdict ?? 'declined';
  return `${brandOf(number)?.label ?? ''} •••• ${number.slice(-4)} – ${outcomes[verdict] ?? outcomes.declined}`;
}

function countryName(country: string, { language }: SheetTexts): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country;
}

function section(state: 'waiting' | 'done' | 'failed' | 'late', title: string, note: string): Html {
  return html`<main id="${state}" class="${state}" hidden>
    ${icon(state === 'failed' || state === 'late' ? 'over' : state)}
    <h1 tabindex="-1">${title}</h1>
    <p>${note}</p>
  </main>`;
}

import { html, type Html } from '@upc/server-kit/html';
import type { BankAccount, ReceivedFile, Report } from '../bank-files/bank-account.js';
import { addDays, type Day } from '../bank-files/target-days.js';
import type { Account } from '../ledger/events.js';
import { icon } from './icon.js';

/** A studio with its account at the simulated bank. */
export interface BankAccountView {
  readonly account: Account;
  readonly bank: BankAccount;
  readonly today: Day;
}

/** Renders the page with which developers act as the bank of a studio. It works without scripts. */
export function bankAccountPage(accounts: readonly Account[], chosen: BankAccountView | null): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${chosen ? `${chosen.account.merchantName} · ` : ''}Simulated Bank</title>
        <link rel="stylesheet" href="/assets/bank-page.css" />
      </head>
      <body>
        <p class="banner"><strong>Simulation</strong> This is not a real bank and no money will move.</p>
        <header class="bank">${icon('bank')}Simulated Bank</header>
        <main class="choice account">
          <h1>${chosen ? `Account of ${chosen.account.merchantName}` : 'Accounts of studios'}</h1>
          ${studios(accounts, chosen)}${chosen && account(chosen)}
        </main>
      </body>
    </html> `.markup;
}

function studios(accounts: readonly Account[], chosen: BankAccountView | null): Html {
  if (accounts.length === 0) return html`<p>No studio has registered with the provider yet.</p>`;
  return html`<form method="get" action="/bank">
    <div class="field">
      <label for="account">Studio</label>
      <select id="account" name="account">
        ${accounts.map(
          ({ publicKey, merchantName }) =>
            html`<option
              value="${publicKey}"
              ${publicKey === chosen?.account.publicKey ? html`selected` : null}
            >
              ${merchantName}
            </option>`,
        )}
      </select>
    </div>
    <button class="secondary">Show the account</button>
  </form>`;
}

function account({ account: { publicKey }, bank, today }: BankAccountView): Html {
  const reports = bank.reports(today);
  const key = encodeURIComponent(publicKey);
  return html`
    <h2>Give a file to the bank</h2>
    <form method="post" action="/bank/files?account=${key}" enctype="multipart/form-data">
      <div class="field">
        <label for="file">File of upc-service bank export (pain.008.001.08)</label>
        <input id="file" name="file" type="file" accept=".xml,application/xml" required />
      </div>
      <button class="primary">Give the file to the bank</button>
    </form>
    ${table('Files', ['Received on', 'Message', 'Status', 'Reasons'], bank.files.toReversed().map(fileRow))}
    <h2>Let days pass</h2>
    <p>Today is ${longDay(today)} for the bank. ${bank.hasClosed(today) ? 'The day is over.' : ''}</p>
    <form method="post" action="/bank/days?account=${key}">
      <div class="field">
        <label for="until">Until the end of</label>
        <input
          id="until"
          name="until"
          type="date"
          min="${today}"
          value="${bank.hasClosed(today) ? addDays(today, 1) : today}"
          required
        />
      </div>
      <button class="primary">Let the days pass</button>
    </form>
    ${table(
      'Reports',
      ['Written on', 'Report'],
      reports.toReversed().map((report) => reportRow(report, key)),
    )}
  `;
}

function table(caption: string, heads: readonly string[], rows: readonly Html[]): Html {
  if (rows.length === 0) return html`<p>${caption}: none yet.</p>`;
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

const STATUSES: Readonly<Record<ReceivedFile['status'], string>> = {
  ACCP: 'accepted',
  PART: 'accepted in part',
  RJCT: 'refused',
};

function fileRow({ receivedOn, messageId, status, faults }: ReceivedFile): Html {
  const reasons = new Set(faults.map(({ reason, text }) => `${reason}: ${text}`));
  return html`<tr>
    <td>${receivedOn}</td>
    <td>${messageId ?? '–'}</td>
    <td>${STATUSES[status]}</td>
    <td>${[...reasons].map((reason) => html`<div>${reason}</div>`)}</td>
  </tr>`;
}

function reportRow({ reportId, kind, createdOn }: Report, key: string): Html {
  return html`<tr>
    <td>${createdOn}</td>
    <td><a href="/bank/reports/${reportId}?account=${key}">${REPORTS[kind]} (${kind})</a></td>
  </tr>`;
}

const REPORTS: Readonly<Record<Report['kind'], string>> = {
  'pain.002': 'Status of a file',
  'camt.053': 'Statement',
  'camt.054': 'Returned debits',
};

function longDay(day: Day): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
}

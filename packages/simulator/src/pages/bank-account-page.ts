import { html, type Html } from '@upc/server-kit/html';
import type { AccountView, BankCustomer, ReceivedFile, Report } from '../bank-files/bank-customer.js';
import { addDays, type Day } from '../bank-files/bank-days.js';
import type { Account } from '../ledger/events.js';
import { icon } from './icon.js';

/** A studio as a customer of the simulated banks. */
export interface BankAccountView {
  readonly account: Account;
  readonly customer: BankCustomer;
  readonly today: Day;
}

/** Renders the page with which developers act as the banks of a studio. It works without scripts. */
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
          <h1>${chosen ? `Accounts of ${chosen.account.merchantName}` : 'Accounts of studios'}</h1>
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
    <button class="secondary">Show the accounts</button>
  </form>`;
}

function account({ account: { publicKey }, customer, today }: BankAccountView): Html {
  const reports = customer.reports(today);
  const key = encodeURIComponent(publicKey);
  return html`
    ${table('Accounts', ['Bank', 'Account'], customer.accounts().map(accountRow))}
    <h2>Give a file to the bank</h2>
    <p>Its format decides which bank takes it: SEPA, Swiss or US. The first file with an account opens it.</p>
    <form method="post" action="/bank/files?account=${key}" enctype="multipart/form-data">
      <div class="field">
        <label for="file">File of upc-service bank export (pain.008, Nacha or ABA)</label>
        <input
          id="file"
          name="file"
          type="file"
          accept=".xml,.ach,.aba,application/xml,text/plain"
          required
        />
      </div>
      <button class="primary">Give the file to the bank</button>
    </form>
    ${table('Files', ['Received on', 'Bank', 'Message', 'Status', 'Reasons'], customer.files.toReversed().map(fileRow))}
    <h2>Let days pass</h2>
    <p>Today is ${longDay(today)} for the bank. ${customer.hasClosed(today) ? 'The day is over.' : ''}</p>
    <form method="post" action="/bank/days?account=${key}">
      <div class="field">
        <label for="until">Until the end of</label>
        <input
          id="until"
          name="until"
          type="date"
          min="${today}"
          value="${customer.hasClosed(today) ? addDays(today, 1) : today}"
          required
        />
      </div>
      <button class="primary">Let the days pass</button>
    </form>
    ${table(
      'Reports',
      ['Written on', 'Account', 'Report'],
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

const accountRow = ({ bank, number }: AccountView): Html =>
  html`<tr>
    <td>${bank}</td>
    <td>${number}</td>
  </tr>`;

const STATUSES: Readonly<Record<ReceivedFile['status'], string>> = {
  ACCP: 'accepted',
  PART: 'accepted in part',
  RJCT: 'refused',
};

function fileRow({ receivedOn, bank, messageId, status, faults }: ReceivedFile): Html {
  const reasons = new Set(faults.map(({ reason, text }) => `${reason}: ${text}`));
  return html`<tr>
    <td>${receivedOn}</td>
    <td>${bank}</td>
    <td>${messageId ?? '–'}</td>
    <td>${STATUSES[status]}</td>
    <td>${[...reasons].map((reason) => html`<div>${reason}</div>`)}</td>
  </tr>`;
}

function reportRow({ reportId, account, kind, createdOn }: Report, key: string): Html {
  return html`<tr>
    <td>${createdOn}</td>
    <td>${account ?? '–'}</td>
    <td><a href="/bank/reports/${reportId}?account=${key}">${REPORTS[kind]} (${kind})</a></td>
  </tr>`;
}

const REPORTS: Readonly<Record<Report['kind'], string>> = {
  'pain.002': 'Status of a file',
  'camt.053': 'Statement',
  'camt.054': 'Returned debits',
  NACHA: 'Returns and changes',
  ABA: 'Returns',
};

function longDay(day: Day): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
}

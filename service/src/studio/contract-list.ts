import { signedTerm } from '../memberships/contracts.js';
import type { ContractStory } from './contract-stories.js';
import { money } from './format.js';
import { html, type Html } from './html.js';

/** The contracts of members, with their claims and charges, and what became of each. */
export function contractList(stories: readonly ContractStory[]): Html | null {
  if (stories.length === 0) return null;
  return html`<h2>Contracts, newest first</h2>
    ${stories.map(story)}`;
}

function story({ contract, studioName, currency, claims, charges }: ContractStory): Html {
  const { id, customerId, startDate, endDate, cancelation } = contract;
  const open = claims.filter(({ isSettled }) => !isSettled);
  return html`<article>
    <h3>
      ${signedTerm(contract).rateName} <span class="scope">contract ${id}</span>
      ${cancelation ? html`<span class="badge" data-status="CANCELED">CANCELED</span>` : null}
    </h3>
    <p class="about">
      ${studioName} · customer ${customerId} · ${startDate} to ${endDate}
      ${cancelation ? html`, cancelled on ${cancelation.receivedOn} by ${cancelation.origin}` : null}
    </p>
    <details>
      <summary>Claims (${claims.length}, ${open.length} open)</summary>
      <ol class="events">
        ${claims.map(
          ({ dueDate, description, amount, payments, isSettled, id: claimId }) =>
            html`<li>
              ${dueDate} <strong>${money(amount, currency)}</strong> ${description}
              ${isSettled ? 'paid' : 'open'} ${payments.map((payment) => booking(payment, currency))}
              <span class="trace">claim ${claimId}</span>
            </li>`,
        )}
      </ol>
    </details>
    ${
      charges.length === 0
        ? null
        : html`<details>
            <summary>Charges of payment runs (${charges.length})</summary>
            <ol class="events">
              ${charges.map(
                ({ status, amount, failureCode, createdAt, traceId }) =>
                  html`<li>
                    ${day(createdAt)} <strong>${money(amount, currency)}</strong>
                    <span class="badge" data-status="${status}">${status}</span> ${failureCode}
                    <span class="trace">trace <code>${traceId}</code></span>
                  </li>`,
              )}
            </ol>
          </details>`
    }
  </article>`;
}

function booking({ amount, bookedAt }: { amount: number; bookedAt: Date }, currency: string): Html {
  return html`${amount < 0 ? 'returned' : 'paid'} ${money(Math.abs(amount), currency)} on ${day(bookedAt)} `;
}

function day(date: Date): Html {
  const iso = date.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`;
}

import { html, type Html } from '@upc/server-kit/html';
import { signedTerm } from '../../modules/memberships/contracts/contracts.js';
import type { ContractStory } from './contract-stories.js';
import { day, money } from './format.js';
import { type IdlePeriodFrame, idlePeriodList } from './idle-periods.js';

interface Links extends Pick<IdlePeriodFrame, 'documentLink'> {
  readonly contractLink: (contractId: number) => string;
}

/** Renders members' contracts with their claims, idle periods and charges, and the result of each. */
export function contractList(stories: readonly ContractStory[], links: Links): Html | null {
  if (stories.length === 0) return null;
  return html`<h2>Contracts, newest first</h2>
    ${stories.map((each) => story(each, links))}`;
}

function story(
  { contract, studio, claims, idlePeriods, charges }: ContractStory,
  { documentLink, contractLink }: Links,
): Html {
  const { currency } = studio;
  const { id, customerId, startDate, endDate, cancelation } = contract;
  const open = claims.filter(({ isSettled }) => !isSettled);
  return html`<article>
    <h3>
      ${signedTerm(contract).rateName} <span class="scope">contract ${id}</span>
      ${cancelation ? html`<span class="badge" data-status="CANCELED">CANCELED</span>` : null}
    </h3>
    <p class="about">
      ${studio.name} · <a href="/studio?customer=${customerId}">customer ${customerId}</a> · ${startDate} to
      ${endDate}${cancelation ? html`, cancelled on ${cancelation.receivedOn} by ${cancelation.origin}` : null}
    </p>
    <p><a href="${contractLink(id)}">The contract as a PDF</a></p>
    <details>
      <summary>Claims (${claims.length}, ${open.length} open)</summary>
      <ol class="events">
        ${claims.map(
          ({ dueDate, description, amount, payments, credits, isSettled, id: claimId }) =>
            html`<li>
              ${dueDate} <strong>${money(amount, currency)}</strong> ${description}
              ${isSettled ? 'paid' : 'open'} ${payments.map((payment) => booking(payment, currency))}
              ${credits.map((credit) => html`credited ${money(credit.amount, currency)} on ${day(credit.bookedAt)} `)}
              <span class="trace">claim ${claimId}</span>
            </li>`,
        )}
      </ol>
    </details>
    ${idlePeriodList(idlePeriods, { studioId: studio.id, currency, documentLink })}
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

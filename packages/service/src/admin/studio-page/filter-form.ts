import { methodNames } from '@upc/contract/catalogue';
import { html, type Html } from '@upc/server-kit/html';
import { addressOf, PAYMENT_STATUSES, SESSION_STATUSES, type SessionFilter } from './session-filter.js';

interface StudioName {
  readonly id: number;
  readonly name: string;
}

/** Renders search and filters. They are part of the page's address, so that it can be saved and shared. */
export function filterForm(filter: SessionFilter, studios: readonly StudioName[]): Html {
  const { search, studioId, paymentStatus, sessionStatus, method, customerId, from, to } = filter;
  const isFiltered = addressOf(filter) !== '/studio';
  return html`<form role="search" action="/studio" class="filters">
    <label class="wide">
      <span>Any id</span>
      <input
        name="q"
        value="${search ?? ''}"
        placeholder="Payment, session, customer, trace"
        autocomplete="off"
        spellcheck="false"
      />
    </label>
    <label>
      <span>Studio</span>
      <select name="studio">
        ${option('', 'All', studioId === null)}
        ${studios.map(({ id, name }) => option(String(id), name, id === studioId))}
      </select>
    </label>
    <label>
      <span>Method</span>
      <select name="method">
        ${option('', 'All', method === null)} ${methodNames.map((one) => option(one, one, one === method))}
      </select>
    </label>
    <label>
      <span>Status</span>
      <select name="status">
        ${option('', 'All', paymentStatus === null && sessionStatus === null)}
        <optgroup label="Attempt">
          ${PAYMENT_STATUSES.map((one) => option(one, one, one === paymentStatus))}
        </optgroup>
        <optgroup label="Session">
          ${SESSION_STATUSES.map((one) => option(one, one, one === sessionStatus))}
        </optgroup>
      </select>
    </label>
    <label>
      <span>Customer</span>
      <input name="customer" value="${customerId ?? ''}" inputmode="numeric" autocomplete="off" />
    </label>
    <label>
      <span>From</span>
      <input name="from" type="date" value="${from ?? ''}" />
    </label>
    <label>
      <span>Until</span>
      <input name="to" type="date" value="${to ?? ''}" />
    </label>
    <label class="check wide">
      <input name="empty" type="checkbox" value="shown" ${filter.withoutAttempts ? html`checked` : null} />
      Sessions without attempts too
    </label>
    <p class="wide">
      <button>Find</button>
      ${isFiltered ? html`<a href="/studio">Show all</a>` : null}
      <label class="refresh"><input id="refresh" type="checkbox" checked /> Refresh automatically</label>
    </p>
  </form>`;
}

function option(value: string, label: string, isChosen: boolean): Html {
  return html`<option value="${value}" ${isChosen ? html`selected` : null}>${label}</option>`;
}

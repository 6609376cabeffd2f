import { html, type Html } from '@upc/server-kit/html';
import { totalFee } from '../../modules/memberships/idle-periods/fees.js';
import type { AgreedFreeze } from '../../modules/memberships/idle-periods/freeze.js';
import { actionButton } from './action-pages.js';
import { badge, day, money } from './format.js';
import type { FreezeStory } from './idle-period-stories.js';

/** The surroundings that a freeze is shown with. */
export interface FreezeFrame {
  readonly studioId: number;
  readonly currency: string;
  /** Opens a document for some minutes. */
  readonly documentLink: (documentId: number) => string;
}

/** The freezes of a contract, with what became of each; staff decide here about those that wait. */
export function freezeList(stories: readonly FreezeStory[], frame: FreezeFrame): Html | null {
  if (stories.length === 0) return null;
  const waiting = stories.filter(({ freeze }) => freeze.state === 'PENDING_VERIFICATION');
  return html`<details>
    <summary>Freezes (${stories.length}, ${waiting.length} to be decided)</summary>
    <ol class="attempts">
      ${stories.map((story) => freezeItem(story, frame))}
    </ol>
  </details>`;
}

function freezeItem({ freeze, events }: FreezeStory, frame: FreezeFrame): Html {
  const { id, state, asked, inForce } = freeze;
  const isChanging = state === 'PENDING_VERIFICATION' && inForce !== null;
  const stayed = state === 'WITHDRAWN' && inForce !== null;
  return html`<li>
    <p>
      ${span(asked)} ${badge(state)} ${asked.reason.name}, ${fee(asked, frame.currency)}
      <span class="trace">freeze ${id}</span>
    </p>
    ${isChanging ? html`<p>Until that is decided: ${span(inForce)}</p>` : null}
    ${stayed ? html`<p>What had gone by: ${span(inForce)}</p>` : null}
    ${
      asked.documentId === null
        ? null
        : html`<p><a href="${frame.documentLink(asked.documentId)}">The document for the reason</a></p>`
    }
    ${state === 'PENDING_VERIFICATION' ? decisions(id, frame) : null}
    <ol class="events">
      ${events.map(
        ({ kind, detail, createdAt, traceId }) =>
          html`<li>
            ${day(createdAt)} <strong>${kind}</strong> ${detail.split(': ')[1] ?? ''}
            <span class="trace">trace <code>${traceId}</code></span>
          </li>`,
      )}
    </ol>
  </li>`;
}

function decisions(idlePeriodId: number, { studioId: studio }: FreezeFrame): Html {
  return html`<p>
    ${actionButton('idle-period.approve', 'Approve', { studio, idlePeriodId })}
    ${actionButton('idle-period.reject', 'Reject', { studio, idlePeriodId })}
  </p>`;
}

function span({ startDate, endDate }: AgreedFreeze): string {
  return endDate === null ? `${startDate}, without an end` : `${startDate} to ${endDate}`;
}

function fee(freeze: AgreedFreeze, currency: string): string {
  const total = totalFee(freeze);
  return total === null ? 'a fee for each term' : `fee ${money(total, currency)}`;
}

import { html, type Html } from '@upc/server-kit/html';
import { actionButton } from './action-pages.js';
import { badge, time } from './format.js';
import type { Inbox, PendingAmendment, ShownDelivery, ShownIntegration, ShownThread } from './inbox.js';

/** Renders requests that wait for staff, with a button for each staff action that handles them. */
export function inboxLists({ amendments, threads, deliveries, integrations }: Inbox): Html {
  return html`${list('Changes of contact data to decide', amendments.map(amendmentItem))}
  ${list('Conversations', threads.map(threadItem))}
  ${list('Events sent to partners', deliveries.map(deliveryItem))}
  ${list('Integrations', integrations.map(integrationItem))}`;
}

function list(title: string, items: readonly Html[]): Html | null {
  if (items.length === 0) return null;
  return html`<h2>${title}</h2>
    <ol class="events">
      ${items}
    </ol>`;
}

function amendmentItem({ id, studioId, customerId, changes, createdAt }: PendingAmendment): Html {
  const wanted = Object.entries(changes ?? {}).map(
    ([field, value]) => `${field}: ${value === '' ? 'removed' : value}`,
  );
  return html`<li>
    ${time(createdAt)} <strong>amendment ${id}</strong> customer ${customerId}: ${wanted.join(', ')}
    ${actionButton('contact-data.approve', 'Approve', { studio: studioId, amendmentId: id })}
    ${actionButton('contact-data.reject', 'Reject', { studio: studioId, amendmentId: id })}
  </li>`;
}

function threadItem({ id, studioId, customerId, status, said, createdAt }: ShownThread): Html {
  return html`<li>
    ${time(createdAt)} <strong>thread ${id}</strong> ${badge(status)} customer ${customerId}
    <details>
      <summary>${said.length} ${said.length === 1 ? 'communication' : 'communications'}</summary>
      ${said.map(
        ({
          communication: { subject, content, communicationDirection, communicationChannel },
          communicatedAt,
        }) =>
          html`<p>${time(communicatedAt)} ${communicationDirection}, ${communicationChannel}: ${subject}</p>
            <blockquote>${content}</blockquote>`,
      )}
    </details>
    ${
      status === 'CLOSED'
        ? null
        : actionButton('communication.close-thread', 'Close', { studio: studioId, threadId: id })
    }
  </li>`;
}

function deliveryItem({ delivery, studioId, url }: ShownDelivery): Html {
  const { id, type, entityId, status, attempts, lastResult, uuid, occurredAt, nextAttemptAt } = delivery;
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`;
  return html`<li>
    ${time(occurredAt)} <strong>${type}</strong> ${badge(status)} entity ${entityId}, ${tries}
    ${lastResult === null ? null : html`(${lastResult})`} to ${new URL(url).host}
    ${
      status === 'PENDING'
        ? html`, next ${time(nextAttemptAt)}`
        : actionButton('event.replay', 'Send again', { studio: studioId, deliveryId: id })
    }
    <span class="trace">uuid <code>${uuid}</code></span>
  </li>`;
}

function integrationItem({ integration, receiver, openStudios }: ShownIntegration): Html {
  const { id, studioId, name, scopes, status } = integration;
  const events = receiver?.types?.join(', ') ?? 'every type';
  return html`<li>
    <strong>${name}</strong> ${badge(status)} integration ${id}, studio ${studioId}, ${scopes.length} scopes
    ${
      receiver === null
        ? null
        : html`, events to ${new URL(receiver.url).host}: ${events}
          ${receiver.isActive ? null : ' (not confirmed yet)'}`
    }
    ${openStudios.length === 0 ? null : `, let in by studio ${openStudios.join(', ')}`}
    ${
      status === 'ACTIVE'
        ? actionButton('integration.deactivate', 'Switch off', { studio: studioId, integrationId: id })
        : actionButton('integration.activate', 'Switch on', { studio: studioId, integrationId: id })
    }
  </li>`;
}

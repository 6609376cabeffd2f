import { html, type Html } from '@upc/server-kit/html';
import { and, desc, eq, ilike, inArray, like, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { keyIdOfHash } from '../../core/secrets/tokens.js';
import { devices } from '../../modules/devices/devices.tables.js';
import { apiKeys, integrationAccess, integrations } from '../../modules/integrations/integrations.tables.js';
import { webhookDeliveries, webhookSubscriptions } from '../../modules/webhooks/webhooks.tables.js';
import { actionButton } from './action-pages.js';
import { isListed, UUID, wholeNumber } from './filter.js';
import { badge, type Frame, ids, studioName, time, wordFor } from './frame.js';
import { NO_ROWS, type Part, partOf, type Range, rangeOf, section } from './lists.js';

/** Loads and renders partners' access: integrations with keys, devices, and the events that they receive. */
export async function integrationsTab({ db }: Context, frame: Frame): Promise<Html | null> {
  const { filter, words } = frame;
  const rows = isListed(filter, 'integrations') ? await shownIntegrations(db, frame) : [];
  const found = isListed(filter, 'devices') ? await shownDevices(db, frame) : [];
  const deliveries = isListed(filter, 'deliveries')
    ? await newestDeliveries(db, frame, rangeOf(filter, 'deliveries'))
    : NO_ROWS;
  if (filter.search !== null && [rows, found, deliveries.rows].every(({ length }) => length === 0))
    return null;
  const isSearch = filter.search !== null;
  const nothing = (text: string) => (isSearch ? null : html`<p class="empty">${text}</p>`);
  return html`${
    isListed(filter, 'integrations')
      ? section(frame, {
          name: 'integrations',
          title: words.integrations.integrations,
          part: partOf(rows, rangeOf(filter, 'integrations')),
          item: (row) => integrationItem(frame, row),
          idOf: ({ integration }) => integration.id,
          empty: nothing(words.integrations.none),
        })
      : null
  }
  ${
    isListed(filter, 'deliveries')
      ? section(frame, {
          name: 'deliveries',
          title: words.integrations.deliveries,
          part: deliveries,
          item: (row) => deliveryItem(frame, row),
          idOf: ({ delivery }) => delivery.id,
          empty: nothing(words.lists.empty),
        })
      : null
  }
  ${
    isListed(filter, 'devices')
      ? section(frame, {
          name: 'devices',
          title: words.integrations.devices,
          part: partOf(found, rangeOf(filter, 'devices')),
          item: (row) => deviceItem(frame, row),
          idOf: ({ id }) => id,
        })
      : null
  }`;
}

interface ShownIntegration {
  readonly integration: typeof integrations.$inferSelect;
  /** Address that receives the integration's events; null if there is none. */
  readonly receiver: typeof webhookSubscriptions.$inferSelect | null;
  readonly keyIds: readonly string[];
  /** Other studios that have admitted the integration. */
  readonly openStudios: readonly number[];
}

async function shownIntegrations(db: Database, { filter }: Frame): Promise<ShownIntegration[]> {
  const { search, studioId } = filter;
  const { size, before } = rangeOf(filter, 'integrations');
  const ofKey = db
    .select({ id: apiKeys.integrationId })
    .from(apiKeys)
    .where(like(apiKeys.keyHash, `${search?.replaceAll(/\W/g, '') ?? ''}%`));
  const isFound =
    search === null
      ? undefined
      : or(
          named(search, integrations.id, integrations.name),
          /^[\da-f]{6,12}$/.test(search) ? inArray(integrations.id, ofKey) : undefined,
        );
  const rows = await db
    .select({ integration: integrations, receiver: webhookSubscriptions })
    .from(integrations)
    .leftJoin(webhookSubscriptions, eq(webhookSubscriptions.integrationId, integrations.id))
    .where(
      and(
        isFound,
        studioId === null ? undefined : eq(integrations.studioId, studioId),
        before === null ? undefined : lt(integrations.id, before),
      ),
    )
    .orderBy(desc(integrations.id))
    .limit(size + 1);
  const shown = rows.map(({ integration }) => integration.id);
  if (shown.length === 0) return [];
  const keys = await db
    .select()
    .from(apiKeys)
    .where(and(inArray(apiKeys.integrationId, shown), eq(apiKeys.status, 'ACTIVE')));
  const grants = await db
    .select()
    .from(integrationAccess)
    .where(inArray(integrationAccess.integrationId, shown));
  return rows.map(({ integration, receiver }) => {
    const isOwn = ({ integrationId }: { integrationId: number }) => integrationId === integration.id;
    return {
      integration,
      receiver,
      keyIds: keys.filter(isOwn).map(({ keyHash }) => keyIdOfHash(keyHash)),
      openStudios: grants.filter(isOwn).map(({ studioId: open }) => open),
    };
  });
}

type Column = typeof integrations.id | typeof integrations.name | typeof devices.id | typeof devices.name;

function named(search: string, id: Column, name: Column): SQL | undefined {
  const number = wholeNumber(search);
  const text = search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
  return or(number === null ? undefined : eq(id, number), ilike(name, `%${text}%`));
}

function integrationItem(
  frame: Frame,
  { integration, receiver, keyIds, openStudios }: ShownIntegration,
): Html {
  const { words } = frame;
  const { id, studioId: studio, name, scopes, status } = integration;
  const text = words.integrations;
  const events = receiver?.types?.map((type) => wordFor(frame, type)).join(', ') ?? text.everyType;
  return html`<h3>${name} ${badge(frame, status)}</h3>
    <p class="about">${studioName(frame, studio)} · ${text.scopes(scopes.length)}</p>
    <p class="about">
      ${
        receiver === null
          ? text.noReceiver
          : html`${text.receives} ${events} ${text.at}
            ${new URL(receiver.url).host}${receiver.isActive ? null : ` (${text.unconfirmed})`}`
      }
    </p>
    ${
      openStudios.length === 0
        ? null
        : html`<p class="about">
            ${text.letInBy} ${openStudios.map((open) => studioName(frame, open)).join(', ')}
          </p>`
    }
    ${ids([text.integration, id])}
    <details>
      <summary>${text.keys} (${keyIds.length})</summary>
      ${
        keyIds.length === 0
          ? html`<p class="empty">${text.noKey}</p>`
          : html`<ul class="rows">
              ${keyIds.map(
                (keyId) =>
                  html`<li class="split">
                    <code>${keyId}</code> ${actionButton(frame, 'key.revoke', studio, { keyId }, keyId)}
                  </li>`,
              )}
            </ul>`
      }
    </details>
    <div class="buttons">
      ${actionButton(frame, 'key.rotate', studio, { integrationId: id }, name)}
      ${receiver === null ? null : actionButton(frame, 'webhook.test', studio, { integrationId: id }, name)}
      ${actionButton(
        frame,
        status === 'ACTIVE' ? 'integration.deactivate' : 'integration.activate',
        studio,
        { integrationId: id },
        name,
      )}
    </div>`;
}

interface ShownDelivery {
  readonly delivery: typeof webhookDeliveries.$inferSelect;
  readonly studioId: number;
  readonly url: string;
}

async function newestDeliveries(
  db: Database,
  { filter }: Frame,
  { size, before }: Range,
): Promise<Part<ShownDelivery>> {
  const { search, studioId } = filter;
  const number = search === null ? null : wholeNumber(search);
  const isFound =
    search === null
      ? undefined
      : (or(
          number === null ? undefined : eq(webhookDeliveries.id, number),
          number === null ? undefined : eq(webhookDeliveries.entityId, number),
          UUID.test(search) ? eq(webhookDeliveries.uuid, search) : undefined,
          /^[A-Z_]+$/.test(search) ? eq(webhookDeliveries.type, search) : undefined,
        ) ?? sql`false`);
  const rows = await db
    .select({
      delivery: webhookDeliveries,
      url: webhookSubscriptions.url,
      studioId: webhookSubscriptions.studioId,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookSubscriptions, eq(webhookSubscriptions.id, webhookDeliveries.subscriptionId))
    .where(
      and(
        isFound,
        studioId === null ? undefined : eq(webhookSubscriptions.studioId, studioId),
        before === null ? undefined : lt(webhookDeliveries.id, before),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(size + 1);
  return partOf(rows, { size });
}

function deliveryItem(frame: Frame, { delivery, studioId, url }: ShownDelivery): Html {
  const { integrations: text } = frame.words;
  const { id, type, entityId, status, attempts, lastResult, uuid, occurredAt, nextAttemptAt } = delivery;
  return html`<h3>${wordFor(frame, type)} ${badge(frame, status)}</h3>
    <p class="about">
      ${time(frame, occurredAt, studioId)} · ${text.about} ${entityId} · ${text.to} ${new URL(url).host} ·
      ${text.tries(attempts)}${lastResult === null ? null : html` (<span lang="en">${lastResult}</span>)`}${
        status === 'PENDING' ? html` · ${text.next} ${time(frame, nextAttemptAt, studioId)}` : null
      }
    </p>
    ${ids([type, uuid])}
    ${
      status === 'PENDING'
        ? null
        : html`<div class="buttons">
            ${actionButton(frame, 'event.replay', studioId, { deliveryId: id }, wordFor(frame, type))}
          </div>`
    }`;
}

type Device = typeof devices.$inferSelect & { readonly integration: string | null };

async function shownDevices(db: Database, { filter }: Frame): Promise<Device[]> {
  const { search, studioId } = filter;
  const { size, before } = rangeOf(filter, 'devices');
  const rows = await db
    .select({ device: devices, integration: integrations.name })
    .from(devices)
    .leftJoin(integrations, eq(integrations.id, devices.integrationId))
    .where(
      and(
        search === null ? undefined : named(search, devices.id, devices.name),
        studioId === null ? undefined : eq(devices.studioId, studioId),
        before === null ? undefined : lt(devices.id, before),
      ),
    )
    .orderBy(desc(devices.id))
    .limit(size + 1);
  return rows.map(({ device, integration }) => ({ ...device, integration }));
}

function deviceItem(frame: Frame, { id, studioId, name, model, isActive, integration }: Device): Html {
  const { integrations: text } = frame.words;
  return html`<h3>${name} ${badge(frame, isActive ? 'ACTIVE' : 'DEACTIVATED')}</h3>
    <p class="about">
      ${wordFor(frame, model)} · ${studioName(frame, studioId)} · ${integration ?? text.unassigned}
    </p>
    ${ids([text.device, id])}`;
}

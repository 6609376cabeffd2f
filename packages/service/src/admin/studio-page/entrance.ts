import { html, type Html } from '@upc/server-kit/html';
import { and, asc, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { benefitUses } from '../../modules/benefits/benefits.tables.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { partnerRestrictions } from '../../modules/customers/partner-restrictions/partner-restrictions.tables.js';
import { integrations } from '../../modules/integrations/integrations.tables.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { settingsOf } from '../../modules/studios/settings/studio-settings.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { actionButton } from './action-pages.js';
import { day, type Frame, studioName, time } from './frame.js';
import { customerLink, type Part, partOf, type Range } from './lists.js';

export interface ShownUse {
  readonly use: typeof benefitUses.$inferSelect;
  readonly benefit: string;
  readonly customerId: number;
  readonly studioId: number;
}

/** Loads the last uses of benefits. */
export async function newestUses(
  db: Database,
  { filter: { studioId } }: Frame,
  { size, before }: Range,
  customerIds: readonly number[] | null,
): Promise<Part<ShownUse>> {
  const rows = await db
    .select({ use: benefitUses, customerId: contracts.customerId, studio: studios })
    .from(benefitUses)
    .innerJoin(contracts, eq(contracts.id, benefitUses.contractId))
    .innerJoin(customers, and(eq(customers.id, contracts.customerId), isNull(customers.erasedAt)))
    .innerJoin(studios, eq(studios.id, customers.studioId))
    .where(
      and(
        studioId === null ? undefined : eq(customers.studioId, studioId),
        customerIds === null ? undefined : inArray(contracts.customerId, [...customerIds]),
        before === null ? undefined : lt(benefitUses.id, before),
      ),
    )
    .orderBy(desc(benefitUses.id))
    .limit(size + 1);
  const { rows: page, hasMore } = partOf(rows, { size });
  return {
    hasMore,
    rows: page.map(({ use, customerId, studio }) => {
      const { benefits } = settingsOf(studio).benefits;
      const benefit = benefits.find(({ key }) => key === use.benefitKey)?.name ?? use.benefitKey;
      return { use, benefit, customerId, studioId: studio.id };
    }),
  };
}

export function useItem(frame: Frame, { use, benefit, customerId, studioId }: ShownUse): Html {
  return html`<h3>${benefit}</h3>
    <p class="about">
      ${time(frame, use.usedAt, studioId)} · ${customerLink(frame, customerId)} ·
      ${frame.words.contracts.contract} ${use.contractId} · ${studioName(frame, studioId)}
    </p>`;
}

type Restriction = Pick<typeof partnerRestrictions.$inferSelect, 'reason' | 'startDate' | 'endDate'> & {
  readonly partner: string;
};

/** A customer whom partners keep out of the studio. */
export interface KeptOut {
  readonly customerId: number;
  readonly studioId: number;
  readonly restrictions: readonly Restriction[];
}

/** Loads the customers whom partners keep out, including restrictions that are over or have not begun. */
export async function keptOutByPartners(
  db: Database,
  { filter: { studioId } }: Frame,
  { size, before }: Range,
  customerIds: readonly number[] | null,
): Promise<Part<KeptOut>> {
  const { customerId, integrationId, reason, startDate, endDate } = partnerRestrictions;
  const rows = await db
    .selectDistinct({ customerId, studioId: customers.studioId })
    .from(partnerRestrictions)
    .innerJoin(customers, and(eq(customers.id, customerId), isNull(customers.erasedAt)))
    .where(
      and(
        studioId === null ? undefined : eq(customers.studioId, studioId),
        customerIds === null ? undefined : inArray(customerId, [...customerIds]),
        before === null ? undefined : lt(customerId, before),
      ),
    )
    .orderBy(desc(customerId))
    .limit(size + 1);
  const { rows: page, hasMore } = partOf(rows, { size });
  const restrictions = await db
    .select({ customerId, reason, startDate, endDate, partner: integrations.name })
    .from(partnerRestrictions)
    .innerJoin(integrations, eq(integrations.id, integrationId))
    .where(
      inArray(
        customerId,
        page.map((row) => row.customerId),
      ),
    )
    .orderBy(asc(integrationId));
  return {
    hasMore,
    rows: page.map((row) => ({
      ...row,
      restrictions: restrictions.filter((each) => each.customerId === row.customerId),
    })),
  };
}

export function keptOutItem(frame: Frame, { customerId, studioId, restrictions }: KeptOut): Html {
  const { contracts, payments, studio: text } = frame.words;
  return html`<h3>${customerLink(frame, customerId)}</h3>
    <p class="about">${studioName(frame, studioId)}</p>
    <ul class="rows">
      ${restrictions.map(
        ({ reason, startDate, endDate, partner }) =>
          html`<li>
            ${reason} · ${partner} ·
            ${
              startDate === null || endDate === null
                ? text.untilRemoved
                : contracts.dates(day(frame, startDate), day(frame, endDate))
            }
          </li>`,
      )}
    </ul>
    <div class="buttons">
      ${actionButton(frame, 'access-restriction.remove', studioId, { customerId }, `${payments.customer} ${customerId}`)}
    </div>`;
}

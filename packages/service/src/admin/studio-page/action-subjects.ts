import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { integrations } from '../../modules/integrations/integrations.tables.js';
import { moduleContracts } from '../../modules/memberships/additional-modules/additional-modules.tables.js';
import { signedTerm } from '../../modules/memberships/contracts/contracts.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { declarations } from '../../modules/memberships/declarations/declarations.tables.js';
import { idlePeriods } from '../../modules/memberships/idle-periods/idle-periods.tables.js';
import { paymentLinks } from '../../modules/payments/links/links.tables.js';
import { bankBatches } from '../../modules/payments/providers/bank/bank.tables.js';
import { amendments } from '../../modules/self-service/amendments.tables.js';
import type { Texts } from './action-pages.js';
import { batchText, entryText, fileText, shownBatches } from './bank-tab.js';
import { UUID, wholeNumber } from './filter.js';
import { fieldName, type Frame, known, knownWord, studioName } from './frame.js';

type Subject = readonly [name: string, subject: string];

/** Names what an action concerns, for its confirmation: the input in words, and the member or partner behind an id. */
export async function subjectsOf(
  db: Database,
  frame: Frame,
  { action, studioId, texts }: { action: string; studioId: number; texts: Texts },
): Promise<Subject[]> {
  const given = Object.entries(texts).filter(([name, text]) => name !== 'studio' && text !== '');
  const named = await subjectNames(db, frame, texts, studioId);
  const { payments } = frame.words;
  return [
    [frame.words.fields.studio, studioName(frame, studioId)],
    ...given.map(([name, text]): Subject => {
      const of = known(named.fields, name);
      return [
        fieldName(frame, name, action),
        of === undefined ? (knownWord(frame, text) ?? text) : `${text}, ${of}`,
      ];
    }),
    ...(named.customer === null || 'customerId' in texts
      ? []
      : [[payments.customer, named.customer] as const]),
  ];
}

interface Names {
  /** Names of what fields refer to. */
  readonly fields: Readonly<Record<string, string>>;
  /** The customer, with number and name; null if the action concerns none or another studio's. */
  readonly customer: string | null;
}

async function subjectNames(db: Database, frame: Frame, texts: Texts, studioId: number): Promise<Names> {
  const number = (name: string) => wholeNumber(known(texts, name) ?? '') ?? -1;
  const [integration] = await db
    .select({ name: integrations.name })
    .from(integrations)
    .where(eq(integrations.id, number('integrationId')));
  const [freeze] = await db
    .select({ contractId: idlePeriods.contractId })
    .from(idlePeriods)
    .where(eq(idlePeriods.id, number('idlePeriodId')));
  const [module] = await db
    .select({ contractId: moduleContracts.contractId, details: moduleContracts.details })
    .from(moduleContracts)
    .where(eq(moduleContracts.id, number('additionalModuleContractId')));
  const [declaration] = await db
    .select({ contractId: declarations.contractId })
    .from(declarations)
    .where(and(eq(declarations.id, number('declarationId')), eq(declarations.studioId, studioId)));
  const [contract] = await db
    .select()
    .from(contracts)
    .where(
      eq(
        contracts.id,
        freeze?.contractId ??
          module?.contractId ??
          wholeNumber(known(texts, 'contractId') ?? '') ??
          declaration?.contractId ??
          -1,
      ),
    );
  const [amendment] = await db
    .select({ customerId: amendments.customerId })
    .from(amendments)
    .where(eq(amendments.id, number('amendmentId')));
  const linkId = known(texts, 'linkId') ?? '';
  const [link] = UUID.test(linkId)
    ? await db
        .select({ customerId: paymentLinks.customerId })
        .from(paymentLinks)
        .where(eq(paymentLinks.id, linkId))
    : [];
  const [batch] = await shownBatches(
    db,
    and(eq(bankBatches.id, known(texts, 'batchId') ?? ''), eq(bankBatches.studioId, studioId)),
  );
  const file = await fileText(db, frame, { messageId: known(texts, 'messageId') ?? '', studioId });
  const entry = await entryText(db, frame, { id: known(texts, 'entryId') ?? '', studioId });
  const customerId =
    contract?.customerId ?? amendment?.customerId ?? link?.customerId ?? number('customerId');
  const [customer] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, customerId), eq(customers.studioId, studioId), isNull(customers.erasedAt)));
  const name = customer === undefined ? null : `${customer.firstName} ${customer.lastName}`;
  return {
    fields: {
      ...(integration && { integrationId: integration.name }),
      ...(contract && name !== null && { contractId: signedTerm(contract).rateName }),
      ...(module && name !== null && { additionalModuleContractId: module.details.module.name }),
      ...(name !== null && { customerId: name }),
      ...(batch && { batchId: batchText(frame, batch) }),
      ...(file !== null && { messageId: file }),
      ...(entry !== null && { entryId: entry }),
    },
    customer: name === null ? null : `${customerId}, ${name}`,
  };
}

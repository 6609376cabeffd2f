import { and, asc, eq } from 'drizzle-orm';
import { type CalendarDate, todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart, type TextPart } from '../../../core/i18n/translate.js';
import type { KeyedRequest } from '../../../core/idempotency/idempotency.js';
import { type Customer, type CustomerOfStudio, findCustomer } from '../../customers/customers.js';
import { readIdentity } from '../../customers/identity.js';
import type { Studio } from '../../studios/studios.tables.js';
import { type Contract, contractsOf, findContract } from '../contracts/contracts.js';
import type { Offer } from '../offers/offer.js';
import { currentOffers } from '../offers/offers.js';
import { switchConfigs } from '../offers/offers.tables.js';
import { sales } from '../sales/sales.tables.js';
import { sell } from '../sales/sell.js';
import type { ContractRequest, NamedContract } from '../sign-up/contract-request.js';
import { contractTerms, type Preview, previewContract } from '../sign-up/contract-terms.js';
import { initialToken } from '../sign-up/signup.js';

type SwitchConfig = typeof switchConfigs.$inferSelect;

export interface SwitchRequest {
  readonly configId: number;
  readonly membershipOfferTermId: number;
  readonly sourceContractId: number;
  readonly startDate: CalendarDate;
  readonly notes?: string;
  readonly thirdPartyId?: string;
  readonly selectedSelectableModuleIds?: readonly number[];
  readonly selectedOptionalModuleIds?: readonly number[];
  readonly initialPaymentRequestToken?: string;
  readonly legalRepresentative?: NonNullable<ContractRequest['legalRepresentative']>;
  readonly earlyStartRequested?: boolean;
}

/** A switch that is available to a customer. */
export interface SwitchChoice {
  readonly config: SwitchConfig;
  readonly sourceContracts: readonly Contract[];
  readonly offers: readonly Offer[];
}

/** Returns the customer's contracts that can be switched, and the offers available for each. */
export async function switchChoices(
  context: Context,
  studio: Studio,
  customerId: number,
): Promise<SwitchChoice[]> {
  const customer = await findCustomer(context.db, studio.id, customerId, 'customerId');
  const today = todayAt(context, studio);
  const configs = await context.db
    .select()
    .from(switchConfigs)
    .where(eq(switchConfigs.studioId, studio.id))
    .orderBy(asc(switchConfigs.id));
  const offers = await currentOffers(context.db, studio, today);
  const contracts = (await contractsOf(context.db, customer.id)).filter(({ endDate }) => today <= endDate);
  return configs
    .map((config) => ({
      config,
      sourceContracts: contracts.filter(({ offerId }) => config.sourceOfferIds.includes(offerId)),
      offers: offers.filter(({ id }) => config.targetOfferIds.includes(id)),
    }))
    .filter(({ sourceContracts, offers: targets }) => sourceContracts.length > 0 && targets.length > 0);
}

/**
 * Finds a switch that is available to the customer.
 *
 * @throws ApiError 404 if it is not available.
 */
export async function switchChoice(
  context: Context,
  studio: Studio,
  customerId: number,
  configId: number,
): Promise<SwitchChoice> {
  const found = (await switchChoices(context, studio, customerId)).find(
    ({ config }) => config.id === configId,
  );
  if (!found) throw new ApiError('errormessage.membership.switch.not.found', 'configId', { configId });
  return found;
}

const FIELDS: Partial<Record<keyof ContractRequest, string>> = {
  contractOfferTermId: 'membershipOfferTermId',
};
const named = (request: SwitchRequest): NamedContract => ({
  request: toContract(request),
  field: (name) => FIELDS[name] ?? name,
  birthField: 'customerId',
});

/** Calculates the price of a switch over the initial runtime of the new contract. */
export async function previewSwitch(
  context: Context,
  studio: Studio,
  customerId: number,
  request: SwitchRequest,
): Promise<Preview> {
  const customer = await requirePossible(context, studio, customerId, request);
  const { dateOfBirth = null } = readIdentity(context.keys, customer) ?? {};
  return previewContract(context, studio, named(request), dateOfBirth);
}

/**
 * Ends a contract on the day before the switch and creates another in its place.
 *
 * @throws ApiError 400 or 404 if the switch is not available to the customer; otherwise like `sell`.
 */
export async function switchMembership(
  context: Context,
  { studio, customerId }: CustomerOfStudio,
  request: SwitchRequest,
  keyed: KeyedRequest,
): Promise<void> {
  const customer = await findCustomer(context.db, studio.id, customerId, 'customerId');
  const contract = named(request);
  await sell(
    context,
    studio,
    {
      kind: 'SWITCH',
      customer,
      instrument: null,
      initialPayment: initialToken(contract),
      terms: async () => {
        await requirePossible(context, studio, customerId, request);
        const signer = { profile: null, customer, switchedFromContractId: request.sourceContractId };
        return {
          ...(await contractTerms(context, studio, contract, signer)),
          recheck: (tx) => requireStillPossible({ ...context, db: tx }, studio, customer, request),
        };
      },
    },
    keyed,
  );
}

async function requirePossible(
  context: Context,
  studio: Studio,
  customerId: number,
  { configId, membershipOfferTermId, sourceContractId, startDate }: SwitchRequest,
): Promise<Customer> {
  const { db } = context;
  const customer = await findCustomer(db, studio.id, customerId, 'customerId');
  const config = await findConfig(db, studio, configId);
  const source = await findContract(db, customerId, sourceContractId, 'sourceContractId');
  const refuse = (reference: keyof SwitchRequest, problem: TextPart) =>
    new ApiError('errormessage.membership.switch.not.possible', reference, { problem });
  if (!config.sourceOfferIds.includes(source.offerId)) {
    throw refuse('sourceContractId', textPart('problem.switch.source'));
  }
  const offers = await currentOffers(db, studio, todayAt(context, studio));
  const targets = offers.filter(({ id }) => config.targetOfferIds.includes(id));
  if (!targets.some(({ terms }) => terms.some(({ id }) => id === membershipOfferTermId))) {
    const allowed = targets.flatMap(({ terms }) => terms.map(({ id }) => id)).join(', ');
    const given = membershipOfferTermId;
    throw refuse('membershipOfferTermId', textPart('problem.given.unknown', { given, allowed }));
  }
  if (startDate <= source.startDate || startDate > source.endDate) {
    const { startDate: start, endDate: end } = source;
    throw refuse('startDate', textPart('problem.date.outside', { start, end }));
  }
  return customer;
}

/**
 * Checks the switch again, because the contract may have been switched in the meantime, or another switch may be
 * pending.
 */
async function requireStillPossible(
  context: Context,
  studio: Studio,
  customer: Customer,
  request: SwitchRequest,
): Promise<void> {
  await requirePossible(context, studio, customer.id, request);
  const [pending] = await context.db
    .select()
    .from(sales)
    .where(and(eq(sales.customerId, customer.id), eq(sales.kind, 'SWITCH'), eq(sales.status, 'RESERVED')));
  if (!pending) return;
  const problem = textPart('problem.switch.pending');
  throw new ApiError('errormessage.membership.switch.not.possible', 'sourceContractId', { problem });
}

async function findConfig(db: Database, studio: Studio, configId: number): Promise<SwitchConfig> {
  const [found] = await db
    .select()
    .from(switchConfigs)
    .where(and(eq(switchConfigs.id, configId), eq(switchConfigs.studioId, studio.id)));
  if (!found) throw new ApiError('errormessage.membership.switch.not.found', 'configId', { configId });
  return found;
}

function toContract({ configId: _, sourceContractId: __, ...request }: SwitchRequest): ContractRequest {
  const { membershipOfferTermId: contractOfferTermId, ...rest } = request;
  return { ...rest, contractOfferTermId };
}

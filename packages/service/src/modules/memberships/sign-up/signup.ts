import { todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { KeyedRequest } from '../../../core/idempotency/idempotency.js';
import { type CustomerOfStudio, findCustomer } from '../../customers/customers.js';
import { readIdentity } from '../../customers/identity.js';
import { checkPlausible, checkRequiredByCountry, type CustomerProfile } from '../../customers/profile.js';
import type { NamedToken } from '../../payments/usages/token.js';
import type { Studio } from '../../studios/studios.tables.js';
import { sell } from '../sales/sell.js';
import { hasRedeemedCredit } from '../vouchers/vouchers.js';
import type { ContractRequest, NamedContract } from './contract-request.js';
import { contractTerms, type Preview, previewContract } from './contract-terms.js';

export interface CustomerRequest {
  readonly profile: CustomerProfile;
  /** Token of a MEMBER_ACCOUNT session. If it is empty or absent, the customer pays in CASH. */
  readonly paymentRequestToken?: string | undefined;
}

export interface SignupRequest {
  readonly contract: ContractRequest;
  readonly customer: CustomerRequest;
}

/** Names the fields of a body that contains the contract's fields at the top level. */
const flat = (request: ContractRequest): NamedContract => ({
  request,
  field: (field) => field,
  birthField: 'customerId',
});
const inContract = (request: ContractRequest): NamedContract => ({
  request,
  field: (field) => `contract.${field}`,
  birthField: 'customer.dateOfBirth',
});

/** Calculates the price of a signup without creating anything. */
export async function previewSignup(
  context: Context,
  studio: Studio,
  { contract, customer: { profile } }: SignupRequest,
): Promise<Preview> {
  checkPlausible(profile, todayAt(context, studio), 'customer.');
  return previewContract(context, studio, inContract(contract), profile.dateOfBirth);
}

/**
 * Creates a customer with a contract, and collects what is due on signing.
 *
 * @returns the customer's id.
 * @throws ApiError like `sell`, and if the studio's country or the offer does not allow the request.
 */
export async function signUp(
  context: Context,
  studio: Studio,
  request: SignupRequest,
  keyed: KeyedRequest,
): Promise<number> {
  const { customer } = request;
  const contract = inContract(request.contract);
  return sell(
    context,
    studio,
    {
      kind: 'SIGNUP',
      customer: null,
      instrument: namedToken(customer.paymentRequestToken, 'customer.paymentRequestToken'),
      initialPayment: initialToken(contract),
      terms: async () => {
        const { profile } = customer;
        checkProfile(context, studio, profile, 'customer.');
        return contractTerms(context, studio, contract, { profile, customer: null });
      },
    },
    keyed,
  );
}

/** Creates a customer without a contract. Parameters, result and errors are those of `signUp`. */
export async function createCustomer(
  context: Context,
  studio: Studio,
  customer: CustomerRequest,
  keyed: KeyedRequest,
): Promise<number> {
  return sell(
    context,
    studio,
    {
      kind: 'CUSTOMER',
      customer: null,
      instrument: namedToken(customer.paymentRequestToken, 'paymentRequestToken'),
      initialPayment: null,
      terms: async () => {
        checkProfile(context, studio, customer.profile, '');
        return {
          plan: { customer: customer.profile, contract: null },
          voucher: null,
          dueOnSigning: 0,
          today: todayAt(context, studio),
          initialField: '',
          allowedPaymentChoices: null,
        };
      },
    },
    keyed,
  );
}

/** Calculates the price of a further membership for a customer. */
export async function previewMembership(
  context: Context,
  studio: Studio,
  customerId: number,
  contract: ContractRequest,
): Promise<Preview> {
  const customer = await findCustomer(context.db, studio.id, customerId, 'customerId');
  const { dateOfBirth = null } = readIdentity(context.keys, customer) ?? {};
  const preview = await previewContract(context, studio, flat(contract), dateOfBirth);
  const isUsedUp =
    preview.voucher?.voucher.type === 'CREDIT' && (await hasRedeemedCredit(context.db, customer.id));
  // Credit changes no price, so the quote stays valid without the voucher.
  if (!isUsedUp) return preview;
  return { ...preview, voucher: null, quoteRequest: { ...preview.quoteRequest, voucher: null } };
}

export interface FurtherMembership {
  readonly contract: ContractRequest;
  /** Token of a MEMBER_ACCOUNT session, which replaces the instrument for payment runs. */
  readonly paymentRequestToken?: string | undefined;
}

/** Creates a further contract for a customer, and collects what is due on signing. Errors are those of `signUp`. */
export async function addMembership(
  context: Context,
  { studio, customerId }: CustomerOfStudio,
  { contract, paymentRequestToken }: FurtherMembership,
  keyed: KeyedRequest,
): Promise<void> {
  const customer = await findCustomer(context.db, studio.id, customerId, 'customerId');
  await sell(
    context,
    studio,
    {
      kind: 'ADD_MEMBERSHIP',
      customer,
      instrument: namedToken(paymentRequestToken, 'paymentRequestToken'),
      initialPayment: initialToken(flat(contract)),
      terms: () => contractTerms(context, studio, flat(contract), { profile: null, customer }),
    },
    keyed,
  );
}

export function initialToken({ request, field }: NamedContract): NamedToken | null {
  return namedToken(request.initialPaymentRequestToken, field('initialPaymentRequestToken'));
}

function namedToken(token: string | undefined, field: string): NamedToken | null {
  return token ? { token, field } : null;
}

function checkProfile(context: Context, studio: Studio, profile: CustomerProfile, prefix: string): void {
  checkPlausible(profile, todayAt(context, studio), prefix);
  checkRequiredByCountry(profile, studio, prefix);
}

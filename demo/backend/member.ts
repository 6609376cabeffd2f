import {
  type Client,
  createIdlePeriodAmendment,
  type CreateIdlePeriodAmendmentData,
  createPaymentLink,
  type CreatePaymentLinkData,
  getContractData,
  getCustomerById,
  getCustomersAccountBalanceData,
  getCustomersAccountTransactionData,
  getIdlePeriodConfig,
  getIdlePeriods,
  getMembershipSwitchConfigurationForCustomer,
  getMembershipSwitchConfigurationsForCustomer,
  OpenApiError,
  postMembershipSwitchPreview,
  switchMembership,
  type SwitchMembershipData,
  withdrawIdlePeriod,
} from 'upc-open-api';
import { BadRequest } from './bad-request.js';

type Body = Readonly<Record<string, unknown>>;

/**
 * Serves a signed-in member's requests other than payments: account, memberships, idle periods and switches. It also
 * creates the payment links that a studio would send to the member. A partner identifies the member by the visitor's
 * session; in the demo, the page names the member. The service checks the data that the page sends.
 *
 * @param action the last part of the path, `/api/member/<action>`
 * @returns the answer; `undefined` for an unknown action
 */
export async function answerMember(
  action: string,
  client: Client,
  customerId: number,
  body: Body,
): Promise<unknown> {
  const member = { client, path: { customerId } };
  switch (action) {
    case 'account':
      return accountOf(member);
    case 'payment-link': {
      const purposes = body.purposes as CreatePaymentLinkData['body']['purposes'];
      return createPaymentLink({ client, body: { customerId, purposes } });
    }
    case 'memberships':
      return membershipsOf(member);
    case 'switch-options': {
      const path = { customerId, configId: id(body, 'configId') };
      return getMembershipSwitchConfigurationForCustomer({ client, path });
    }
    case 'switch-preview':
      return postMembershipSwitchPreview({ ...member, body: body.request as SwitchMembershipData['body'] });
    case 'switch':
      return switchMembership({ ...member, body: body.request as SwitchMembershipData['body'] });
    case 'create-idle-period': {
      const path = { contractId: await contractOf(member, body) };
      return createIdlePeriodAmendment({ client, path, body: idlePeriodForm(body) });
    }
    case 'withdraw-idle-period': {
      const path = { contractId: await contractOf(member, body), idlePeriodId: id(body, 'idlePeriodId') };
      return withdrawIdlePeriod({ client, path });
    }
    default:
      return undefined;
  }
}

interface Member {
  readonly client: Client;
  readonly path: { readonly customerId: number };
}

async function accountOf(member: Member): Promise<unknown> {
  const [balances, items, customer] = await Promise.all([
    getCustomersAccountBalanceData(member),
    getCustomersAccountTransactionData(member),
    unlessRefused(getCustomerById(member)),
  ]);
  // Of the customer's record, the page only gets the account that is debited.
  return { balances, items, bankAccount: customer?.bankAccount ?? null };
}

async function membershipsOf(member: Member): Promise<unknown> {
  const [contracts, switches] = await Promise.all([
    unlessRefused(getContractData(member)),
    unlessRefused(getMembershipSwitchConfigurationsForCustomer(member)),
  ]);
  const memberships = (contracts ?? []).map(async (contract) => {
    const options = { client: member.client, path: { contractId: contract.id } };
    const [config, idlePeriods] = await Promise.all([
      unlessRefused(getIdlePeriodConfig(options)),
      unlessRefused(getIdlePeriods(options)),
    ]);
    // If the studio does not offer idle periods for a contract, `config` is null and the page does not show them.
    return { contract, config, idlePeriods };
  });
  return { memberships: await Promise.all(memberships), switches: switches ?? [] };
}

/** Returns the named contract. Its id comes from the browser, so it must be one of this member's contracts. */
async function contractOf(member: Member, body: Body): Promise<number> {
  const contractId = id(body, 'contractId');
  const contracts = (await unlessRefused(getContractData(member))) ?? [];
  if (contracts.some((contract) => contract.id === contractId)) return contractId;
  throw new BadRequest('contractId must be a contract of this member.');
}

/** Builds the form for a new idle period. A document, such as a doctor's note, can be attached. */
function idlePeriodForm({ request, document }: Body): CreateIdlePeriodAmendmentData['body'] {
  const data = request as CreateIdlePeriodAmendmentData['body']['data'];
  if (document === undefined || document === null) return { data };
  const { name, base64 } = document as { readonly name?: unknown; readonly base64?: unknown };
  if (typeof name !== 'string' || typeof base64 !== 'string') {
    throw new BadRequest('document must have a name and its bytes in base64.');
  }
  return { data, document: new File([Buffer.from(base64, 'base64')], name) };
}

/** Returns null if the service refuses a request for something that the page can do without. */
async function unlessRefused<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof OpenApiError) return null;
    throw error;
  }
}

function id(body: Body, name: string): number {
  const value = body[name];
  if (typeof value !== 'number') throw new BadRequest(`${name} must be a number.`);
  return value;
}

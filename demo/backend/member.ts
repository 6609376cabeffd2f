import { BadRequest } from './bad-request.js';
import type { Answer, Call, OpenApi } from './open-api.js';
import { memberOf, type Studio } from './studios.js';

type Body = Readonly<Record<string, unknown>>;

interface Contract {
  readonly id: number;
}

/**
 * Serves a signed-in member's requests other than payments: account, memberships, idle periods and switches. It also
 * creates the payment links that a studio would send to the member. A partner identifies the member by the visitor's
 * session; in the demo, the page names the member.
 */
export class MemberRoutes {
  constructor(private readonly openApi: OpenApi) {}

  /** @param action the last part of the path, `/api/member/<action>` */
  async answer(
    action: string,
    studio: Studio,
    body: Body,
    language: string | undefined,
  ): Promise<Answer | undefined> {
    const { customerId } = memberOf(studio, body.customerId);
    const call = (path: string, more: Call = {}) => this.openApi.call(studio, path, { language, ...more });
    switch (action) {
      case 'account':
        return all({
          balances: call(`/v1/customers/${customerId}/account/balances`),
          items: call(`/v1/customers/${customerId}/account/transactions`),
          // Of the customer's record, the page only gets the account that is debited.
          bankAccount: call(`/v1/customers/${customerId}`).then(({ status, body }) => ({
            status: 200,
            body: (status === 200 && (body as { readonly bankAccount?: unknown }).bankAccount) || null,
          })),
        });
      case 'payment-link':
        return call('/v1/payments/links', { body: { customerId, purposes: body.purposes } });
      case 'memberships':
        return this.#memberships(customerId, call);
      case 'switch-options':
        return call(`/v1/memberships/${customerId}/membership-switch/configs/${id(body, 'configId')}`);
      case 'switch-preview':
        return call(`/v1/memberships/${customerId}/membership-switch/preview`, { body: body.request });
      case 'switch':
        return call(`/v1/memberships/${customerId}/membership-switch`, { body: body.request });
      case 'create-idle-period':
      case 'withdraw-idle-period': {
        const contractId = id(body, 'contractId');
        const contracts = await this.#contracts(customerId, call);
        // The contract id comes from the browser, so check that it is one of this member's contracts.
        if (!contracts.some((contract) => contract.id === contractId)) {
          throw new BadRequest('contractId must be a contract of this member.');
        }
        const path = `/v1/memberships/${contractId}/self-service/idle-periods`;
        if (action === 'withdraw-idle-period')
          return call(`${path}/${id(body, 'idlePeriodId')}`, { method: 'DELETE' });
        return call(path, { body: idlePeriodForm(body) });
      }
      default:
        return undefined;
    }
  }

  async #memberships(customerId: number, call: CallApi): Promise<Answer> {
    const [contracts, configs] = await Promise.all([
      this.#contracts(customerId, call),
      call(`/v1/memberships/${customerId}/membership-switch/configs`),
    ]);
    const shown = contracts.map(async (contract) => {
      const path = `/v1/memberships/${contract.id}/self-service/idle-periods`;
      const [config, idlePeriods] = await Promise.all([call(`${path}/config`), call(path)]);
      // If the studio does not offer idle periods for a contract, `config` is null and the page does not show them.
      return { contract, config: bodyOf(config), idlePeriods: bodyOf(idlePeriods) };
    });
    return { status: 200, body: { memberships: await Promise.all(shown), switches: bodyOf(configs) ?? [] } };
  }

  async #contracts(customerId: number, call: CallApi): Promise<readonly Contract[]> {
    const answer = await call(`/v1/memberships/${customerId}/self-service/contract-data`);
    return answer.status === 200 ? (answer.body as readonly Contract[]) : [];
  }
}

type CallApi = (path: string, more?: Call) => Promise<Answer>;

/** Builds the form for a new idle period. It is a form so that a document, such as a doctor's note, can be attached. */
function idlePeriodForm({ request, document }: Body): FormData {
  const form = new FormData();
  form.append('data', new Blob([JSON.stringify(request)], { type: 'application/json' }));
  if (document === undefined || document === null) return form;
  const { name, base64 } = document as { readonly name?: unknown; readonly base64?: unknown };
  if (typeof name !== 'string' || typeof base64 !== 'string') {
    throw new BadRequest('document must have a name and its bytes in base64.');
  }
  form.append('document', new Blob([Buffer.from(base64, 'base64')]), name);
  return form;
}

function bodyOf({ status, body }: Answer): unknown {
  return status === 200 ? body : null;
}

/** Combines several answers into one. If any of them is a refusal, returns the first refusal instead. */
async function all(parts: Readonly<Record<string, Promise<Answer>>>): Promise<Answer> {
  const answers = await Promise.all(
    Object.entries(parts).map(async ([name, answer]) => [name, await answer] as const),
  );
  const refused = answers.find(([, { status }]) => status !== 200);
  if (refused) return refused[1];
  return { status: 200, body: Object.fromEntries(answers.map(([name, { body }]) => [name, body])) };
}

function id(body: Body, name: string): number {
  const value = body[name];
  if (typeof value !== 'number') throw new BadRequest(`${name} must be a number.`);
  return value;
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Context } from '../../context.js';
import { findByIdentifier } from '../../customer-records/find-by-identifier.js';
import { findReadable } from '../../customer-records/reader.js';
import { studioOf } from '../../http/api-key.js';
import { contractsOf } from '../../memberships/contracts.js';
import { freezesOf } from '../../memberships/idle-periods/freezes-of.js';
import { todayAt } from '../../memberships/offers.js';
import { answerContext } from '../memberships/answer-context.js';
import { toContractData } from '../memberships/answers/contract-data.js';
import { Int64, NO_OTHER_FILTERS } from '../schemas.js';
import { toContract } from './contract-answer.js';
import { CONTRACT_STATUSES, ContractSchema } from './contract-schema.js';
import { readerOf } from './reader.js';
import { IdentifierQuery } from './schemas.js';

const tags = ['Customers'];
const scope = ['CUSTOMER_CONTRACT_READ', 'CUSTOMER_READ'];
const Status = Type.Optional(Type.Enum(CONTRACT_STATUSES, { type: 'string', description: 'Default: all.' }));
type ContractStatus = (typeof CONTRACT_STATUSES)[number];

/** Reading the contracts of customers. */
export function customerContractRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/customers/:customerId/contracts',
      {
        config: { operation: 'getCustomersContracts', scope },
        schema: {
          operationId: 'getCustomersContracts',
          tags,
          summary:
            'The contracts of a customer, by their start. Scope CUSTOMER_CONTRACT_READ or CUSTOMER_READ.',
          params: Type.Object({ customerId: Int64 }),
          querystring: Type.Object({ status: Status }, NO_OTHER_FILTERS),
          response: { 200: Type.Array(ContractSchema) },
        },
      },
      async (request) => {
        const { customerId } = request.params;
        await findReadable(context.db, readerOf(request), customerId);
        return contractsFor(context, request, customerId, request.query.status);
      },
    );

    app.get(
      '/v1/customers/contracts/by',
      {
        config: { operation: 'getCustomerContractsBy', scope },
        schema: {
          operationId: 'getCustomerContractsBy',
          tags,
          summary:
            'The contracts of the customer whom one identifier names. Scope CUSTOMER_CONTRACT_READ or CUSTOMER_READ.',
          querystring: Type.Object({ ...IdentifierQuery.properties, status: Status }, NO_OTHER_FILTERS),
          response: { 200: Type.Array(ContractSchema) },
        },
      },
      async (request) => {
        const { status, ...identifiers } = request.query;
        const { id } = await findByIdentifier(context, readerOf(request), identifiers);
        return contractsFor(context, request, id, status);
      },
    );
  };
}

async function contractsFor(
  context: Context,
  request: FastifyRequest,
  customerId: number,
  status: ContractStatus | undefined,
): Promise<Static<typeof ContractSchema>[]> {
  const studio = studioOf(request);
  const today = todayAt(context, studio);
  const answer = answerContext(context, request);
  const found = await contractsOf(context.db, customerId);
  const all = await Promise.all(
    found.map(async (contract) => {
      const freezes = await freezesOf(context.db, contract.id, today);
      return toContract(contract, toContractData(contract, freezes, today, answer), studio.timeZone);
    }),
  );
  return all.filter(({ contractStatus }) => status === undefined || contractStatus === status);
}

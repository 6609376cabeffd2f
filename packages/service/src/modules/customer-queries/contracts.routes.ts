import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { calendarDateIn, type Term, TERM_UNITS, todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { CalendarDate, Int64, Money, NO_OTHER_FILTERS } from '../../core/http/schemas.js';
import { findByIdentifier } from '../customers/find-by-identifier.js';
import { findReadable, readerOf } from '../customers/reader.js';
import { studioOf } from '../integrations/api-key.js';
import { SubContract, toSubContract } from '../memberships/additional-modules/additional-modules.schema.js';
import { moduleContractsOf } from '../memberships/additional-modules/module-contracts.js';
import { toContractData } from '../memberships/contracts/contract-data.answers.js';
import type { ContractData } from '../memberships/contracts/contract-data.schema.js';
import { endsContract } from '../memberships/contracts/contract-details.js';
import { type Contract, contractsOf, signedTerm } from '../memberships/contracts/contracts.js';
import { contractLink } from '../memberships/contracts/documents/contract-link.js';
import { idleTimesOf } from '../memberships/idle-periods/idle-periods.js';
import { answerContext } from '../memberships/offers/frequencies.js';
import { PaymentFrequencySchema, RateCodeSchema } from '../memberships/offers/offers.schema.js';
import { IdentifierQuery } from './customers.schema.js';

const CONTRACT_STATUSES = ['ACTIVE', 'INACTIVE'] as const;

const TimePeriod = (description?: string) =>
  Type.Object(
    { periodValue: Type.Integer({ format: 'int32' }), periodUnit: Type.Enum(TERM_UNITS, { type: 'string' }) },
    { title: 'TimePeriod', ...(description === undefined ? {} : { description }) },
  );

const ContractSchema = Type.Object(
  {
    id: Int64,
    createdDate: CalendarDate,
    startDate: CalendarDate,
    endDate: CalendarDate,
    rateName: Type.String({ examples: ['Standard'] }),
    contractStatus: Type.Enum(CONTRACT_STATUSES, {
      type: 'string',
      description: 'ACTIVE means that today lies between the first and the last day, inclusive.',
    }),
    cancellationPeriod: Type.Optional(TimePeriod()),
    cancelled: Type.Boolean(),
    cancellationDate: Type.Optional(CalendarDate),
    cancellationReceiptDate: Type.Optional(CalendarDate),
    cancellationReason: Type.Optional(Type.String()),
    price: Type.Number({ deprecated: true, description: 'Use priceDetails instead.', examples: [19.9] }),
    priceDetails: Type.Object(
      {
        basePrice: Money,
        currentPrice: Money,
        paymentFrequency: PaymentFrequencySchema,
      },
      { title: 'PriceDetails' },
    ),
    lastPossibleCancellationDate: Type.String({
      ...CalendarDate,
      description:
        'The last day to give notice for the current end date. If there is none, the end date itself.',
    }),
    term: TimePeriod('The initial term.'),
    extensionTerm: TimePeriod(
      'The term that follows the initial one. periodValue 0 means that the contract is not extended.',
    ),
    moduleContracts: Type.Array(SubContract, {
      description: 'The modules that were booked onto the contract after it was signed.',
    }),
    signedDocumentUrl: Type.Optional(
      Type.String({ description: 'Link to the signed contract as a PDF, valid for 15 minutes.' }),
    ),
    thirdPartyId: Type.Optional(Type.String()),
    rateCodes: Type.Optional(Type.Array(RateCodeSchema)),
  },
  { title: 'Contract' },
);

/** Converts a contract for a customer's record, whose field names differ from those of the self-service. */
function toContract(
  contract: Contract,
  data: Static<typeof ContractData>,
  timeZone: string,
  signedDocumentUrl: string,
  moduleContracts: Static<typeof SubContract>[],
): Static<typeof ContractSchema> {
  const { id, startDate, endDate, rateName, contractStatus, cancelationPeriod, cancelationDate } = data;
  const { cancelationReason, lastPossibleCancelationDate, price, priceDetails, rateCodes } = data;
  const { term, extension } = signedTerm(contract);
  const { thirdPartyId } = contract.details;
  const { cancelation } = contract;
  return {
    id,
    createdDate: calendarDateIn(contract.createdAt, timeZone),
    startDate,
    endDate,
    rateName,
    contractStatus,
    ...(cancelationPeriod && { cancellationPeriod: cancelationPeriod }),
    cancelled: endsContract(cancelation),
    ...(cancelationDate !== undefined && { cancellationDate: cancelationDate }),
    ...(cancelation && { cancellationReceiptDate: cancelation.receivedOn }),
    ...(cancelationReason !== undefined && { cancellationReason: cancelationReason }),
    price,
    priceDetails,
    lastPossibleCancellationDate: lastPossibleCancelationDate ?? endDate,
    term: toTimePeriod(term),
    extensionTerm: toTimePeriod(extension.type === 'NONE' ? NO_TERM : extension.term),
    moduleContracts,
    signedDocumentUrl,
    ...(thirdPartyId !== undefined && { thirdPartyId }),
    rateCodes,
  };
}

/** The extension term of a contract that is not extended. */
const NO_TERM: Term = { value: 0, unit: 'MONTH' };

function toTimePeriod({ value, unit }: Term): Static<typeof ContractSchema>['term'] {
  return { periodValue: value, periodUnit: unit };
}

const tags = ['Customers'];
const scope = ['CUSTOMER_CONTRACT_READ', 'CUSTOMER_READ'];
const Status = Type.Optional(
  Type.Enum(CONTRACT_STATUSES, { type: 'string', description: 'Default: all statuses.' }),
);
type ContractStatus = (typeof CONTRACT_STATUSES)[number];

/** Serves the contracts of customers. */
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
            'Lists the contracts of a customer, sorted by start date. Scope CUSTOMER_CONTRACT_READ or CUSTOMER_READ.',
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
            'Finds a customer by one identifier and lists their contracts. Scope CUSTOMER_CONTRACT_READ or CUSTOMER_READ.',
          querystring: Type.Object({ ...IdentifierQuery.properties, status: Status }, NO_OTHER_FILTERS),
          response: { 200: Type.Array(ContractSchema) },
        },
      },
      async (request) => {
        const { status, ...identifiers } = request.query;
        const { customer } = await findByIdentifier(context, [readerOf(request)], identifiers);
        return contractsFor(context, request, customer.id, status);
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
  const modules = await moduleContractsOf(
    context.db,
    found.map(({ id }) => id),
  );
  const all = await Promise.all(
    found.map(async (contract) => {
      const idleTimes = await idleTimesOf(context.db, contract.id, today);
      const data = toContractData(contract, idleTimes, today, answer);
      const { language } = answer;
      const signedDocumentUrl = contractLink(context, { kind: 'signed', id: contract.id, language });
      const booked = modules.filter(({ contractId }) => contractId === contract.id);
      const ofContract = { contract, idleTimes, today, booked };
      const moduleContracts = booked.map((each) => toSubContract(each, ofContract, answer));
      return toContract(contract, data, studio.timeZone, signedDocumentUrl, moduleContracts);
    }),
  );
  return all.filter(({ contractStatus }) => status === undefined || contractStatus === status);
}

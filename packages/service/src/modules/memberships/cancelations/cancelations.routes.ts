import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { requestLanguage } from '../../../core/http/request-meta.js';
import { CalendarDate, CustomerPath, Int64, VoidResult } from '../../../core/http/schemas.js';
import { translate } from '../../../core/i18n/translate.js';
import { IdempotencyHeaders, keyedRequest } from '../../../core/idempotency/idempotency.js';
import { studioOf } from '../../integrations/api-key.js';
import { cancelationReasons, cancelForMember, findReason, withdrawForMember } from './cancelations.js';

const tags = ['Membership Self-service'];
const WRITE = 'MEMBERSHIP_SELF_SERVICE_WRITE';

/** Confirmations of a cancellation, by its state. */
const CANCELED = {
  CANCELED: 'cancelation.done',
  PENDING_VERIFICATION: 'cancelation.pending',
  PENDING_WITHDRAWAL_VERIFICATION: 'cancelation.done',
} as const;

/** Cancels the contracts of members, withdraws such cancellations, and serves the reasons that members can give. */
export function cancelationRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/memberships/self-service/contract-cancelation-reasons',
      {
        config: { operation: 'getContractCancelationReasonData', scope: 'MEMBERSHIP_SELF_SERVICE_READ' },
        schema: {
          operationId: 'getContractCancelationReasonData',
          tags,
          summary: 'Lists the cancellation reasons of the studio. Scope MEMBERSHIP_SELF_SERVICE_READ.',
          description:
            "The studio's own reasons in its own words. If it has none, the default reasons in the requested language.",
          response: {
            200: Type.Array(
              Type.Object(
                {
                  cancelationReasonId: Int64,
                  cancelationReasonName: Type.String({ examples: ['Officially ordered studio closure'] }),
                },
                { title: 'CancelationReason' },
              ),
            ),
          },
        },
      },
      async (request) =>
        cancelationReasons(studioOf(request), requestLanguage(request)).map(({ id, name }) => ({
          cancelationReasonId: id,
          cancelationReasonName: name,
        })),
    );

    app.post(
      '/v1/memberships/:customerId/self-service/ordinary-contract-cancelation',
      {
        config: { operation: 'createContractCancelationAmendment', scope: WRITE },
        schema: {
          operationId: 'createContractCancelationAmendment',
          tags,
          summary: `Cancels a contract, either immediately or after approval by the studio. Scope ${WRITE}.`,
          description:
            'The contract data show the state: CANCELED, or PENDING_VERIFICATION while the studio has to approve it.',
          params: CustomerPath,
          body: Type.Object({
            contractId: Int64,
            cancelationDate: {
              ...CalendarDate,
              description: 'The last day of the contract; one of availableCancelationDates.',
            },
            cancelationReasonId: {
              ...Int64,
              description: 'One of GET /v1/memberships/self-service/contract-cancelation-reasons.',
            },
          }),
          headers: IdempotencyHeaders,
          response: { 200: VoidResult },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const { contractId, cancelationDate: date, cancelationReasonId } = request.body;
        const { name: reason } = findReason(studio, cancelationReasonId);
        const asked = { ...request.params, contractId, date, reason, dateField: 'cancelationDate' };
        const status = await cancelForMember(context, studio, asked, keyedRequest(context, request));
        return { success: translate(requestLanguage(request), CANCELED[status ?? 'CANCELED']) };
      },
    );

    app.post(
      '/v1/memberships/:customerId/self-service/withdraw-ordinary-contract-cancelation/:contractId',
      {
        config: { operation: 'withdrawContractCancelation', scope: WRITE },
        schema: {
          operationId: 'withdrawContractCancelation',
          tags,
          summary: `Withdraws the cancellation of a contract, either immediately or after approval by the studio. Scope ${WRITE}.`,
          description:
            'The contract data show PENDING_WITHDRAWAL_VERIFICATION while the studio has to approve it. Only the studio ' +
            'can withdraw a cancellation of its own.',
          params: Type.Object({ ...CustomerPath.properties, contractId: Int64 }),
          headers: IdempotencyHeaders,
          response: { 200: VoidResult },
        },
      },
      async (request) => {
        const keyed = keyedRequest(context, request);
        const status = await withdrawForMember(context, studioOf(request), request.params, keyed);
        const text = status === null ? 'cancelation.withdrawn' : 'cancelation.withdrawal.pending';
        return { success: translate(requestLanguage(request), text) };
      },
    );
  };
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.js';
import { studioOf } from '../../http/api-key.js';
import { FilePart, MULTIPART_ONLY, uploadedFile } from '../../http/multipart.js';
import { requestLanguage } from '../../http/request-meta.js';
import { translate } from '../../i18n/translate.js';
import { createFreeze } from '../../memberships/idle-periods/create.js';
import { updateFreeze } from '../../memberships/idle-periods/update.js';
import { withdrawFreeze } from '../../memberships/idle-periods/withdraw.js';
import { IdempotencyHeaders, partnerMeta } from '../idempotency.js';
import { Int64 } from '../schemas.js';
import { toIdlePeriod } from './answers/idle-periods.js';
import { ChangeRequest, IdlePeriodRecord, Withdrawal } from './schemas/idle-periods.js';

const tags = ['Membership Self-service'];
const SCOPE = 'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_WRITE';
const ContractPath = Type.Object({ contractId: Int64 });
const IdlePeriodPath = Type.Object({ contractId: Int64, idlePeriodId: Int64 });
const Parts = Type.Object({ data: ChangeRequest, document: Type.Optional(FilePart()) });

const SUCCESS = {
  FREEZE: 'idlePeriod.withdrawn.FREEZE',
  REST: 'idlePeriod.withdrawn.REST',
  CHANGE: 'idlePeriod.withdrawn.CHANGE',
} as const;

/** Making, changing and withdrawing the freezes of a contract. */
export function idlePeriodChangeRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/memberships/:contractId/self-service/idle-periods',
      {
        config: { operation: 'createIdlePeriodAmendment', scope: SCOPE },
        schema: {
          operationId: 'createIdlePeriodAmendment',
          tags,
          summary: `Freezes a contract, at once or when the studio has agreed. Scope ${SCOPE}.`,
          description:
            'A request that breaks a rule is answered with the validation status as errorCode, one without a ' +
            'document that its reason requires with the reference `document`.',
          ...MULTIPART_ONLY,
          params: ContractPath,
          body: Parts,
          headers: IdempotencyHeaders,
          response: { 200: IdlePeriodRecord },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const sent = {
          contractId: request.params.contractId,
          request: request.body.data,
          document: uploadedFile(request, 'document'),
        };
        const made = await createFreeze(context, studio, sent, partnerMeta(request));
        return toIdlePeriod(context, made, studio.currency);
      },
    );

    app.put(
      '/v1/memberships/:contractId/self-service/idle-periods/:idlePeriodId',
      {
        config: { operation: 'updateIdlePeriod', scope: SCOPE },
        schema: {
          operationId: 'updateIdlePeriod',
          tags,
          summary: `Changes a freeze period, at once or when the studio has agreed. Scope ${SCOPE}.`,
          description: 'A document that was handed in for the same reason need not be sent again.',
          ...MULTIPART_ONLY,
          params: IdlePeriodPath,
          body: Parts,
          response: { 200: IdlePeriodRecord },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const sent = {
          ...request.params,
          request: request.body.data,
          document: uploadedFile(request, 'document'),
        };
        const changed = await updateFreeze(context, studio, sent, request.id);
        return toIdlePeriod(context, changed, studio.currency);
      },
    );

    app.delete(
      '/v1/memberships/:contractId/self-service/idle-periods/:idlePeriodId',
      {
        config: { operation: 'withdrawIdlePeriod', scope: SCOPE },
        schema: {
          operationId: 'withdrawIdlePeriod',
          tags,
          summary: `Withdraws a freeze period, or a change of it that waits for the studio. Scope ${SCOPE}.`,
          description: 'An unlimited one that has begun ends: the contract continues from today.',
          params: IdlePeriodPath,
          response: { 200: Withdrawal },
        },
      },
      async (request) => {
        const withdrawn = await withdrawFreeze(context, studioOf(request), request.params, request.id);
        return { success: translate(requestLanguage(request), SUCCESS[withdrawn]) };
      },
    );
  };
}

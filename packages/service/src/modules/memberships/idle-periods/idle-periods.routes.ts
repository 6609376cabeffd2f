import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { FilePart, MULTIPART_ONLY, uploadedFile } from '../../../core/http/multipart.js';
import { requestLanguage } from '../../../core/http/request-meta.js';
import { Int64 } from '../../../core/http/schemas.js';
import { translate } from '../../../core/i18n/translate.js';
import { IdempotencyHeaders, keyedRequest } from '../../../core/idempotency/idempotency.js';
import { studioOf } from '../../integrations/api-key.js';
import { findReason, previewChange, situationOf } from './agreement.js';
import { createIdlePeriod, updateIdlePeriod, withdrawIdlePeriod } from './changes.js';
import { findLive, type IdlePeriodsOfContract, loadIdlePeriods } from './idle-periods.js';
import {
  ChangeRequest,
  IdlePeriodConfig,
  IdlePeriodList,
  IdlePeriodRecord,
  RemainingTerms,
  toConfig,
  toIdlePeriod,
  toIdlePeriodList,
  toRemaining,
  toUpdatePreview,
  UpdatePreview,
  ValidateRequest,
  Validation,
  Withdrawal,
} from './idle-periods.schema.js';
import { validateIdlePeriod } from './validation.js';

const tags = ['Membership Self-service'];
const SCOPE = 'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_READ';
/**
 * Scopes for operations that store nothing. Either scope is sufficient, because public descriptions require sometimes
 * one and sometimes the other (fields-2, 1.2).
 */
const TRY_SCOPES = [SCOPE, 'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_WRITE'];
const ContractPath = Type.Object({ contractId: Int64 });
const IdlePeriodPath = Type.Object({ contractId: Int64, idlePeriodId: Int64 });

/** One operation with two paths (details, Slips of the specification). */
const LISTS = [
  { operation: 'getIdlePeriods', url: '/v1/memberships/:contractId/self-service/idle-periods' },
  { operation: 'getIdlePeriodsOfMembership', url: '/v1/memberships/:contractId/idle-periods' },
] as const;

/** Serves the idle periods of a contract and previews of changes. Nothing is changed. */
export function idlePeriodRoutes(context: Context): FastifyPluginAsyncTypebox {
  const idlePeriodsOf = (request: FastifyRequest): Promise<IdlePeriodsOfContract> => {
    const { contractId } = request.params as { contractId: number };
    return loadIdlePeriods(context, context.db, studioOf(request), contractId);
  };
  return async (app) => {
    app.get(
      '/v1/memberships/:contractId/self-service/idle-periods/config',
      {
        config: {
          operation: 'getIdlePeriodConfig',
          scope: 'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_CONFIG_READ',
        },
        schema: {
          operationId: 'getIdlePeriodConfig',
          tags,
          summary:
            'Returns the rules for freezing a contract. Scope MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_CONFIG_READ.',
          params: ContractPath,
          response: { 200: IdlePeriodConfig },
        },
      },
      async (request) => toConfig(await idlePeriodsOf(request)),
    );

    app.post(
      '/v1/memberships/:contractId/self-service/idle-periods/validate',
      {
        config: { operation: 'validateIdlePeriodRequest', scope: TRY_SCOPES },
        schema: {
          operationId: 'validateIdlePeriodRequest',
          tags,
          summary: `Checks whether a freeze period is possible, without storing anything. Scope ${TRY_SCOPES.join(' or ')}.`,
          description:
            'Do not send a document here. `documentRequired` tells you that you need one to create the freeze period.',
          params: ContractPath,
          body: ValidateRequest,
          response: { 200: Validation },
        },
      },
      async (request) => {
        const situation = situationOf(await idlePeriodsOf(request), null);
        const { reasonId } = request.body;
        const reason = reasonId === undefined ? null : findReason(reasonId, situation, null);
        const { refusal } = validateIdlePeriod(request.body, situation);
        return {
          validationStatus: refusal ?? ('IDLEPERIOD_CREATABLE' as const),
          ...(reason?.documentRequired ? { documentRequired: true } : {}),
        };
      },
    );

    for (const { operation, url } of LISTS) {
      app.get(
        url,
        {
          config: { operation, scope: SCOPE },
          schema: {
            operationId: operation,
            tags,
            summary: `Lists the freeze periods of a contract, sorted by start date. Scope ${SCOPE}.`,
            description: 'Withdrawn and rejected freeze periods are not listed.',
            params: ContractPath,
            response: { 200: IdlePeriodList },
          },
        },
        async (request) => toIdlePeriodList(context, await idlePeriodsOf(request)),
      );
    }

    app.get(
      '/v1/memberships/:contractId/self-service/idle-periods/remaining',
      {
        config: { operation: 'getRemainingIdlePeriods', scope: SCOPE },
        schema: {
          operationId: 'getRemainingIdlePeriods',
          tags,
          summary: `Returns the number of terms left in the current reference period. Scope ${SCOPE}.`,
          params: ContractPath,
          response: { 200: RemainingTerms },
        },
      },
      async (request) => toRemaining(await idlePeriodsOf(request)),
    );

    app.get(
      '/v1/memberships/:contractId/self-service/idle-periods/:idlePeriodId',
      {
        config: { operation: 'getIdlePeriodById', scope: SCOPE },
        schema: {
          operationId: 'getIdlePeriodById',
          tags,
          summary: `Returns a freeze period. Scope ${SCOPE}.`,
          params: IdlePeriodPath,
          response: { 200: IdlePeriodRecord },
        },
      },
      async (request) => {
        const ofContract = await idlePeriodsOf(request);
        const period = findLive(ofContract, request.params.idlePeriodId);
        return toIdlePeriod(context, period, ofContract.studio.currency);
      },
    );

    app.put(
      '/v1/memberships/:contractId/self-service/idle-periods/:idlePeriodId/preview',
      {
        config: { operation: 'idlePeriodUpdatePreview', scope: TRY_SCOPES },
        schema: {
          operationId: 'idlePeriodUpdatePreview',
          tags,
          summary: `Previews a change to a freeze period without storing anything. Scope ${TRY_SCOPES.join(' or ')}.`,
          params: IdlePeriodPath,
          body: ChangeRequest,
          response: { 200: UpdatePreview },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const preview = await previewChange(context, studio, request.params, request.body);
        return toUpdatePreview(preview, studio.currency);
      },
    );
  };
}

const WRITE_SCOPE = 'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_WRITE';
const Parts = Type.Object(
  { data: ChangeRequest, document: Type.Optional(FilePart()) },
  { title: 'IdlePeriodForm' },
);

const SUCCESS = {
  FREEZE: 'idlePeriod.withdrawn.FREEZE',
  REST: 'idlePeriod.withdrawn.REST',
  CHANGE: 'idlePeriod.withdrawn.CHANGE',
} as const;

/** Creates, changes and withdraws the idle periods of a contract. */
export function idlePeriodChangeRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/memberships/:contractId/self-service/idle-periods',
      {
        config: { operation: 'createIdlePeriodAmendment', scope: WRITE_SCOPE },
        schema: {
          operationId: 'createIdlePeriodAmendment',
          tags,
          summary: `Freezes a contract, either immediately or after approval by the studio. Scope ${WRITE_SCOPE}.`,
          description:
            'If the request breaks a rule, the errorCode is the validation status. If a document is missing that ' +
            'the reason requires, the reference is `document`.',
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
        const made = await createIdlePeriod(context, studio, sent, keyedRequest(context, request));
        return toIdlePeriod(context, made, studio.currency);
      },
    );

    app.put(
      '/v1/memberships/:contractId/self-service/idle-periods/:idlePeriodId',
      {
        config: { operation: 'updateIdlePeriod', scope: WRITE_SCOPE },
        schema: {
          operationId: 'updateIdlePeriod',
          tags,
          summary: `Changes a freeze period, either immediately or after approval by the studio. Scope ${WRITE_SCOPE}.`,
          description: 'If you already sent a document for the same reason, you need not send it again.',
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
        const changed = await updateIdlePeriod(context, studio, sent, request.id);
        return toIdlePeriod(context, changed, studio.currency);
      },
    );

    app.delete(
      '/v1/memberships/:contractId/self-service/idle-periods/:idlePeriodId',
      {
        config: { operation: 'withdrawIdlePeriod', scope: WRITE_SCOPE },
        schema: {
          operationId: 'withdrawIdlePeriod',
          tags,
          summary: `Withdraws a freeze period, or a change to it that awaits approval. Scope ${WRITE_SCOPE}.`,
          description:
            'An unlimited freeze period that has begun ends, and the contract continues from today.',
          params: IdlePeriodPath,
          response: { 200: Withdrawal },
        },
      },
      async (request) => {
        const withdrawn = await withdrawIdlePeriod(context, studioOf(request), request.params, request.id);
        return { success: translate(requestLanguage(request), SUCCESS[withdrawn]) };
      },
    );
  };
}

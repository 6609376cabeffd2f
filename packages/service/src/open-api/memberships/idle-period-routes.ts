import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../context.js';
import { studioOf } from '../../http/api-key.js';
import { findReason } from '../../memberships/idle-periods/agree.js';
import {
  findLive,
  loadFreezes,
  type FreezesOfContract,
} from '../../memberships/idle-periods/idle-periods.js';
import { previewChange } from '../../memberships/idle-periods/preview.js';
import { situationOf } from '../../memberships/idle-periods/situation.js';
import { validateFreeze } from '../../memberships/idle-periods/validation.js';
import { Int64 } from '../schemas.js';
import {
  toConfig,
  toIdlePeriod,
  toIdlePeriodList,
  toRemaining,
  toUpdatePreview,
} from './answers/idle-periods.js';
import {
  ChangeRequest,
  IdlePeriodConfig,
  IdlePeriodList,
  IdlePeriodRecord,
  RemainingTerms,
  UpdatePreview,
  ValidateRequest,
  Validation,
} from './schemas/idle-periods.js';

const tags = ['Membership Self-service'];
const SCOPE = 'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_READ';
/** Of what keeps nothing, for which either scope is enough: public descriptions ask now for one, now for the other (fields-2, 1.2). */
const TRY_SCOPES = [SCOPE, 'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_WRITE'];
const ContractPath = Type.Object({ contractId: Int64 });
const IdlePeriodPath = Type.Object({ contractId: Int64, idlePeriodId: Int64 });

/** Two paths for one operation (details, Slips of the specification). */
const LISTS = [
  { operation: 'getIdlePeriods', url: '/v1/memberships/:contractId/self-service/idle-periods' },
  { operation: 'getIdlePeriodsOfMembership', url: '/v1/memberships/:contractId/idle-periods' },
] as const;

/** The freezes of a contract, and previews of changes; nothing is changed. */
export function idlePeriodRoutes(context: Context): FastifyPluginAsyncTypebox {
  const freezesOf = (request: FastifyRequest): Promise<FreezesOfContract> => {
    const { contractId } = request.params as { contractId: number };
    return loadFreezes(context, context.db, studioOf(request), contractId);
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
          summary: 'How a contract can be frozen. Scope MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_CONFIG_READ.',
          params: ContractPath,
          response: { 200: IdlePeriodConfig },
        },
      },
      async (request) => toConfig(await freezesOf(request)),
    );

    app.post(
      '/v1/memberships/:contractId/self-service/idle-periods/validate',
      {
        config: { operation: 'validateIdlePeriodRequest', scope: TRY_SCOPES },
        schema: {
          operationId: 'validateIdlePeriodRequest',
          tags,
          summary: `Whether a freeze period could be made; nothing is kept. Scope ${TRY_SCOPES.join(' or ')}.`,
          description:
            'A document is not sent here: `documentRequired` says that creating the freeze period needs one.',
          params: ContractPath,
          body: ValidateRequest,
          response: { 200: Validation },
        },
      },
      async (request) => {
        const situation = situationOf(await freezesOf(request), null);
        const { reasonId } = request.body;
        const reason = reasonId === undefined ? null : findReason(reasonId, situation, null);
        const { refusal } = validateFreeze(request.body, situation);
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
            summary: `The freeze periods of a contract, by their start. Scope ${SCOPE}.`,
            description: 'Those that were withdrawn or rejected are not listed.',
            params: ContractPath,
            response: { 200: IdlePeriodList },
          },
        },
        async (request) => toIdlePeriodList(context, await freezesOf(request)),
      );
    }

    app.get(
      '/v1/memberships/:contractId/self-service/idle-periods/remaining',
      {
        config: { operation: 'getRemainingIdlePeriods', scope: SCOPE },
        schema: {
          operationId: 'getRemainingIdlePeriods',
          tags,
          summary: `How many terms are left in this reference period. Scope ${SCOPE}.`,
          params: ContractPath,
          response: { 200: RemainingTerms },
        },
      },
      async (request) => toRemaining(await freezesOf(request)),
    );

    app.get(
      '/v1/memberships/:contractId/self-service/idle-periods/:idlePeriodId',
      {
        config: { operation: 'getIdlePeriodById', scope: SCOPE },
        schema: {
          operationId: 'getIdlePeriodById',
          tags,
          summary: `A freeze period. Scope ${SCOPE}.`,
          params: IdlePeriodPath,
          response: { 200: IdlePeriodRecord },
        },
      },
      async (request) => {
        const freezes = await freezesOf(request);
        const period = findLive(freezes, request.params.idlePeriodId);
        return toIdlePeriod(context, period, freezes.studio.currency);
      },
    );

    app.put(
      '/v1/memberships/:contractId/self-service/idle-periods/:idlePeriodId/preview',
      {
        config: { operation: 'idlePeriodUpdatePreview', scope: TRY_SCOPES },
        schema: {
          operationId: 'idlePeriodUpdatePreview',
          tags,
          summary: `What the change of a freeze period would lead to; nothing is kept. Scope ${TRY_SCOPES.join(' or ')}.`,
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

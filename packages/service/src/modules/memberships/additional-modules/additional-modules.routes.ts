import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { requestLanguage } from '../../../core/http/request-meta.js';
import { CalendarDate, Int64, VoidResult } from '../../../core/http/schemas.js';
import { translate } from '../../../core/i18n/translate.js';
import { IdempotencyHeaders, keyedRequest } from '../../../core/idempotency/idempotency.js';
import { studioOf } from '../../integrations/api-key.js';
import { findReason } from '../cancelations/cancelations.js';
import { answerContext } from '../offers/frequencies.js';
import {
  AdditionalModuleRecord,
  BookingValidation,
  ModuleContractRecord,
  ModuleContractRequest,
  toAdditionalModule,
  toModuleContract,
} from './additional-modules.schema.js';
import {
  bookModule,
  cancelModule,
  checkBooking,
  findModuleContract,
  loadModules,
  type ModulesOfContract,
  onlineModules,
  purchasableModules,
  withdrawModuleCancelation,
} from './module-bookings.js';

const tags = ['Membership Self-service'];
const MODULE_READ = 'MEMBERSHIP_SELF_SERVICE_ADDITIONAL_MODULE_READ';
const READ = 'MEMBERSHIP_SELF_SERVICE_ADDITIONAL_MODULE_CONTRACT_READ';
const WRITE = 'MEMBERSHIP_SELF_SERVICE_ADDITIONAL_MODULE_CONTRACT_WRITE';
/** Scopes for the check of a booking, which stores nothing (fields-2, 1.2). */
const TRY_SCOPES = [READ, WRITE];
const ContractPath = Type.Object({ contractId: Int64 });
const ModuleContractPath = Type.Object({ contractId: Int64, additionalModuleContractId: Int64 });
const BELOW_CONTRACT = '/v1/memberships/:contractId/self-service';

/** Serves the modules that members can book onto a running contract, and the module contracts. */
export function additionalModuleRoutes(context: Context): FastifyPluginAsyncTypebox {
  const modulesOf = (request: FastifyRequest): Promise<ModulesOfContract> => {
    const { contractId } = request.params as { contractId: number };
    return loadModules(context, context.db, studioOf(request), contractId);
  };
  return async (app) => {
    app.get(
      '/v1/memberships/self-service/additional-modules',
      {
        config: { operation: 'getAdditionalModules', scope: MODULE_READ },
        schema: {
          operationId: 'getAdditionalModules',
          tags,
          summary: `Lists the additional modules that can be booked online. Scope ${MODULE_READ}.`,
          response: { 200: Type.Array(AdditionalModuleRecord) },
        },
      },
      async (request) => {
        const answer = answerContext(context, request);
        const modules = await onlineModules(context.db, studioOf(request));
        return modules.map((module) => toAdditionalModule(module, answer));
      },
    );

    app.get(
      `${BELOW_CONTRACT}/additional-modules/purchasable`,
      {
        config: { operation: 'getPurchasableAdditionalModules', scope: MODULE_READ },
        schema: {
          operationId: 'getPurchasableAdditionalModules',
          tags,
          summary: `Lists the additional modules that can be booked onto a contract today. Scope ${MODULE_READ}.`,
          description:
            'The list is empty unless the contract runs, is not cancelled and is not frozen today.',
          params: ContractPath,
          response: { 200: Type.Array(AdditionalModuleRecord) },
        },
      },
      async (request) => {
        const answer = answerContext(context, request);
        const modules = await purchasableModules(context.db, studioOf(request), await modulesOf(request));
        return modules.map((module) => toAdditionalModule(module, answer));
      },
    );

    app.post(
      `${BELOW_CONTRACT}/additional-modules/validate`,
      {
        config: { operation: 'validateAdditionalModuleContractRequest', scope: TRY_SCOPES },
        schema: {
          operationId: 'validateAdditionalModuleContractRequest',
          tags,
          summary: `Checks whether a module can be booked, without storing anything. Scope ${TRY_SCOPES.join(' or ')}.`,
          params: ContractPath,
          body: ModuleContractRequest,
          response: { 200: BookingValidation },
        },
      },
      async (request) => {
        const { db } = context;
        const ofContract = await modulesOf(request);
        const { status } = await checkBooking(db, studioOf(request), ofContract, request.body);
        return { validationStatus: status };
      },
    );

    app.post(
      `${BELOW_CONTRACT}/additional-modules/purchase`,
      {
        config: { operation: 'purchaseAdditionalModuleContract', scope: WRITE },
        schema: {
          operationId: 'purchaseAdditionalModuleContract',
          tags,
          summary: `Books a module onto a contract from today. Scope ${WRITE}.`,
          description:
            'If the module cannot be booked, the errorCode is the validation status. The fees are charged with those of ' +
            'the contract. The module stands still while the contract is frozen, and ends with it at the latest.',
          params: ContractPath,
          body: ModuleContractRequest,
          headers: IdempotencyHeaders,
          response: {
            200: Type.Object({
              id: Type.Optional({ ...Int64, description: 'The id of the module contract.' }),
            }),
          },
        },
      },
      async (request) => {
        const { contractId } = request.params;
        const keyed = keyedRequest(context, request);
        return { id: await bookModule(context, studioOf(request), contractId, request.body, keyed) };
      },
    );

    app.get(
      `${BELOW_CONTRACT}/additional-module-contracts/:additionalModuleContractId`,
      {
        config: { operation: 'getAdditionalModuleContract', scope: READ },
        schema: {
          operationId: 'getAdditionalModuleContract',
          tags,
          summary: `Returns a module contract. Scope ${READ}.`,
          params: ModuleContractPath,
          response: { 200: ModuleContractRecord },
        },
      },
      async (request) => {
        const ofContract = await modulesOf(request);
        const booked = findModuleContract(ofContract, request.params.additionalModuleContractId);
        return toModuleContract(booked, ofContract, answerContext(context, request));
      },
    );

    app.post(
      `${BELOW_CONTRACT}/additional-module-contracts/:additionalModuleContractId/ordinary-cancelation`,
      {
        config: { operation: 'createModuleContractCancelationAmendment', scope: WRITE },
        schema: {
          operationId: 'createModuleContractCancelationAmendment',
          tags,
          summary: `Cancels a module contract. Scope ${WRITE}.`,
          description: 'The cancellation takes effect immediately.',
          params: ModuleContractPath,
          body: Type.Object({
            cancelationDate: { ...CalendarDate, description: 'One of availableCancelationDates.' },
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
        const language = requestLanguage(request);
        const { cancelationDate: date, cancelationReasonId } = request.body;
        const reason = findReason(studio, cancelationReasonId);
        const keyed = keyedRequest(context, request);
        await cancelModule(context, studio, request.params, { date, reason }, keyed);
        return { success: translate(language, 'module.cancelled') };
      },
    );

    app.post(
      `${BELOW_CONTRACT}/additional-module-contracts/:additionalModuleContractId/withdraw-cancelation`,
      {
        config: { operation: 'withdrawAdditionalModuleContractCancelation', scope: WRITE },
        schema: {
          operationId: 'withdrawAdditionalModuleContractCancelation',
          tags,
          summary: `Withdraws the cancellation of a module contract. Scope ${WRITE}.`,
          description: 'Possible while `contractCancelationCanBeWithdrawn` is true.',
          params: ModuleContractPath,
          headers: IdempotencyHeaders,
          response: { 200: VoidResult },
        },
      },
      async (request) => {
        const keyed = keyedRequest(context, request);
        await withdrawModuleCancelation(context, studioOf(request), request.params, keyed);
        return { success: translate(requestLanguage(request), 'module.cancelation.withdrawn') };
      },
    );
  };
}

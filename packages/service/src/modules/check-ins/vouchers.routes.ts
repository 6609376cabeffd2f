import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { Int64, RequiredLine } from '../../core/http/schemas.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { integrationOf, studioOf } from '../integrations/api-key.js';
import { redeemVoucher } from './vouchers.js';

export function checkInVoucherRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/checkin-vouchers/redeem',
      {
        config: { operation: 'redeemCheckinVoucher', scope: 'CHECKIN_VOUCHER_WRITE' },
        schema: {
          operationId: 'redeemCheckinVoucher',
          tags: ['Checkin vouchers'],
          summary:
            'Redeems a check-in voucher and returns an access code for one visit. Each voucher can be redeemed once. ' +
            'Scope CHECKIN_VOUCHER_WRITE.',
          body: Type.Object({
            voucherCode: RequiredLine('CHVB1-YL29-MYVA', 100),
            firstname: RequiredLine('Max'),
            lastname: RequiredLine('Mustermann'),
            email: Type.String({ format: 'email', maxLength: 254, examples: ['example@email.com'] }),
            onlineOfferId: Type.Optional(
              Type.Integer({ ...Int64, description: 'Ignored, because the voucher code is sufficient.' }),
            ),
          }),
          headers: IdempotencyHeaders,
          response: {
            200: Type.Object({ studioAccessCode: Type.String({ examples: ['PTKXPMUQ'] }) }),
          },
        },
      },
      async (request) => {
        const { voucherCode, firstname, lastname, email } = request.body;
        const redemption = { voucherCode, firstname, lastname, email };
        const keyed = keyedRequest(context, request);
        return {
          studioAccessCode: await redeemVoucher(
            context,
            studioOf(request),
            integrationOf(request),
            redemption,
            keyed,
          ),
        };
      },
    );
  };
}

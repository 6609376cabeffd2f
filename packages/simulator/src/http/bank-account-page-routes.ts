import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ReportKind } from '../bank-files/bank-format.js';
import type { SimulatorContext } from '../context.js';
import { bankAccountPage, type BankAccountView } from '../pages/bank-account-page.js';
import { sendPage } from '../pages/headers.js';
import { Refusal } from '../refusal.js';
import { MAX_FILE_BYTES, receiveFile, reportsUntil } from './bank-file-routes.js';
import { requireOwnPage } from './browser-routes.js';

const AccountKey = Type.String({ maxLength: 100 });
const Query = Type.Object({ account: AccountKey });
const DaysBody = Type.Object({ until: Type.String({ maxLength: 10 }) });

/**
 * Registers the page with which developers act as the banks of a studio. It asks for no key, so it exists only where
 * browsers reach the simulator on their own machine.
 */
export function bankAccountPageRoutes(server: FastifyInstance, context: SimulatorContext): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { ledger, clock, publicUrl } = context;
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, formOf);
  app.addHook('onRequest', (_, __, next) => {
    if (!LOCAL_HOSTS.has(new URL(publicUrl()).hostname)) throw Refusal.missing('page', 'path');
    next();
  });

  app.get(
    '/bank',
    { schema: { querystring: Type.Object({ account: Type.Optional(AccountKey) }) } },
    (request, reply) => {
      const { account } = request.query;
      const page = bankAccountPage(ledger.accounts(), account === undefined ? null : opened(account));
      return sendPage(reply, 200, page, { frameAncestors: [], formTargets: [] });
    },
  );

  app.post(
    '/bank/files',
    { bodyLimit: MAX_FILE_BYTES, schema: { querystring: Query } },
    async (request, reply) => {
      requireOwnPage(request);
      const { publicKey } = opened(request.query.account).account;
      const { file } = (request.body ?? {}) as { file?: unknown };
      if (!(file instanceof Blob)) throw Refusal.invalid('parameter_missing', 'Choose a file.', 'file');
      receiveFile(context, publicKey, await file.text());
      return back(reply, publicKey);
    },
  );

  app.post('/bank/days', { schema: { querystring: Query, body: DaysBody } }, (request, reply) => {
    requireOwnPage(request);
    const { publicKey } = opened(request.query.account).account;
    reportsUntil(context, publicKey, request.body.until);
    return back(reply, publicKey);
  });

  app.get(
    '/bank/reports/:reportId',
    { schema: { querystring: Query, params: Type.Object({ reportId: Type.String({ maxLength: 64 }) }) } },
    (request, reply) => {
      const { customer, today } = opened(request.query.account);
      const report = customer.reports(today).find(({ reportId }) => reportId === request.params.reportId);
      if (report === undefined) throw Refusal.missing('report', 'reportId');
      const [extension, type] = FILE_TYPES[report.kind] ?? ['xml', 'application/xml'];
      const name = `${report.kind}-${report.createdOn}-${report.reportId}.${extension}`;
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .type(`${type}; charset=utf-8`)
        .send(report.content);
    },
  );

  /** @throws Refusal when no studio has registered this account */
  function opened(publicKey: string): BankAccountView {
    const account = ledger.account(publicKey);
    if (account === undefined) throw Refusal.missing('account', 'account');
    const customer = ledger.bankCustomer(publicKey);
    return { account, customer, today: customer.today(clock.now()) };
  }
}

async function formOf({ headers }: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> {
  const response = new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } });
  const form = await response.formData().catch(() => {
    throw Refusal.invalid('body_invalid', 'The body must be multipart/form-data with a file.', 'file');
  });
  return Object.fromEntries(form);
}

/** Extension and media type of reports that are not XML. */
const FILE_TYPES: Partial<Record<ReportKind, readonly [string, string]>> = {
  NACHA: ['ach', 'text/plain'],
  ABA: ['aba', 'text/plain'],
};

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const back = (reply: FastifyReply, publicKey: string): FastifyReply =>
  reply.redirect(`/bank?account=${encodeURIComponent(publicKey)}`, 303);

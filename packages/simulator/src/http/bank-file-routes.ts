import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ReceivedFile, Report } from '../bank-files/bank-customer.js';
import { addDays, type Day } from '../bank-files/bank-days.js';
import type { SimulatorContext } from '../context.js';
import { Refusal } from '../refusal.js';
import { closed } from './intent-bodies.js';
import { accountOf } from './requests.js';

/** Largest file in bytes. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Number of days that can be let pass for the bank at once. */
const MAX_DAYS_AHEAD = 400;

const Query = Type.Object(
  { until: Type.Optional(Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` })) },
  closed,
);
const Days = Type.Integer({ minimum: 0, maximum: 60 });
const BehaviourBody = Type.Object(
  {
    refuseFiles: Type.Optional(Type.String({ pattern: '^[A-Z]{2}[0-9]{2}$' })),
    returnAfterDays: Type.Optional(Days),
    repeatReports: Type.Optional(Type.Boolean()),
    lateByDays: Type.Optional(Days),
    reportReturnsTwice: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** Registers the routes of the simulated banks, which take files with debits and report what has become of them. */
export function bankFileRoutes(server: FastifyInstance, context: SimulatorContext): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { ledger, clock } = context;
  // Fastify itself reads text/plain.
  app.addContentTypeParser('application/xml', { parseAs: 'string' }, (_, body, done) => done(null, body));

  app.post('/v1/bank/files', { bodyLimit: MAX_FILE_BYTES }, (request, reply) => {
    const { publicKey } = accountOf(context, request);
    if (typeof request.body !== 'string') {
      throw Refusal.invalid('body_invalid', 'Send the file as application/xml or text/plain.');
    }
    const { fileId, status, faults, statusReport } = receiveFile(context, publicKey, request.body);
    return reply.status(201).send({ fileId, status, faults, statusReport });
  });

  app.get('/v1/bank/reports', { schema: { querystring: Query } }, (request, reply) => {
    const { publicKey } = accountOf(context, request);
    const until = request.query.until ?? ledger.bankCustomer(publicKey).today(clock.now());
    return reply.send({ reports: reportsUntil(context, publicKey, until) });
  });

  app.put('/v1/bank/behaviour', { schema: { body: BehaviourBody } }, (request, reply) => {
    const { publicKey } = accountOf(context, request);
    const event = { type: 'bank.behaviourChanged', account: publicKey, behaviour: request.body } as const;
    ledger.record({ at: clock.now().toISOString(), events: [event] });
    return reply.send(request.body);
  });
}

/** Gives a file to the bank that takes its format. */
export function receiveFile(
  { ledger, clock }: SimulatorContext,
  account: string,
  content: string,
): ReceivedFile {
  ledger.record({ at: clock.now().toISOString(), events: [{ type: 'bank.fileReceived', account, content }] });
  const file = ledger.bankCustomer(account).files.at(-1);
  if (file === undefined) throw new Error('No bank has kept the file.');
  return file;
}

/**
 * Lets the days up to a day pass for the bank, and lists the reports until then.
 *
 * @throws Refusal when it is no day, or too far ahead
 */
export function reportsUntil(
  { ledger, clock }: SimulatorContext,
  account: string,
  until: Day,
): readonly Report[] {
  const customer = ledger.bankCustomer(account);
  const now = clock.now();
  const last = addDays(customer.today(now), MAX_DAYS_AHEAD);
  if (!isDay(until) || until > last) {
    throw Refusal.invalid('parameter_invalid', `until must be a day (YYYY-MM-DD) until ${last}.`, 'until');
  }
  if (!customer.hasClosed(until)) {
    ledger.record({ at: now.toISOString(), events: [{ type: 'bank.daysPassed', account, until }] });
  }
  return customer.reports(until);
}

const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

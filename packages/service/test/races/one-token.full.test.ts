import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, test } from 'vitest';
import { payments } from '../../src/modules/payments/payments.tables.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { booksOf, expectBooks } from '../support/books.js';
import { type Person, TwoServices } from '../support/two-services.js';

/** Enough rounds to expose a race that fails one time in five. */
const ROUNDS = Array.from({ length: 15 }, (_, index) => index);

/** Faults in a person's money that must never occur. */
const SOUND = { orphaned: 0, usedTwice: 0 };

let services: TwoServices;

describe('two processes on PostgreSQL', { timeout: 600_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.shared();
  });
  afterEach(() => {
    services.provider.treat = () => ({});
  });

  /** Runs one race per round and collects the faults of all of them, so that a failure shows how many there were. */
  const race = async (once: (person: Person, round: number) => Promise<string | null>) => {
    const faults: string[] = [];
    for (const round of ROUNDS) {
      const fault = await once(await services.person(), round);
      if (fault !== null) faults.push(`${round}: ${fault}`);
    }
    expectBooks(faults).toEqual([]);
  };

  const methods = {
    'a card': (token: string) => services.payByCard(token),
    'a debit': (token: string) => services.paySepa(token),
  };

  describe.each(Object.entries(methods))('%s', (_, pay) => {
    test('is used and cancelled at the same time: paid and booked, or cancelled and given back', async () => {
      await race(async (person) => {
        const token = await services.session({ customerId: person.customerId, amount: 30 });
        const { id, paymentRequestToken = '' } = await pay(token);
        const [used, cancelled] = await Promise.all([
          services.payAccount(person, paymentRequestToken, 30),
          services.gateway(token, 'DELETE', `payments/${id}`),
        ]);
        await services.settled();
        const paid = used.status === 200;
        const books = await booksOf(services, person);
        const expected = { booked: paid ? 3000 : 0, kept: paid ? 3000 : 0, ...SOUND };
        const isCancelled = cancelled.body.status === 'CANCELLED';
        if (isSame(books, expected) && paid !== isCancelled) return null;
        return `usage ${used.status}, cancellation ${cancelled.status} ${cancelled.body.status}, ${JSON.stringify(books)}`;
      });
    });

    test('is used while another attempt begins: one of them wins', async () => {
      await race(async (person) => {
        const token = await services.session({ customerId: person.customerId, amount: 30 });
        const { paymentRequestToken = '' } = await pay(token);
        const [used, another] = await Promise.all([
          services.payAccount(person, paymentRequestToken, 30),
          services.startCard(token),
        ]);
        // The person types their card whatever the result of the first attempt.
        if (another.status === 201) await services.typeCard(another.body);
        if (another.status === 201) await services.authenticate(token, another.body.id);
        await services.settled();
        const paid = used.status === 200;
        const books = await booksOf(services, person);
        const expected = { booked: paid ? 3000 : 0, kept: paid ? 3000 : 0, ...SOUND };
        if (isSame(books, expected) && paid !== (another.status === 201)) return null;
        return `usage ${used.status}, attempt ${another.status}, ${JSON.stringify(books)}`;
      });
    });
  });

  describe.each(Object.entries(methods))('an instrument with an amount, %s', (_, pay) => {
    const use = ({ customerId }: Person, paymentRequestToken: string) =>
      services.api(`customers/${customerId}/account/payment-instrument`, { paymentRequestToken });
    const opened = ({ customerId }: Person) =>
      services.session({ customerId, amount: 30, scope: 'MEMBER_ACCOUNT' });
    const faultOf = async (person: Person, paid: boolean, answers: string) => {
      await services.settled();
      const books = await booksOf(services, person);
      const expected = { booked: paid ? 3000 : 0, kept: paid ? 3000 : 0, ...SOUND };
      return isSame(books, expected) ? null : `${answers}, ${JSON.stringify(books)}`;
    };

    test('is used and cancelled at the same time: credit, or given back', async () => {
      await race(async (person) => {
        const token = await opened(person);
        const { id, paymentRequestToken = '' } = await pay(token);
        const [used, cancelled] = await Promise.all([
          use(person, paymentRequestToken),
          services.gateway(token, 'DELETE', `payments/${id}`),
        ]);
        const answers = `usage ${used.status}, cancellation ${cancelled.status} ${cancelled.body.status}`;
        if ((used.status === 200) === (cancelled.body.status === 'CANCELLED')) return answers;
        return faultOf(person, used.status === 200, answers);
      });
    });

    test('is used twice at the same time, at both: one credit', async () => {
      await race(async (person) => {
        const { paymentRequestToken = '' } = await pay(await opened(person));
        const used = await Promise.all([use(person, paymentRequestToken), use(person, paymentRequestToken)]);
        const answers = used.map(({ status }) => status).join(', ');
        return answers === '200, 200' ? faultOf(person, true, answers) : answers;
      });
    });

    test('is used while the time of its session ends: credit, or given back', async () => {
      await race(async (person, round) => {
        const { paymentRequestToken = '' } = await pay(await opened(person));
        // The session expires before the usage is reserved in the first rounds, and after it in the last.
        const validUntil = new Date(services.now().getTime() + 10 * round);
        await services.database.db
          .update(paymentSessions)
          .set({ validUntil })
          .where(eq(paymentSessions.paymentCustomerId, person.paymentCustomerId));
        const used = await use(person, paymentRequestToken);
        return faultOf(person, used.status === 200, `usage ${used.status}`);
      });
    });
  });

  test('two tabs begin with a card at the same time: one gets a secret, no hold stays', async () => {
    await race(async (person) => {
      const token = await services.session({ customerId: person.customerId, amount: 50 });
      const made = await Promise.all([services.startCard(token, 0), services.startCard(token, 1)]);
      await Promise.all(made.map(({ body }) => services.typeCard(body)));
      const begun = made.filter(({ status }) => status === 201);
      await Promise.all(begun.map(({ body }) => services.authenticate(token, body.id)));
      await services.settled();
      const live = await liveAttempts(person);
      const books = await booksOf(services, person);
      if (isSame(books, { booked: 0, kept: 0, ...SOUND }) && live === 1) return null;
      return `${made.map(({ status, body }) => `${status} ${body.status}`).join(', ')}, ${live} alive, ${JSON.stringify(books)}`;
    });
  });

  test('of two tabs, the one that was replaced while the provider answered gets no secret', async () => {
    await race(async (person) => {
      const token = await services.session({ customerId: person.customerId, amount: 50 });
      // The provider responds to the first request only after the second has begun.
      let isFirst = true;
      let answerFirst = () => {};
      const asked = new Promise<void>((resolve) => {
        services.provider.treat = (method, path) => {
          if (method !== 'POST' || path !== '/v1/intents' || !isFirst) return {};
          isFirst = false;
          resolve();
          return { heldUntil: new Promise<void>((release) => (answerFirst = release)) };
        };
      });
      const first = services.startCard(token, 0);
      await asked;
      const second = await services.startCard(token, 1);
      answerFirst();
      const { status, body } = await first;
      await services.settled();
      const reason = await reasonOf(body.id);
      const isReported = status === 201 && body.status === 'CANCELLED' && body.nextAction === undefined;
      if (isReported && second.body.nextAction && reason === 'CANCELLED_ELSEWHERE') return null;
      return `${status} ${body.status} ${body.nextAction?.type} ${reason}`;
    });
  });

  test('a sign-up uses the token while it is cancelled: contract and money, or neither', async () => {
    await race(async (person) => {
      const token = await services.session({ customerId: person.customerId, amount: 399 });
      const { id, paymentRequestToken = '' } = await services.payByCard(token);
      const [sold, cancelled] = await Promise.all([
        services.api(`memberships/customers/${person.customerId}/add-membership`, {
          contractOfferTermId: 4104,
          startDate: services.day(1),
          initialPaymentRequestToken: paymentRequestToken,
        }),
        services.gateway(token, 'DELETE', `payments/${id}`),
      ]);
      await services.settled();
      const paid = sold.status === 200;
      const books = await booksOf(services, person);
      const expected = { booked: paid ? 39900 : 0, kept: paid ? 39900 : 0, ...SOUND };
      if (isSame(books, expected) && paid !== (cancelled.body.status === 'CANCELLED')) return null;
      return `sale ${sold.status}, cancellation ${cancelled.status} ${cancelled.body.status}, ${JSON.stringify(books)}`;
    });
  });
});

function isSame(one: object, other: object): boolean {
  const entries = Object.entries(one);
  return entries.every(([name, value]) => (other as Record<string, unknown>)[name] === value);
}

async function liveAttempts({ paymentCustomerId }: Person): Promise<number> {
  const rows = await services.database.db
    .select({ status: payments.status })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(eq(paymentSessions.paymentCustomerId, paymentCustomerId)));
  return rows.filter(({ status }) => status !== 'CANCELLED' && status !== 'FAILED').length;
}

async function reasonOf(paymentId: string): Promise<string | null> {
  const rows = await services.database.db.select().from(payments).where(eq(payments.id, paymentId));
  return rows[0]?.failureCode ?? null;
}

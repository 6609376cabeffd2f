import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { customers } from '../../src/modules/customers/customers.tables.js';
import { NINA, TERMS } from '../support/buyer.js';
import { TwoServices } from '../support/two-services.js';
import { whileHeld } from '../support/until.js';

test('two sign-ups of one lead at once, in two processes: one becomes the lead’s contract, the other a customer’s', async () => {
  const services = await TwoServices.shared();
  const { db } = services.database;
  const email = `${randomUUID()}@example.com`;
  const leadCustomer = { firstname: NINA.firstName, lastname: NINA.lastName, email };
  const lead = await services.api<{ customerId: number }>('leads/create', { leadCustomer });
  const signUp = async () => {
    const payment = await services.paySepa(await services.session({ amount: 19.9 }));
    const initialPaymentRequestToken = payment.paymentRequestToken;
    const contract = {
      contractOfferTermId: TERMS.rising,
      startDate: services.day(2),
      initialPaymentRequestToken,
    };
    return () =>
      services.api<{ customerId: number }>('memberships/signup', {
        contract,
        customer: { ...NINA, email },
      });
  };
  const { customerId } = lead.body;
  const signups = [await signUp(), await signUp()];
  const answers = await whileHeld(
    db,
    (tx) => tx.select().from(customers).where(eq(customers.id, customerId)).for('update'),
    signups,
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const ids = answers.map(({ body }) => body.customerId);
  expect(ids.filter((id) => id === customerId)).toHaveLength(1);
  expect(new Set(ids).size).toBe(2);
}, 120_000);

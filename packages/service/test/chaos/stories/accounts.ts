import { mustSucceed } from '../story.js';
import { anotherMethod, anyAmount, anyBehaviour, collectedAmount, tokenFrom, type Tale } from './scene.js';

/** A customer pays open fees, sometimes less than the session's amount. */
export const payAccount: Tale = {
  scope: 'ECOM',
  studio: 'any',
  run: async ({ story, partner, method }) => {
    const customerId = await partner.customer();
    const session = await partner.session('ECOM', anyAmount(story), { customerId });
    const part = story.random.chance(0.3) ? story.random.between(1, session.amount) : session.amount;
    const token = await tokenFrom(session, method, anyBehaviour(story));
    if (token) mustSucceed(story, await partner.account(customerId, token, part));
  },
};

/** A customer replaces the instrument for payment runs, sometimes with an amount, which becomes credit. */
export const replaceInstrument: Tale = {
  scope: 'MEMBER_ACCOUNT',
  studio: 'any',
  run: async ({ story, partner, method }) => {
    const customerId = await partner.customer();
    const amount = collectedAmount(story, method);
    const session = await partner.session('MEMBER_ACCOUNT', amount, { customerId });
    const token = await tokenFrom(session, method, anyBehaviour(story));
    if (token) mustSucceed(story, await partner.instrument(customerId, token));
  },
};

/** A partner sends one token several times at once, with the same amount and with another one. */
export const oneTokenManyTimes: Tale = {
  scope: 'ECOM',
  studio: 'any',
  run: async ({ story, partner, method }) => {
    const customerId = await partner.customer();
    const session = await partner.session('ECOM', anyAmount(story), { customerId });
    const token = await tokenFrom(session, method);
    if (!token) return;
    const amounts = [session.amount, session.amount, session.amount, session.amount - 100];
    await Promise.all(
      amounts.map(async (amount) => {
        await story.moment();
        await partner.account(customerId, token, amount);
      }),
    );
  },
};

/** Several tokens try to pay one claim at once. */
export const oneClaimManyTokens: Tale = {
  scope: 'ECOM',
  studio: 'berlin',
  run: async ({ story, partner, method }) => {
    // This term is half-yearly, with nothing due on signing: the claims that are paid here fall due later.
    const customerId = await partner.signUp(4103, null, null);
    const [claim] = customerId === null ? [] : await partner.upcomingClaims(customerId);
    if (customerId === null || !claim) return;
    const methods = [method, anotherMethod(story, 'ECOM'), anotherMethod(story, 'ECOM')];
    const tokens = await Promise.all(
      methods.map(async (each) =>
        tokenFrom(await partner.session('ECOM', claim.amount, { customerId }), each),
      ),
    );
    await Promise.all(
      tokens.map(async (token) => {
        if (!token) return;
        await story.moment();
        await partner.account(customerId, token, claim.amount, [claim.id]);
      }),
    );
  },
};

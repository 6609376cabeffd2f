import { anotherMethod, anyAmount, anyBehaviour, tokenFrom, type Tale } from './scene.js';

/** The person cancels while the partner uses the token. */
export const cancelAgainstUse: Tale = {
  scope: 'ECOM',
  studio: 'any',
  run: async ({ story, partner, method }) => {
    const customerId = await partner.customer();
    const session = await partner.session('ECOM', anyAmount(story), { customerId });
    const token = await tokenFrom(session, method);
    if (!token) return;
    await Promise.all([
      story.moment(20).then(() => session.widget.cancel(token.paymentId)),
      story.moment(20).then(() => partner.account(customerId, token, session.amount)),
    ]);
  },
};

/** The person cancels during the sale that uses the token. */
export const cancelAgainstSale: Tale = {
  scope: 'ECOM',
  studio: 'selling',
  run: async ({ story, partner, method }) => {
    const { term = 0 } = story.studio.sold ?? {};
    const customerId = await partner.customer();
    const due = await partner.dueOnSigning(term);
    const session = await partner.session('ECOM', due, { customerId });
    const token = await tokenFrom(session, method);
    if (!token) return;
    await Promise.all([
      story.moment(20).then(() => session.widget.cancel(token.paymentId)),
      story.moment(20).then(() => partner.addMembership(customerId, term, token)),
    ]);
  },
};

/**
 * The person starts another attempt while the token of the first is charged; then the partner uses the second token
 * too.
 */
export const replaceAgainstUse: Tale = {
  scope: 'ECOM',
  studio: 'any',
  run: async ({ story, partner, method }) => {
    const customerId = await partner.customer();
    const session = await partner.session('ECOM', anyAmount(story), { customerId });
    const token = await tokenFrom(session, method);
    if (!token) return;
    const other = anotherMethod(story, 'ECOM');
    const [second] = await Promise.all([
      story.moment(20).then(() => tokenFrom(session, other)),
      story.moment(20).then(() => partner.account(customerId, token, session.amount)),
    ]);
    if (second) await partner.account(customerId, second, session.amount);
  },
};

/** Two tabs of one session pay at once, and the partner uses the token that each of them returns. */
export const twoTabs: Tale = {
  scope: 'ECOM',
  studio: 'any',
  run: async ({ story, partner, method }) => {
    const customerId = await partner.customer();
    const session = await partner.session('ECOM', anyAmount(story), { customerId });
    const payIn = async (how: typeof method): Promise<void> => {
      const token = await tokenFrom(session, how);
      if (token) await partner.account(customerId, token, session.amount);
    };
    const how = story.random.chance(0.5) ? method : anotherMethod(story, 'ECOM');
    await Promise.all([payIn(method), payIn(how)]);
  },
};

/** The session expires while the partner uses the token. */
export const expiryAgainstUse: Tale = {
  scope: 'ECOM',
  studio: 'any',
  run: async ({ story, partner, method }) => {
    const customerId = await partner.customer();
    const session = await partner.session('ECOM', anyAmount(story), { customerId });
    const token = await tokenFrom(session, method);
    if (!token) return;
    await Promise.all([
      story.moment(300).then(() => story.stage.expire(session.widget.token)),
      // The jobs run their batches half a second apart.
      story.moment(900).then(() => partner.account(customerId, token, session.amount)),
    ]);
  },
};

/** The session expires while the person is at the bank. */
export const expiryAgainstPerson: Tale = {
  scope: 'ECOM',
  studio: 'any',
  run: async ({ story, partner, method }) => {
    const session = await partner.session('ECOM', anyAmount(story));
    await Promise.all([
      story.moment(300).then(() => story.stage.expire(session.widget.token)),
      session.widget.pay(method, anyBehaviour(story)),
    ]);
  },
};

/** A person pays, chooses another method, and sometimes gives up; a partner tries the old token too. */
export const changeMind: Tale = {
  scope: 'ECOM',
  studio: 'any',
  run: async ({ story, partner, method }) => {
    const customerId = await partner.customer();
    const session = await partner.session('ECOM', anyAmount(story), { customerId });
    const first = await tokenFrom(session, method, anyBehaviour(story));
    const second = await tokenFrom(session, anotherMethod(story, 'ECOM'), anyBehaviour(story));
    if (second && story.random.chance(0.4)) await session.widget.cancel(second.paymentId);
    for (const token of [first, second]) {
      if (token) await partner.account(customerId, token, session.amount);
    }
  },
};

/** A person leaves in the middle, or pays and never returns. */
export const walkAway: Tale = {
  scope: 'ECOM',
  studio: 'any',
  run: async ({ story, partner, method }) => {
    const session = await partner.session('ECOM', anyAmount(story));
    await session.widget.pay(method, { outcome: story.random.chance(0.5) ? 'never' : 'approve' });
  },
};

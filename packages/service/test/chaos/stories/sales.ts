import type { PaymentMethod } from '@upc/contract/gateway';
import { mustSucceed, type Story } from '../story.js';
import { methodsIn } from '../studios.js';
import { anyBehaviour, collectedAmount, tokenFrom, type Tale } from './scene.js';

const FREE_TERM = 4106;

/** A person signs up with both tokens: an instrument that the offer accepts, and the amount due on signing. */
export const signUp: Tale = {
  scope: 'ECOM',
  studio: 'selling',
  run: async ({ story, partner, method }) => {
    const { term, methods } = sold(story);
    const collected = story.random.pick(methods);
    const [due, collecting] = await Promise.all([
      partner.dueOnSigning(term),
      partner.session('MEMBER_ACCOUNT', collectedAmount(story, collected)),
    ]);
    const instrument = await tokenFrom(collecting, collected, anyBehaviour(story));
    if (!instrument) return;
    const paying = await partner.session('ECOM', due, { paymentServiceCustomerId: collecting.person });
    const initial = await tokenFrom(paying, method, anyBehaviour(story));
    if (!initial) return;
    await partner.signUp(term, instrument, initial);
  },
};

/** A person signs up for a term that costs nothing on signing, so no token protects the request. */
export const signUpWithoutTokens: Tale = {
  scope: 'ECOM',
  studio: 'berlin',
  run: async ({ partner }) => {
    await partner.signUp(FREE_TERM, null, null);
  },
};

/** A member buys another membership and pays for it immediately. */
export const addMembership: Tale = {
  scope: 'ECOM',
  studio: 'selling',
  run: async ({ story, partner, method }) => {
    const { term } = sold(story);
    const customerId = await partner.customer();
    const due = await partner.dueOnSigning(term);
    const session = await partner.session('ECOM', due, { customerId });
    const token = await tokenFrom(session, method, anyBehaviour(story));
    if (token) mustSucceed(story, await partner.addMembership(customerId, term, token));
  },
};

/** A member has credit for one membership, and buys four at once. */
export const creditForOne: Tale = {
  scope: 'ECOM',
  studio: 'berlin',
  run: async ({ story, partner, method }) => {
    const { term } = sold(story);
    const customerId = await partner.customer();
    story.history.paidWhenSigned.add(customerId);
    const due = await partner.dueOnSigning(term);
    const token = await tokenFrom(await partner.session('ECOM', due, { customerId }), method);
    if (!token) return;
    await partner.account(customerId, token, due);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        await story.moment();
        return partner.addMembership(customerId, term, null);
      }),
    );
    const [refused] = answers;
    if (refused && answers.every(({ status }) => status !== 200)) mustSucceed(story, refused);
  },
};

function sold({ studio }: Story): { readonly term: number; readonly methods: readonly PaymentMethod[] } {
  if (!studio.sold) throw new Error('Nothing is sold here.');
  const offered = methodsIn(studio, 'MEMBER_ACCOUNT');
  return {
    term: studio.sold.term,
    methods: studio.sold.methods.filter((method) => offered.includes(method)),
  };
}

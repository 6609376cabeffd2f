import type { PaymentMethod, Scope } from '@upc/contract/gateway';
import type { OpenedSession, Partner, TokenOfWidget } from '../partner.js';
import type { Story } from '../story.js';
import { methodsIn, type Place } from '../studios.js';
import type { Behaviour } from '../widget.js';

/** Parts that a story uses. */
interface Scene {
  readonly story: Story;
  readonly partner: Partner;
  /** Method that the story is about. */
  readonly method: PaymentMethod;
}

/** A kind of story: the scope and studios in which it can be set, and its actions. */
export interface Tale {
  readonly scope: Scope;
  readonly studio: Place;
  readonly run: (scene: Scene) => Promise<void>;
}

/** Picks a behaviour: mostly a person who pays, sometimes one who is refused, cancels, is slow, or walks away. */
export function anyBehaviour({ random }: Story): Behaviour {
  return {
    outcome: random.weighted({ approve: 80, later: 8, refuse: 4, cancel: 4, never: 4 }),
    isBroke: random.chance(0.06),
  };
}

/** Picks a method for the same kind of session. */
export function anotherMethod({ random, studio }: Story, scope: Scope): PaymentMethod {
  return random.pick(methodsIn(studio, scope));
}

/** Picks an amount from 5.00 to 120.00, in minor units. */
export const anyAmount = ({ random }: Story): number => random.between(500, 12_000);

/** Picks the amount that is paid when an instrument is collected, in minor units: mostly 0. */
export const collectedAmount = (story: Story, method: PaymentMethod): number =>
  methodsIn(story.studio, 'MEMBER_ACCOUNT', 1).includes(method) && story.random.chance(0.3)
    ? anyAmount(story)
    : 0;

/** Pays in a session as a person does. @returns the token, or null if the payment led to none. */
export async function tokenFrom(
  { widget, amount }: OpenedSession,
  method: PaymentMethod,
  behaviour?: Behaviour,
): Promise<TokenOfWidget | null> {
  const payment = await widget.pay(method, behaviour);
  const { id, paymentRequestToken: token } = payment ?? {};
  return id === undefined || token === undefined ? null : { paymentId: id, token, amount };
}

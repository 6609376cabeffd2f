import type { PaymentMethod, Scope } from '@upc/contract/gateway';
import type { OpenedSession, Partner, TokenOfWidget } from '../partner.js';
import type { Story } from '../story.js';
import { methodsIn, type Place } from '../studios.js';
import type { Behaviour } from '../widget.js';

/** The parts that a story uses. */
interface Scene {
  readonly story: Story;
  readonly partner: Partner;
  /** The method that the story is about. */
  readonly method: PaymentMethod;
}

/** A kind of story: where it is set, and what happens. */
export interface Tale {
  readonly scope: Scope;
  readonly studio: Place;
  readonly run: (scene: Scene) => Promise<void>;
}

/** Mostly somebody who pays; at times one who is refused, gives up, is slow, or walks away. */
export function anyBehaviour({ random }: Story): Behaviour {
  return {
    outcome: random.weighted({ approve: 80, later: 8, refuse: 4, cancel: 4, never: 4 }),
    isBroke: random.chance(0.06),
  };
}

/** Another method of the same kind of session. */
export function anotherMethod({ random, studio }: Story, scope: Scope): PaymentMethod {
  return random.pick(methodsIn(studio, scope));
}

/** A price between 5 and 120 in minor units. */
export const anyAmount = ({ random }: Story): number => random.between(500, 12_000);

/** What is paid when an instrument is collected, in minor units: mostly nothing. */
export const collectedAmount = (story: Story, method: PaymentMethod): number =>
  methodsIn(story.studio, 'MEMBER_ACCOUNT', 1).includes(method) && story.random.chance(0.3)
    ? anyAmount(story)
    : 0;

/** A person pays in a session. @returns null when that came to nothing. */
export async function tokenFrom(
  { widget, amount }: OpenedSession,
  method: PaymentMethod,
  behaviour?: Behaviour,
): Promise<TokenOfWidget | null> {
  const payment = await widget.pay(method, behaviour);
  const { id, paymentRequestToken: token } = payment ?? {};
  return id === undefined || token === undefined ? null : { paymentId: id, token, amount };
}

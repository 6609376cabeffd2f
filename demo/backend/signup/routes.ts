import type { IncomingHttpHeaders } from 'node:http';
import { BadRequest } from '../bad-request.js';
import type { Connect } from '../open-api.js';
import { findStudio, memberOf } from '../studios.js';
import { type Draft, Drafts, type Part } from './draft.js';
import { Signup } from './signup.js';

export interface SignupAnswer {
  readonly body: unknown;
  /** Value of the Set-Cookie header, if the visitor gets a new draft. */
  readonly cookie?: string;
}

type Body = Readonly<Record<string, unknown>>;

/** The visitor's signup has been deleted. */
class DraftGone extends Error {
  override readonly name = 'DraftGone';
  /** Status that Fastify responds with. */
  readonly statusCode = 410;
  constructor() {
    super('This sign-up was inactive for too long and has been deleted. Please start again.');
  }
}

const COOKIE = 'signup';
const PARTS: readonly Part[] = ['RECURRING', 'INITIAL'];

/**
 * Answers the signup page's requests to its backend: `open`, `offers`, `preview`, `save`, `payment`, `collected`,
 * `submit`. Each request contains what the visitor has typed, so that nothing is lost and every answer matches what the
 * visitor sees.
 */
export class SignupRoutes {
  readonly #drafts: Drafts;

  constructor(
    private readonly connect: Connect,
    private readonly now: () => Date,
  ) {
    this.#drafts = new Drafts(() => now().getTime());
  }

  /**
   * @param action the last part of the path, `/api/signup/<action>`
   * @returns the answer; `undefined` for an unknown action
   * @throws DraftGone when the visitor has no draft
   */
  async answer(action: string, body: Body, headers: IncomingHttpHeaders): Promise<SignupAnswer | undefined> {
    const id = cookieOf(headers.cookie);
    if (action === 'open') return this.#open(id, body, headers['accept-language']);
    const draft = this.#drafts.find(id);
    if (draft === undefined) throw new DraftGone();
    if (typeof body.typed === 'object' && body.typed !== null && draft.sent === null) {
      draft.typed = body.typed;
    }
    const signup = this.#signup(draft, headers['accept-language']);
    switch (action) {
      case 'save':
        return { body: null };
      case 'offers':
        return { body: await signup.offers() };
      case 'preview':
        return { body: await signup.preview() };
      case 'payment': {
        const prepared = await signup.preparePayment(body.locale, partOf(body.renew));
        return { body: { ...prepared, payments: shown(draft) } };
      }
      case 'collected':
        collect(draft, body);
        return { body: { payments: shown(draft) } };
      case 'submit':
        return { body: await signup.submit() };
      default:
        return undefined;
    }
  }

  #signup(draft: Draft, language: string | undefined): Signup {
    const studio = findStudio(draft.studioId);
    return new Signup(this.connect(studio, language), studio, draft, this.now);
  }

  async #open(
    id: string | undefined,
    { studio: studioId, member, again }: Body,
    language: string | undefined,
  ): Promise<SignupAnswer> {
    const studio = findStudio(studioId);
    const memberId = typeof member === 'number' ? memberOf(studio, member).customerId : null;
    const kept = this.#drafts.find(id);
    const isSame = kept?.studioId === studio.id && kept.memberId === memberId && again !== true;
    if (isSame) {
      const { typed, booked, sent } = kept;
      const signup = this.#signup(kept, language);
      // Links of the former answer may have expired.
      const latest = booked && (await signup.readBooking(booked.customerId));
      return { body: { typed, payments: shown(kept), isSent: sent !== null, booked: latest } };
    }
    this.#drafts.end(id);
    const started = this.#drafts.start(studio.id, memberId);
    return {
      body: { typed: {}, payments: {}, booked: null, isSent: false },
      // Lax, so that the browser sends the cookie when the bank redirects the visitor back. Over https a partner adds
      // `Secure`.
      cookie: `${COOKIE}=${started.id}; Path=/api/signup; HttpOnly; SameSite=Lax`,
    };
  }
}

/**
 * Returns only what the page needs to know about the payments, such as the session token and whether an instrument was
 * collected.
 */
function shown({ payments }: Draft): unknown {
  return Object.fromEntries(
    Object.entries(payments).map(([part, { token, validUntil, amount, offerId, requestToken, label }]) => [
      part,
      { token, validUntil, amount, offerId, label, isCollected: requestToken !== undefined },
    ]),
  );
}

function collect(draft: Draft, body: Body): void {
  const part = partOf(body.part);
  const { paymentRequestToken, label } = body;
  const payment = part && draft.payments[part];
  if (part === undefined || payment === undefined || typeof paymentRequestToken !== 'string') {
    throw new BadRequest('part must name an open payment, and paymentRequestToken must be a string.');
  }
  const { requestToken: _old, label: _former, ...session } = payment;
  draft.payments[part] = {
    ...session,
    requestToken: paymentRequestToken,
    ...(typeof label === 'string' ? { label: label.slice(0, 100) } : {}),
  };
}

function partOf(value: unknown): Part | undefined {
  return PARTS.find((part) => part === value);
}

function cookieOf(header: string | undefined): string | undefined {
  return header
    ?.split('; ')
    .find((one) => one.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
}

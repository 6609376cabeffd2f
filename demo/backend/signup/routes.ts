import type { IncomingHttpHeaders } from 'node:http';
import { BadRequest } from '../bad-request.js';
import type { Answer, OpenApi } from '../open-api.js';
import { findStudio, memberOf } from '../studios.js';
import { type Draft, Drafts, type Part } from './draft.js';
import { Refused, Signup } from './signup.js';

export interface SignupAnswer extends Answer {
  /** Value of the Set-Cookie header, if the visitor gets a new draft. */
  readonly cookie?: string;
}

type Body = Readonly<Record<string, unknown>>;

const COOKIE = 'signup';
const PARTS: readonly Part[] = ['RECURRING', 'INITIAL'];

/**
 * Answers the signup page's requests to its backend: `open`, `offers`, `preview`, `save`, `payment`, `collected`,
 * `submit`. Each request contains what the visitor has typed, so that nothing is lost and every answer matches what the
 * visitor sees.
 */
export class SignupRoutes {
  readonly #drafts = new Drafts();

  constructor(private readonly openApi: OpenApi) {}

  /** @param action the last part of the path, `/api/signup/<action>` */
  async answer(action: string, body: Body, headers: IncomingHttpHeaders): Promise<SignupAnswer | undefined> {
    const id = cookieOf(headers.cookie);
    if (action === 'open') return this.#open(id, body, headers['accept-language']);
    const draft = this.#drafts.find(id);
    if (draft === undefined) {
      const message = 'This sign-up was inactive for too long and has been deleted. Please start again.';
      return { status: 410, body: { message } };
    }
    if (typeof body.typed === 'object' && body.typed !== null && draft.sent === null) {
      draft.typed = body.typed;
    }
    const signup = new Signup(this.openApi, findStudio(draft.studioId), draft, headers['accept-language']);
    try {
      switch (action) {
        case 'save':
          return ok(null);
        case 'offers':
          return ok(await signup.offers());
        case 'preview':
          return ok(await signup.preview());
        case 'payment':
          return ok({
            ...(await signup.preparePayment(body.locale, partOf(body.renew))),
            payments: shown(draft),
          });
        case 'collected':
          collect(draft, body);
          return ok({ payments: shown(draft) });
        case 'submit':
          return ok(await signup.submit());
        default:
          return undefined;
      }
    } catch (error) {
      if (error instanceof Refused) return error.answer;
      throw error;
    }
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
      const signup = new Signup(this.openApi, studio, kept, language);
      return ok({
        ...{ typed, payments: shown(kept), isSent: sent !== null },
        // Links of the former answer may have expired.
        booked: booked && (await signup.readBooking(booked.customerId)),
      });
    }
    this.#drafts.end(id);
    const started = this.#drafts.start(studio.id, memberId);
    return {
      ...ok({ typed: {}, payments: {}, booked: null, isSent: false }),
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

function ok(body: unknown): SignupAnswer {
  return { status: 200, body };
}

function cookieOf(header: string | undefined): string | undefined {
  return header
    ?.split('; ')
    .find((one) => one.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
}

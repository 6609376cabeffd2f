import { describe, expect, it } from 'vitest';
import { withoutReturnParameters } from './return-address.js';

const page = 'https://studio.example/join';

describe('withoutReturnParameters', () => {
  it.each([
    [
      'nothing of a provider',
      `${page}?plan=7&name=a%20b#/pay?step=2`,
      `${page}?plan=7&name=a%20b#/pay?step=2`,
    ],
    ['no query', page, page],
    ['an empty query', `${page}?`, `${page}?`],
    ['only what a provider appended', `${page}?payment_intent=pi_1&redirect_status=succeeded`, page],
    [
      "the host's own query around it, as the host has written it",
      `${page}?q=a+b%2Fc&setup_intent=seti_1&setup_intent_client_secret=s&flag&redirect_status=failed&x=1?2`,
      `${page}?q=a+b%2Fc&flag&x=1?2`,
    ],
    [
      "a hash router, whose own query is the host's",
      `${page}?payment_intent=pi_1#/pay?redirect_status=mine#top`,
      `${page}#/pay?redirect_status=mine#top`,
    ],
    [
      'names that only look alike',
      `${page}?my_payment_intent=1&payment_intents=2`,
      `${page}?my_payment_intent=1&payment_intents=2`,
    ],
  ])('%s', (_, given, cleaned) => {
    expect(withoutReturnParameters(given)).toBe(cleaned);
  });
});

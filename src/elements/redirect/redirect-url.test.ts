import { describe, expect, it } from 'vitest';
import type { NextAction } from '@upc/contract/gateway';
import { gatewaySession, payment } from '../../testing/fixtures.js';
import { redirectUrl } from './redirect-url.js';

const session = gatewaySession({
  paymentMethods: [
    {
      paymentMethod: 'IDEAL',
      canBeSaved: false,
      provider: { name: 'SIMULATOR', redirectOrigins: ['https://pay.example', 'http://localhost:4020'] },
    },
    { paymentMethod: 'SEPA', canBeSaved: true },
  ],
});

describe('redirectUrl', () => {
  it.each([
    ['https://pay.example/p?x=1#y', true],
    ['http://localhost:4020/p', true],
    ['http://pay.example/p', false],
    ['https://pay.example:8443/p', false],
    ['https://pay.example.evil.example/p', false],
    ['https://pay.example@evil.example/p', false],
    ['//pay.example/p', false],
    ['javascript:alert(1)', false],
    ['not an address', false],
  ])('%s: %s', (url, isAllowed) => {
    const atBank = payment({ paymentMethod: 'IDEAL', nextAction: { type: 'REDIRECT', url } });
    expect(redirectUrl(session, atBank)).toBe(isAllowed ? url : undefined);
  });

  it('goes nowhere for a method whose provider says nothing of redirects, and for another action', () => {
    const nextAction: NextAction = { type: 'REDIRECT', url: 'https://pay.example/p' };
    expect(redirectUrl(session, payment({ paymentMethod: 'SEPA', nextAction }))).toBeUndefined();
    const download: NextAction = { type: 'MANDATE_DOWNLOAD', url: 'https://pay.example/p' };
    expect(redirectUrl(session, payment({ paymentMethod: 'IDEAL', nextAction: download }))).toBeUndefined();
  });
});

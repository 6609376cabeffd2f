import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { InvalidSignatureError, verifyEvent } from '../src/webhooks.js';

const SIGNING_KEY = `whsec_${Buffer.from('a signing key of the tests').toString('base64')}`;
const event = {
  entityId: 2001,
  uuid: '6c1f6f0e-7d0a-4f0b-9d3a-0d6a8f1d2c11',
  payload: [{ timestamp: 1795168800000, type: 'CONTRACT_CREATED', content: { contractId: 10042 } }],
};
const body = JSON.stringify(event);

function signed(text = body, at = new Date(), key = SIGNING_KEY): Record<string, string> {
  return {
    'webhook-id': event.uuid,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(event.uuid, at, text),
  };
}
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const otherKey = `whsec_${Buffer.from('another key').toString('base64')}`;

describe('verifyEvent', () => {
  it.each([
    ['headers of fetch', body, new Headers(signed())],
    ['headers of Node', Buffer.from(body), { ...signed(), 'set-cookie': ['a', 'b'], via: undefined }],
    ['headers with capital letters', body, { ...capitalised(signed()) }],
    ['bytes', new TextEncoder().encode(body), signed()],
    ['two signatures while the key changes', body, withOldSignature()],
  ])('returns the event: %s', (_, text, headers) => {
    expect(verifyEvent(text, headers, SIGNING_KEY)).toEqual(event);
  });

  it('tells the types of events apart, and accepts types that are added later', () => {
    const text = JSON.stringify({
      ...event,
      payload: [...event.payload, { timestamp: 1, type: 'ADDED_LATER' }],
    });
    const contracts: number[] = [];
    let others = 0;
    for (const each of verifyEvent(text, signed(text), SIGNING_KEY).payload) {
      switch (each.type) {
        case 'CONTRACT_CREATED':
          contracts.push(each.content.contractId);
          break;
        default:
          others += 1;
      }
    }
    expect([contracts, others]).toEqual([[10042], 1]);
  });

  it.each([
    ['another body', `${body} `, signed()],
    ['another key', body, signed(body, new Date(), otherKey)],
    ['an old event', body, signed(body, minutesAgo(6))],
    ['an event of the future', body, signed(body, minutesAgo(-6))],
    ['no headers', body, {}],
    ['a signature of another version', body, { ...signed(), 'webhook-signature': 'v1a,AAAA' }],
    ['an invalid time', body, { ...signed(), 'webhook-timestamp': 'now' }],
  ])('refuses %s', (_, text, headers) => {
    expect(() => verifyEvent(text, headers, SIGNING_KEY)).toThrow(InvalidSignatureError);
  });

  it.each([
    ['a missing key', body, undefined],
    ['the webhook key', body, 'the-webhook-key-of-the-tests'],
    ['a key that is not base64', body, 'whsec_%%%'],
    ['a parsed body', event as never, SIGNING_KEY],
  ])('reports a mistake in the code: %s', (_, text, key) => {
    const verify = () => verifyEvent(text, signed(), key);
    expect(verify).toThrow(TypeError);
    expect(verify).not.toThrow(/webhook-key-of|%%%/);
  });
});

function capitalised(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
}

function withOldSignature(): Record<string, string> {
  const headers = signed();
  const other = signed(body, new Date(), otherKey);
  return { ...headers, 'webhook-signature': `${other['webhook-signature']} ${headers['webhook-signature']}` };
}

import { describe, expect, it } from 'vitest';
import type { ParsedConfig } from '../config/config.js';
import { gatewaySession } from '../testing/fixtures.js';
import { settle } from '../testing/manual-clock.js';
import { offline, setUp } from '../testing/scripted-flow.js';

async function unreachable(onError?: () => unknown) {
  let answers = 0;
  const parts = setUp({
    session: () => ((answers += 1) === 1 ? Promise.reject(offline()) : Promise.resolve(gatewaySession())),
    // Of the helper itself there is one otherwise.
    config: { onError } as Partial<ParsedConfig>,
  });
  parts.session.start();
  await settle();
  const state = parts.session.getSnapshot();
  if (state.phase !== 'failed') throw new Error(`It is ${state.phase}.`);
  return { ...parts, error: state.error };
}

describe('an error of the payment', () => {
  it.each([
    ['without onError', undefined, true],
    ['with one that returns nothing', () => undefined, false],
    ['with one that returns something else', () => 'shown', false],
    ["with one that returns 'show'", () => 'show', true],
    [
      'with one that throws',
      () => {
        throw new Error('host');
      },
      true,
    ],
  ])('%s is shown by the widget: %s %s', async (_name, onError, isShown) => {
    const { session, error } = await unreachable(onError);
    expect(session.shows(error)).toBe(isShown);
  });

  it('is left behind by retry(), which loads the session again', async () => {
    const { session, count } = await unreachable(() => undefined);
    session.retry();
    await settle();
    expect(count('session')).toBe(2);
    expect(session.getSnapshot().phase).toBe('filling');
    session.retry();
    await settle();
    expect(count('session')).toBe(2);
  });
});

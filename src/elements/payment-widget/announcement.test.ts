import { describe, expect, it } from 'vitest';
import first from '../../i18n/english-first.json';
import later from '../../i18n/english-later.json';
import { type ErrorCode, PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { FlowState } from '../../flow/flow-state.js';
import { formView } from '../../flow/selectors.js';
import { Plurals } from '../../i18n/plurals.js';
import { Translator } from '../../i18n/translator.js';
import { parsedConfig } from '../../testing/fixtures.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { stateNamed } from '../../testing/widget-states.js';
import { validationText } from '../error-text.js';
import type { Announcement } from '../live-region/live-region.js';
import { announcement } from './announcement.js';

/** Creates a translator with the English texts that exist before the submission code has loaded. */
async function firstEnglish(): Promise<Translator> {
  const translator = new Translator({ locale: 'en', overrides: {}, devMode: false }, () =>
    Promise.reject(new Error('English is built in.')),
  );
  await translator.ready(300, new ManualClock());
  return translator;
}

function said(state: FlowState, translator: Translator): Announcement | undefined {
  return announcement(state, formView(state, parsedConfig()), translator, () => true);
}

/** All codes except the one that only the submission code throws. */
const codes: Readonly<Record<Exclude<ErrorCode, 'POLLING_TIMEOUT'>, true>> = {
  VALIDATION_ERROR: true,
  API_ERROR: true,
  PSP_ERROR: true,
  NETWORK_ERROR: true,
  GENERIC_ERROR: true,
};
const failure = (code: string): PaymentWidgetError =>
  new PaymentWidgetError(code as ErrorCode, 'of the test', { messageKey: 'error.provider.blocked' });

const withoutCode: Readonly<Record<string, FlowState>> = {
  'several fields are wrong': stateNamed('form, several errors'),
  'all is corrected': stateNamed('form, all corrected'),
  'the button is pressed before the form has come': {
    ...stateNamed('form loading'),
    isEarly: true,
  } as FlowState,
  'the session has ended': stateNamed('session ended'),
  'the session is refused': stateNamed('session refused'),
  ...Object.fromEntries(
    Object.keys(codes).flatMap((code) => [
      [`${code} in the form`, { ...stateNamed('form, filled'), error: failure(code) } as FlowState],
      [`${code} instead of it`, { phase: 'failed', error: failure(code), retryable: true }],
    ]),
  ),
};

describe('what a screen reader hears before the code after the button has come', () => {
  it.each(Object.entries(withoutCode))('is not a key when %s', async (_name, state) => {
    const text = said(state, await firstEnglish())?.text ?? '';
    expect(text).not.toBe('');
    expect(Object.keys({ ...first, ...later, 'summary.title': '' })).not.toContain(text);
  });

  it('is general about a wrong entry, until its own words have come', async () => {
    const translator = await firstEnglish();
    const error = { code: 'error.iban.checksum' } as const;
    expect(validationText(translator, error)).toBe('Check your details.');
    translator.extend(later);
    expect(validationText(translator, error)).toContain('typo');
  });

  it('is how many entries are wrong, once there are words for that', async () => {
    const translator = await firstEnglish();
    translator.extend(later, new Plurals());
    expect(said(stateNamed('form, several errors'), translator)?.text).toMatch(/^Please check \d entries$/);
  });
});

import type { ParsedConfig } from '../config/config.js';
import type { FlowState } from '../flow/flow-state.js';
import { cardStates } from './card-states.js';
import { debitStates } from './debit-states.js';
import { redirectStates } from './redirect-states.js';
import { widgetStates } from './widget-states.js';

/** One state of the widget as it can be looked at. */
export interface ShownState {
  readonly name: string;
  /** Shown one after the other; the last one stays. */
  readonly states: readonly [FlowState, ...FlowState[]];
  /** The configuration that it needs. */
  readonly config: Partial<ParsedConfig>;
}

const featureFlags = {
  hideMandateCheckbox: false,
  disableStripeLink: false,
  enableMandateDownload: true,
  enableSignatureTypeInput: false,
  showPaymentInstrumentList: true,
};

const configs: Readonly<Record<string, Partial<ParsedConfig>>> = {
  'form, mandate by button': { featureFlags: { ...featureFlags, hideMandateCheckbox: true } },
  'form, button of the page': { hidePaymentButton: true },
  'done, nothing listed': { featureFlags: { ...featureFlags, showPaymentInstrumentList: false } },
  'form, signature typed': { featureFlags: { ...featureFlags, enableSignatureTypeInput: true } },
};

/** Every state of every method. `language`: of the mandates; their wording is law and not translated. */
export function everyState(language: 'en' | 'de'): readonly ShownState[] {
  const all = { ...widgetStates(language), ...debitStates, ...cardStates, ...redirectStates };
  return Object.entries<readonly FlowState[]>(all).map(([name, [first, ...others]]) => {
    if (!first) throw new Error(`The state "${name}" shows nothing.`);
    return { name, states: [first, ...others], config: configs[name] ?? {} };
  });
}

import type { ParsedConfig } from '../config/config.js';
import type { FlowState } from '../flow/flow-state.js';
import { cardStates } from './card-states.js';
import { debitStates } from './debit-states.js';
import { redirectStates } from './redirect-states.js';
import { widgetStates } from './widget-states.js';

/** A state of the widget that can be shown. */
export interface ShownState {
  readonly name: string;
  /** States shown in sequence; the last one stays. */
  readonly states: readonly [FlowState, ...FlowState[]];
  /** Configuration that the state requires. */
  readonly config: Partial<ParsedConfig>;
}

const featureFlags = {
  hideMandateCheckbox: false,
  disableStripeLink: false,
  enableExpressCheckout: false,
  enableMandateDownload: true,
  enableSignatureTypeInput: false,
  showPaymentInstrumentList: true,
};

const configs: Readonly<Record<string, Partial<ParsedConfig>>> = {
  'list, express checkout': { featureFlags: { ...featureFlags, enableExpressCheckout: true } },
  'form, mandate by button': { featureFlags: { ...featureFlags, hideMandateCheckbox: true } },
  'form, button of the page': { hidePaymentButton: true },
  'done, nothing listed': { featureFlags: { ...featureFlags, showPaymentInstrumentList: false } },
  'form, signature typed': { featureFlags: { ...featureFlags, enableSignatureTypeInput: true } },
};

/**
 * Returns every state of every method. `language` is that of the mandates, whose wording is fixed by law and never
 * translated.
 */
export function everyState(language: 'en' | 'de'): readonly ShownState[] {
  const all = { ...widgetStates(language), ...debitStates, ...cardStates, ...redirectStates };
  return Object.entries<readonly FlowState[]>(all).map(([name, [first, ...others]]) => {
    if (!first) throw new Error(`The state "${name}" shows nothing.`);
    return { name, states: [first, ...others], config: configs[name] ?? {} };
  });
}

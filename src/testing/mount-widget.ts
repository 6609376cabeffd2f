import type { ParsedConfig } from '../config/config.js';
import { PaymentWidgetElement } from '../elements/payment-widget/payment-widget.js';
import { defineReview, defineSecuredFields, defineSignature } from '../init/prepare-form.js';
import { defineExpress, prepareSubmission } from '../init/prepare-submission.js';
import { registerElements } from '../init/register.js';
import { showLogos } from '../init/show-logos.js';
import type { LocaleTexts } from '../i18n/locale-loader.js';
import { Translator } from '../i18n/translator.js';
import { loadLogos } from '../elements/logo/es-logos.js';
import { loadRedirect } from '../elements/redirect/load-redirect.js';
import { systemClock } from '../core/clock.js';
import type { FlowState } from '../flow/flow-state.js';
import { parsedConfig } from './fixtures.js';
import { FakeStore } from './fake-store.js';

/** Providers of a widget that shows none of their fields and buttons. */
export const noProviders = {
  group: (): Promise<never> => Promise.reject(new Error('This widget has no providers.')),
};

export interface MountedWidget {
  readonly element: PaymentWidgetElement;
  readonly store: FakeStore;
  readonly translator: Translator;
  readonly root: ShadowRoot;
  /** Finds an element. @throws when nothing matches. */
  readonly find: <T extends HTMLElement = HTMLElement>(selector: string) => T;
  /** Resolves once every element inside has rendered. */
  readonly settled: () => Promise<void>;
}

/** Shows a state of the widget on a page, with its language already loaded. */
export async function mountWidget(
  container: HTMLElement,
  state: FlowState,
  changes: Partial<ParsedConfig> = {},
  locales: Readonly<Record<string, LocaleTexts>> = {},
): Promise<MountedWidget> {
  registerElements();
  const parts = [defineExpress(), defineReview(), defineSecuredFields(), defineSignature(), loadRedirect()];
  await Promise.all(parts);
  const config = parsedConfig({ container, ...changes });
  const translator = new Translator(
    { locale: config.locale, overrides: config.i18n, devMode: config.devMode },
    (locale) => {
      const texts = locales[locale];
      return texts ? Promise.resolve(texts) : Promise.reject(new Error(`no ${locale}`));
    },
  );
  await translator.ready(1000, systemClock);
  const store = new FakeStore(state, config);
  const element = new PaymentWidgetElement();
  Object.assign(element, { store, translator });
  prepareSubmission(translator, noProviders);
  showLogos(element, { status: 'fulfilled', value: await loadLogos() });
  container.append(element);
  const settled = async (): Promise<void> => {
    await element.updateComplete;
    // A child renders after its parent, so this waits one turn per level.
    for (let level = 0; level < 6; level += 1) await Promise.resolve();
    // Observers of sizes run at the end of the first frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  await settled();
  const root = element.shadowRoot;
  if (!root) throw new Error('The widget has no shadow root.');
  const find: MountedWidget['find'] = (selector) => {
    const found = root.querySelector(selector);
    if (!found) throw new Error(`Nothing in the widget matches ${selector}.`);
    return found as never;
  };
  return { element, store, translator, root, find, settled };
}

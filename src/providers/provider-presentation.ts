import type { ParsedConfig } from '../api/config.js';
import type { Translator } from '../i18n/translator.js';
import type { ProviderPresentation } from './provider.js';

const fieldProperties = [
  'fontFamily',
  'fontSize',
  'fontWeight',
  'lineHeight',
  'letterSpacing',
  'paddingLeft',
  'paddingRight',
  'borderTopWidth',
  'borderTopLeftRadius',
  'boxShadow',
  'height',
] as const;

/** What secured fields say; the keys reach the provider's frame as they are. */
const textKeys = [
  'card.number.label',
  'card.expiry.label',
  'card.expiry.placeholder',
  'card.cvc.label',
  'error.card.number.incomplete',
  'error.card.number.wrong',
  'error.card.expiry.incomplete',
  'error.card.expiry.past',
  'error.card.cvc.incomplete',
] as const;

/**
 * Reads how our own text fields look in this widget, on this page, right now, so that the provider's look the same.
 *
 * @param element the root element, connected and rendered.
 */
export function providerPresentation(
  element: HTMLElement,
  config: ParsedConfig,
  translator: Translator,
): ProviderPresentation {
  const parent = element.shadowRoot?.querySelector('.upc') ?? element;
  const probe = document.createElement('input');
  probe.className = 'input';
  probe.tabIndex = -1;
  probe.setAttribute('aria-hidden', 'true');
  // A transition would still be under way when the colours are read.
  probe.style.setProperty('transition', 'none');
  parent.append(probe);
  try {
    const style = getComputedStyle(probe);
    const color = (property: string): string => {
      probe.style.setProperty('color', `var(${property})`);
      const { color: computed } = getComputedStyle(probe);
      probe.style.removeProperty('color');
      return computed;
    };
    return {
      appearance: {
        field: Object.fromEntries(fieldProperties.map((name) => [name, style[name]])),
        colors: {
          text: style.color,
          placeholder: color('--_text-secondary'),
          border: style.borderTopColor,
          background: style.backgroundColor,
          focus: color('--_primary'),
          error: color('--_error'),
          success: color('--_success'),
        },
        ...(config.styling.iframeFields && { iframeFields: config.styling.iframeFields }),
      },
      locale: translator.locale,
      texts: Object.fromEntries(textKeys.map((key) => [key, translator.t(key)])),
    };
  } finally {
    probe.remove();
  }
}

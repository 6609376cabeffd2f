import type { ParsedConfig } from '../config/config.js';
import type { Translator } from '../i18n/translator.js';
import { type ProviderPresentation, providerTextKeys } from './provider.js';

const textStyle = ['fontFamily', 'fontSize', 'fontWeight', 'lineHeight', 'letterSpacing'] as const;
const fieldStyle = [
  ...textStyle,
  'paddingLeft',
  'paddingRight',
  'borderTopWidth',
  'borderTopLeftRadius',
  'boxShadow',
  'height',
] as const;

/**
 * Reads how the widget's own fields currently look on this page, so that the provider's fields look the same.
 *
 * @param element the root element, connected and rendered.
 */
export function providerPresentation(
  element: HTMLElement,
  config: ParsedConfig,
  translator: Translator,
): ProviderPresentation {
  const parent = element.shadowRoot?.querySelector('.upc') ?? element;
  const probe = document.createElement('div');
  probe.setAttribute('aria-hidden', 'true');
  parent.append(probe);
  try {
    const field = look(probe, 'input', 'input');
    const label = look(probe, 'label', 'label');
    return {
      appearance: {
        field: pick(field, fieldStyle),
        label: pick(label, textStyle),
        message: pick(look(probe, 'p', 'message'), textStyle),
        colors: {
          text: field.color,
          placeholder: color(probe, '--_text-secondary'),
          border: field.borderTopColor,
          background: field.backgroundColor,
          focus: color(probe, '--_primary'),
          error: color(probe, '--_error'),
          success: color(probe, '--_success'),
          label: label.color,
        },
        colorScheme: element.dataset.tone === 'dark' ? 'dark' : 'light',
        ...(config.styling.iframeFields && { iframeFields: config.styling.iframeFields }),
      },
      stripe: config.styling.stripe ?? {},
      customer: config.customerFields,
      countryCode: config.countryCode.toUpperCase(),
      locale: translator.locale,
      texts: Object.fromEntries(providerTextKeys.map((key) => [key, translator.t(key)])),
    };
  } finally {
    probe.remove();
  }
}

function look(probe: HTMLElement, tag: 'input' | 'label' | 'p', className: string): CSSStyleDeclaration {
  const sample = document.createElement(tag);
  sample.className = className;
  // The page's styles for the part also apply to the frames.
  sample.setAttribute('part', className);
  sample.tabIndex = -1;
  // A transition would still be running when the colours are read.
  sample.style.setProperty('transition', 'none');
  probe.append(sample);
  return getComputedStyle(sample);
}

function color(probe: HTMLElement, property: string): string {
  const sample = document.createElement('span');
  sample.style.setProperty('color', `var(${property})`);
  probe.append(sample);
  return getComputedStyle(sample).color;
}

type TextProperty = (typeof fieldStyle)[number];

function pick(style: CSSStyleDeclaration, names: readonly TextProperty[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, style[name]]));
}

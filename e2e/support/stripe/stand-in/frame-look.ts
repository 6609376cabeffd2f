import type { StripeElementStyleVariant } from '@stripe/stripe-js';
import type { FrameLook } from './protocol.js';

/** Variables of the appearance that the stand-in supports, as custom properties of its own sheet. */
const followed = [
  'fontFamily',
  'fontSizeBase',
  'fontLineHeight',
  'colorPrimary',
  'colorBackground',
  'colorText',
  'colorTextPlaceholder',
  'colorDanger',
  'borderRadius',
  'gridRowSpacing',
  'gridColumnSpacing',
] as const;

const selectors: Readonly<Record<string, string>> = {
  '.Input': '.input',
  '.Input:focus': '.input:focus',
  '.Input--invalid': '.input.invalid',
  '.Label': '.label',
  '.Error': '.error',
};

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** Applies an appearance or a style without changing what was typed. */
export function applyLook({ appearance, style, placeholder, locale, hasLink, fonts }: FrameLook): void {
  const { dataset } = document.documentElement;
  if (hasLink !== undefined) dataset.link = String(hasLink);
  if (fonts) dataset.fonts = fonts.map((font) => ('cssSrc' in font ? font.cssSrc : font.family)).join(' ');
  if (locale !== undefined) document.documentElement.lang = locale;
  if (placeholder) {
    for (const input of document.querySelectorAll('input')) input.placeholder = placeholder;
  }
  const rules: string[] = [];
  if (appearance) {
    const { variables = {} } = appearance;
    const values = followed.flatMap((name) => {
      const value = variables[name];
      return value === undefined ? [] : [`--${name}: ${value}`];
    });
    rules.push(rule(':root', values));
    for (const [selector, declarations] of Object.entries(appearance.rules ?? {})) {
      const own = selectors[selector];
      if (own) rules.push(rule(own, declared(declarations)));
    }
  }
  if (style) {
    rules.push(rule('.input', ['all: unset', 'display: block', 'inline-size: 100%', 'line-height: 1.2']));
    rules.push(...variant('.input', style.base), ...variant('.input.complete', style.complete));
    rules.push(...variant('.input.invalid', style.invalid));
  }
  if (rules.length > 0) sheet.replaceSync(rules.join('\n'));
}

function variant(selector: string, given: StripeElementStyleVariant = {}): string[] {
  const { '::placeholder': placeholder, ...own } = given;
  return [
    rule(selector, declared(own)),
    ...(placeholder ? [rule(`${selector}::placeholder`, declared(placeholder))] : []),
  ];
}

function declared(declarations: object): string[] {
  return Object.entries(declarations).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [`${name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}: ${value}`]
      : [],
  );
}

function rule(selector: string, declarations: readonly string[]): string {
  return `${selector} { ${declarations.join('; ')} }`;
}

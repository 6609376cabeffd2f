import type { Styling } from '../config/config.js';
import { media } from '../core/media.js';
import { contrast, luminance, parseComputedColor, type Rgb, textOn } from './contrast.js';
import { pageBelow } from './page-below.js';
import { paint } from './paint.js';
import { themeProperties } from './styling-properties.js';

/**
 * Sets the host's styling on the root element, and the values that follow from the resulting colours: light or dark
 * tones, and readable text on them. The colours may come from `styling` or from the page's CSS.
 */
export function applyTheme(host: HTMLElement, styling: Styling): void {
  const forced = media('(forced-colors: active)');
  // Without a screen (jsdom) there are no colours to set or read.
  if (!forced || !('CSS' in globalThis)) return;
  const supports = (property: string, value: string): boolean => CSS.supports(property, value);
  for (const [property, value] of themeProperties(styling, supports)) set(host, property, value);

  // With forced colours everything is the person's own choice, and computed colours do not reflect the widget's.
  const areForced = forced.matches;
  const style = getComputedStyle(host);
  host.dataset.tone = 'light';
  if (!areForced && isDark(host, style)) host.dataset.tone = 'dark';
  const text = areForced ? undefined : read(style.color);

  // tokens.css puts these into properties whose computed values can be read.
  const primary = areForced ? undefined : read(style.accentColor);
  const onPrimary = primary && textOn(primary);
  set(host, '--_on-primary', onPrimary);
  set(host, '--_off-primary', onPrimary && (onPrimary === '#fff' ? '#000' : '#fff'));
  for (const [property, computed] of [
    ['--_on-background', style.outlineColor],
    ['--_on-secondary', style.columnRuleColor],
  ] as const) {
    const ground = text && read(computed);
    set(host, property, ground && contrast(text, ground) < 3 ? textOn(ground) : undefined);
  }
}

/**
 * Returns whether the page is dark. Light text means a dark page. If the host has not set the text colour, the page
 * below decides, as far as it is known.
 */
function isDark(host: HTMLElement, style: CSSStyleDeclaration): boolean {
  const text = read(style.color);
  if (text && luminance(text) > 0.4) return true;
  if (style.getPropertyValue('--upc-text')) return false;
  const layers = pageBelow(host);
  const page = layers && paint(layers);
  return page !== undefined && luminance(page) < 0.18;
}

function set(host: HTMLElement, property: string, value: string | undefined): void {
  if (value === undefined) host.style.removeProperty(property);
  else host.style.setProperty(property, value);
}

/** Reads a computed colour. A colour outside sRGB is read as displayed on the screen. */
function read(computed: string): Rgb | undefined {
  return parseComputedColor(computed) ?? (CSS.supports('color', computed) ? paint([computed]) : undefined);
}

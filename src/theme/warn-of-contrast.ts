import { media } from '../core/media.js';
import type { Rgb } from './contrast.js';
import { poorPairs } from './color-pairs.js';
import { isOpaque, pageBelow } from './page-below.js';
import { paint } from './paint.js';

/**
 * Warns a developer about colours of the widget that are below WCAG 2.2 AA in its current state on the page.
 *
 * @param element the root element, connected and rendered.
 */
export function warnOfContrast(element: HTMLElement): void {
  // Forced colours are the person's own, and without a screen there are no colours.
  if (!element.isConnected || media('(forced-colors: active)')?.matches !== false) return;
  const page = pageBelow(element);
  const probe = document.createElement('span');
  probe.hidden = true;
  element.shadowRoot?.append(probe);
  const poor = poorPairs((layers) => {
    const colors = layers.map((color) => resolve(probe, color));
    const [fill] = colors;
    return page || (fill && isOpaque(fill)) ? paint([...(page ?? []), ...colors]) : undefined;
  });
  probe.remove();
  if (poor.length === 0) return;
  const lines = poor.map(
    ({ what, ink, ground, ratio, least, setBy }) =>
      `- ${what}: ${hex(ink)} on ${hex(ground)} is ${ratio.toFixed(2)}:1, needs ${least}:1 (${setBy})`,
  );
  // oxlint-disable-next-line no-console -- devMode logs to the console
  console.warn(`paymentWidget: colours below WCAG 2.2 AA:\n${lines.join('\n')}`);
}

/** Computes a colour of the stylesheets for the probe. */
function resolve(probe: HTMLElement, color: string): string {
  probe.style.color = color;
  return getComputedStyle(probe).color;
}

function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

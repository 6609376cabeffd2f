import type { Rgb } from './contrast.js';
import { poorPairs } from './color-pairs.js';
import { isOpaque, pageBelow } from './page-below.js';

/**
 * Tells a developer which colours of the widget, as it stands on the page now, are below WCAG 2.2 AA.
 *
 * @param element the root element, connected and rendered.
 */
export function warnOfContrast(element: HTMLElement): void {
  // With forced colours they are the person's own.
  if (!element.isConnected || matchMedia('(forced-colors: active)').matches) return;
  const page = pageBelow(element);
  const probe = document.createElement('span');
  probe.hidden = true;
  element.shadowRoot?.append(probe);
  const poor = poorPairs((layers) => {
    const colors = layers.map((color) => resolve(probe, color));
    const [fill] = colors;
    return page || (fill && isOpaque(fill)) ? mix([...(page ?? []), ...colors]) : undefined;
  });
  probe.remove();
  if (poor.length === 0) return;
  const lines = poor.map(
    ({ what, ink, ground, ratio, least, setBy }) =>
      `- ${what}: ${hex(ink)} on ${hex(ground)} is ${ratio.toFixed(2)}:1, needs ${least}:1 (${setBy})`,
  );
  // eslint-disable-next-line no-console -- what devMode is for
  console.warn(`paymentWidget: colours below WCAG 2.2 AA:\n${lines.join('\n')}`);
}

/** A colour of the stylesheets as it is computed where the probe stands. */
function resolve(probe: HTMLElement, color: string): string {
  probe.style.color = color;
  return getComputedStyle(probe).color;
}

/** What the screen shows of colours on top of each other, whatever their space and transparency. */
function mix(colors: readonly string[]): Rgb | undefined {
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return undefined;
  for (const color of colors) {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

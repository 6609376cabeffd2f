import { cssOf } from './config.js';

/**
 * Fonts for the page around the widget. Every system has at least one font of each list.
 * @type {Readonly<Record<string, string>>}
 */
export const fonts = {
  system: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  humanist: "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', sans-serif",
  rounded:
    "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Nunito, Manjari, 'Arial Rounded MT Bold', sans-serif",
  grotesque: "'Helvetica Neue', Helvetica, 'Nimbus Sans', Arial, sans-serif",
  serif: "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'DejaVu Serif', serif",
  monospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
};

/**
 * Styles the page around the widget as chosen.
 *
 * @param {HTMLElement} host the page
 * @param {HTMLElement} container element that contains the widget
 * @param {import('./values.js').Values} values
 */
export function surround(host, container, values) {
  host.dataset.host = values['page.host'];
  host.style.fontFamily = fonts[values['page.font'] ?? ''] ?? '';
  container.removeAttribute('style');
  for (const [name, value] of Object.entries(cssOf(values))) container.style.setProperty(name, value);
}

/**
 * Returns the declarations that the code contains in addition to the options.
 *
 * @param {import('./values.js').Values} values
 * @returns {Readonly<Record<string, string>>}
 */
export function declarationsOf(values) {
  const font = values['page.font'] ?? '';
  return { ...(font === 'system' ? {} : { 'font-family': fonts[font] ?? '' }), ...cssOf(values) };
}

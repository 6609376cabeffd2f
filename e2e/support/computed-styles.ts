import type { Page } from '@playwright/test';

/** Computed values and sizes of one part of the widget, by property. */
export type ComputedStyles = Readonly<Record<string, string>>;

const properties = [
  'animation-name',
  'background-color',
  'border-top-color',
  'border-top-left-radius',
  'border-top-style',
  'border-top-width',
  'box-shadow',
  'box-sizing',
  'color',
  'cursor',
  'direction',
  'display',
  'filter',
  'font-size',
  'font-style',
  'font-variant-caps',
  'font-weight',
  'letter-spacing',
  'line-height',
  'margin-top',
  'opacity',
  'padding-inline-start',
  'padding-top',
  'pointer-events',
  'position',
  'text-align',
  'text-indent',
  'text-shadow',
  'text-transform',
  'transform',
  'user-select',
  'visibility',
  'white-space',
  'word-break',
  'caret-color',
  '-webkit-text-fill-color',
  'text-align-last',
  'hyphens',
] as const;

const parts = {
  widget: ':host',
  content: '.upc',
  legend: '.legend',
  row: '.row',
  rowHead: '.row-head',
  radio: '.row-head > input',
  body: '.row-chosen .row-body',
  label: '.label',
  input: '.input',
  hint: '.hint',
  message: '.message',
  mandate: '.mandate',
  checkbox: '.checkbox > input',
  button: '.button',
  logo: '.row-head .brand-logo',
  slotted: '::slot',
  frame: '::frame',
} as const;

export type Part = keyof typeof parts;

/**
 * Returns the computed styles of the widget parts that are shown, with their width, height and distance from the left
 * edge of the container, in px. It leaves out the height of parts with text, because lines break elsewhere in another
 * font.
 */
export async function computedStylesOf(page: Page): Promise<Partial<Record<Part, ComputedStyles>>> {
  // The pointer must not hover over the widget, and transitions must have ended.
  await page.mouse.move(0, 0);
  return page.evaluate(
    async ({ selectors, names }) => {
      const widget = document.querySelector('upc-payment-widget')!;
      await Promise.allSettled(widget.shadowRoot!.getAnimations().map(({ finished }) => finished));
      const left = document.getElementById('payment')!.getBoundingClientRect().left;
      const slotted = widget.querySelector('[slot]');
      const find = (selector: string): Element | null | undefined => {
        if (selector === ':host') return widget;
        if (selector === '::slot') return slotted;
        if (selector === '::frame') return slotted?.querySelector('iframe');
        return widget.shadowRoot!.querySelector(selector);
      };
      return Object.fromEntries(
        Object.entries(selectors).flatMap(([part, selector]) => {
          const element = find(selector);
          if (!element?.checkVisibility()) return [];
          const style = getComputedStyle(element);
          const box = element.getBoundingClientRect();
          const styles: Record<string, string> = Object.fromEntries(
            names.map((name) => [name, style.getPropertyValue(name)]),
          );
          styles.left = (box.left - left).toFixed(1);
          styles.width = box.width.toFixed(1);
          if (['input', 'radio', 'checkbox', 'button', 'logo', 'frame'].includes(part))
            styles.height = box.height.toFixed(1);
          return [[part, styles]];
        }),
      );
    },
    { selectors: parts, names: properties },
  );
}

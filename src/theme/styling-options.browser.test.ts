import { expect, fixture, html } from '@open-wc/testing';
import tokens from '../../styles/tokens.css?inline';
import type { Styling } from '../config/config.js';
import { providerPresentation } from '../providers/provider-presentation.js';
import { reduceMotion } from '../testing/media.js';
import { type MountedWidget, mountWidget } from '../testing/mount-widget.js';
import { stateNamed, type StateName, widgetStates } from '../testing/widget-states.js';

/** A custom property of the page, the option that also sets it, and everything that shows its value. */
interface Setting {
  readonly property: string;
  readonly option?: Exclude<keyof Styling, 'iframeFields' | 'stripe'>;
  readonly value: string;
  /** Value as a browser computes it. */
  readonly computed?: string;
  readonly shows: readonly (readonly [state: StateName, selector: string, ...properties: string[]])[];
  /** Values that a provider's frame receives for the setting. */
  readonly inFrames: readonly string[];
}

const settings: readonly Setting[] = [
  {
    property: '--upc-primary',
    option: 'primaryColor',
    value: 'rgb(120, 20, 90)',
    shows: [
      ['form, filled', 'button[type=submit]', 'background-color'],
      ['form, filled', '#upc-mandate', 'background-color', 'border-top-color'],
      ['list, method chosen', '.row-chosen', 'border-top-color', 'outline-color'],
      ['list, method chosen', '.row-chosen .row-head > input', 'background-color', 'border-top-color'],
      ['list, method chosen', ':focus', 'outline-color'],
      ['form, empty', ':focus', 'outline-color'],
      ['waiting', '.spinner-large', 'color', 'border-top-color'],
    ],
    inFrames: ['colors.focus'],
  },
  {
    property: '--upc-secondary',
    option: 'secondaryColor',
    value: 'rgb(250, 240, 200)',
    shows: [['list, method chosen', '.row-chosen', 'background-color']],
    inFrames: [],
  },
  {
    property: '--upc-text',
    option: 'textColorMain',
    value: 'rgb(70, 0, 20)',
    shows: [
      ['form, filled', '.title', 'color'],
      ['form, filled', '.label', 'color'],
      ['form, filled', '.input', 'color'],
      ['form, filled', '.checkbox > label', 'color'],
      ['form, filled', '.mandate', 'color'],
      ['list', '.row', 'color'],
      ['list, method chosen', '.row-chosen', 'color'],
      ['declined', '.notice', 'color'],
      ['form, several errors', '.summary', 'color'],
      ['form, signature drawn', '.pad', 'color'],
    ],
    inFrames: ['colors.text', 'colors.label'],
  },
  {
    property: '--upc-text-secondary',
    option: 'textColorSecondary',
    value: 'rgb(90, 60, 30)',
    shows: [
      ['form, filled', '.hint', 'color'],
      ['form, filled', '.note', 'color'],
      ['form, filled', '.mandate dt', 'color'],
      ['form with address', '.icon-chevron', 'color'],
      ['list', '.row-facts', 'color'],
      ['no method', '.icon-plain', 'color'],
      ['done, paid', '.outcome-text', 'color'],
    ],
    inFrames: ['colors.placeholder'],
  },
  {
    property: '--upc-border',
    option: 'borderColor',
    value: 'rgb(110, 80, 40)',
    shows: [
      ['form, empty', '.input', 'border-top-color'],
      ['form, empty', '#upc-mandate', 'border-top-color'],
      ['form with address', '.select', 'border-top-color'],
      ['list', '.row', 'border-top-color'],
      ['list', '.row-head > input', 'border-top-color'],
      ['form, session ends soon', '.note-expiry', 'border-top-color'],
      ['form, signature drawn', '.pad', 'border-top-color'],
      ['form, signature drawn', '.pad-line', 'stroke'],
    ],
    inFrames: ['colors.border'],
  },
  {
    property: '--upc-radius',
    option: 'borderRadius',
    value: '3px',
    shows: [
      ['form, filled', '.input', 'border-top-left-radius'],
      ['form, filled', '#upc-mandate', 'border-top-left-radius'],
      ['form, filled', 'button[type=submit]', 'border-top-left-radius'],
      ['form, filled', '.mandate', 'border-top-left-radius'],
      ['form with address', '.select', 'border-top-left-radius'],
      ['list', '.row', 'border-top-left-radius'],
      ['declined', '.notice', 'border-top-left-radius'],
      ['form, several errors', '.summary', 'border-top-left-radius'],
      ['form, session ends soon', '.note-expiry', 'border-top-left-radius'],
      ['form, signature drawn', '.pad', 'border-top-left-radius'],
      ['loading', '.skeleton-block', 'border-top-left-radius'],
    ],
    inFrames: ['field.borderTopLeftRadius'],
  },
  {
    property: '--upc-shadow',
    option: 'boxShadow',
    value: '0 1px 3px rgb(0, 0, 0)',
    computed: 'rgb(0, 0, 0) 0px 1px 3px 0px',
    shows: [
      ['form, filled', '.input', 'box-shadow'],
      ['form with address', '.select', 'box-shadow'],
      ['list', '.row', 'box-shadow'],
    ],
    inFrames: ['field.boxShadow'],
  },
  {
    property: '--upc-background',
    option: 'backgroundColor',
    value: 'rgb(235, 250, 235)',
    shows: [
      ['form, empty', '.input', 'background-color'],
      ['form, empty', '#upc-mandate', 'background-color'],
      ['form, empty', '.mandate', 'background-color'],
      ['form with address', '.select', 'background-color'],
      ['list', '.row', 'background-color'],
      ['list', '.row-head > input', 'background-color'],
      ['form, signature drawn', '.pad', 'background-color'],
    ],
    inFrames: ['colors.background'],
  },
  {
    property: '--upc-error',
    value: 'rgb(150, 0, 100)',
    shows: [
      ['form, one error', '.message', 'color'],
      ['form, one error', '.input[aria-invalid]', 'border-top-color'],
      ['form, several errors', '#upc-mandate', 'border-top-color'],
      ['form, several errors', '.summary', 'border-top-color'],
      ['declined', '.notice', 'border-top-color'],
      ['declined', '.notice > .icon', 'color'],
    ],
    inFrames: ['colors.error'],
  },
  {
    property: '--upc-success',
    value: 'rgb(0, 90, 120)',
    shows: [
      ['form, some corrected', '.label .icon-check', 'color'],
      ['form, all corrected', '.summary .icon', 'color'],
      ['done, saved', '.icon-done', 'color'],
      ['done, saved', '.badge-new', 'color'],
    ],
    inFrames: ['colors.success'],
  },
  {
    property: '--upc-field-height',
    value: '61px',
    shows: [
      ['form, filled', '.input', 'height'],
      ['form, filled', 'button[type=submit]', 'min-height'],
      ['form with address', '.select', 'height'],
      ['form loading', '.skeleton-field', 'height'],
    ],
    inFrames: ['field.height'],
  },
  {
    property: '--upc-font-size',
    value: '19px',
    shows: [
      ['form, filled', '.title', 'font-size'],
      ['form, filled', '.label', 'font-size'],
      ['form, filled', '.input', 'font-size'],
      ['form, filled', 'button[type=submit]', 'font-size'],
      ['form, filled', '.mandate-heading', 'font-size'],
      ['list', '.row-text', 'font-size'],
    ],
    inFrames: ['field.fontSize', 'label.fontSize'],
  },
];

/** Shows the widget on a page with this CSS on the container. */
async function mount(name: StateName, styling: Styling, css = ''): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  container.style.cssText = css;
  const [first = stateNamed(name), ...others] = widgetStates('en')[name];
  const widget = await mountWidget(container, first, { styling });
  for (const next of others) {
    widget.store.show(next);
    await widget.settled();
  }
  widget.root.querySelector<HTMLElement>('.input')?.focus();
  return widget;
}

/** Returns the effect of a setting in the widget, by state and place. */
async function shown({ shows }: Setting, styling: Styling, css?: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [state, selector, ...properties] of shows) {
    const { find } = await mount(state, styling, css);
    const style = getComputedStyle(find(selector));
    for (const name of properties) found[`${state} | ${selector} | ${name}`] = style.getPropertyValue(name);
  }
  return found;
}

before(reduceMotion);

for (const setting of settings) {
  const { property, option, value, computed = value, inFrames } = setting;
  const css = `${property}: ${value}`;
  const everywhere = (found: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.keys(found).map((place) => [place, computed]));

  describe(`${property}${option ? ` and ${option}` : ''}`, () => {
    it('reaches what it should from the page’s CSS, and nothing has that value without it', async () => {
      const found = await shown(setting, {}, css);
      expect(found).to.deep.equal(everywhere(found));
      expect(Object.values(await shown(setting, {}))).not.to.include(computed);
    });

    if (option) {
      it('reaches it from the configuration, and wins over the page’s CSS', async () => {
        const other = { borderRadius: '9px', boxShadow: 'none' }[option as string] ?? 'rgb(1, 2, 3)';
        const found = await shown(setting, { [option]: value }, `${property}: ${other}`);
        expect(found).to.deep.equal(everywhere(found));
      });

      it('gives way when it is no longer given', async () => {
        const { element, settled, store } = await mount('form, filled', { [option]: value });
        expect(element.style.getPropertyValue(property)).to.equal(value);
        store.configure({ ...store.config, styling: {} });
        await settled();
        expect(element.style.getPropertyValue(property)).to.equal('');
      });
    }

    if (inFrames.length > 0) {
      it('reaches the frames of a provider', async () => {
        const { element, translator } = await mount('form, filled', {}, css);
        const { appearance } = providerPresentation(element, element.config, translator);
        const actual = inFrames.map((path) =>
          path
            .split('.')
            .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], appearance),
        );
        expect(actual).to.deep.equal(actual.map(() => computed));
      });
    }
  });
}

it('nothing that a page may set is left out above', () => {
  const known = new Set([...tokens.matchAll(/var\((--upc-[\w-]+)/g)].map(([, name]) => name));
  expect(settings.map(({ property }) => property).sort()).to.deep.equal([...known].sort());
});

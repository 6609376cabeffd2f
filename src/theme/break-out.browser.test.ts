import { expect, fixture, html } from '@open-wc/testing';
import { hostileValues } from '../testing/css-values.js';
import { reduceMotion } from '../testing/media.js';
import { mountWidget } from '../testing/mount-widget.js';
import { stateNamed } from '../testing/widget-states.js';
import { themeProperties } from './styling-properties.js';

const options = [
  'primaryColor',
  'secondaryColor',
  'textColorMain',
  'textColorSecondary',
  'borderColor',
  'borderRadius',
  'boxShadow',
  'backgroundColor',
] as const;

/** Returns all computed styles of all elements as one text. */
function look(root: ShadowRoot): string {
  return [root.host, ...root.querySelectorAll('*')]
    .map((element) => {
      const style = getComputedStyle(element);
      return [...style].map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
    })
    .join('\n');
}

before(reduceMotion);

describe('a value of styling', () => {
  it('cannot break out of its declaration: nothing looks otherwise, and nothing is fetched', async () => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const { element, root, settled, store } = await mountWidget(container, stateNamed('form, filled'));
    const before = look(root);
    const written = element.getAttribute('style');
    const fetched = performance.getEntriesByType('resource').length;
    for (const value of hostileValues) {
      const styling = Object.fromEntries(options.map((option) => [option, value]));
      store.configure({ ...store.config, styling });
      await settled();
      expect(element.getAttribute('style'), value.slice(0, 99)).to.equal(written);
    }
    expect(look(root)).to.equal(before);
    expect(performance.getEntriesByType('resource')).to.have.lengthOf(fetched);
  });

  it('is what the look above would notice', async () => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const { element, root } = await mountWidget(container, stateNamed('form, filled'));
    const before = look(root);
    element.style.setProperty('--upc-background', 'red');
    expect(look(root)).not.to.equal(before);
  });

  it('is none that its property does not take', () => {
    const wrong = {
      primaryColor: ['8px', 'none', '5', '', ' ', '#12', 'rgb()', 'bluish'],
      borderRadius: ['red', '-1px', '5', '1px 2px 3px 4px 5px', 'none'],
      boxShadow: ['red', '8px', '1px', '0 0 -1px red', '0 0 1px red blue'],
    };
    const supports = (property: string, given: string): boolean => CSS.supports(property, given);
    const taken = Object.entries(wrong).flatMap(([option, values]) =>
      values.filter((value) =>
        [...themeProperties({ [option]: value }, supports).values()].some((set) => set !== undefined),
      ),
    );
    expect(taken).to.deep.equal([]);
  });
});

import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { everyState } from '../testing/every-state.js';
import { mountWidget } from '../testing/mount-widget.js';
import { stateNamed } from '../testing/widget-states.js';

/** Properties whose values change continuously during an animation. */
const animated = ['opacity', 'transform'];

function stylesOf(root: ShadowRoot): readonly string[] {
  return [...root.querySelectorAll('.upc *')].flatMap((element) =>
    ['', '::before'].flatMap((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      if (pseudo && style.content === 'none') return [];
      const names = [...style].filter((name) => style.animationName === 'none' || !animated.includes(name));
      const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ');
      return [`${element.localName}.${element.getAttribute('class') ?? ''}${pseudo} { ${values} }`];
    }),
  );
}

describe('the styles of the elements', () => {
  it('look the same in whatever order the elements came, in every state', async () => {
    const changed: Record<string, readonly string[]> = {};
    for (const { name, states, config } of everyState('en')) {
      const container = await fixture<HTMLElement>(html`<div></div>`);
      const [first, ...others] = states;
      const { root, store, settled } = await mountWidget(container, first, config);
      for (const next of others) {
        store.show(next);
        await settled();
      }
      const [shared, ...own] = root.adoptedStyleSheets;
      if (!shared) throw new Error('The widget has no styles.');
      const styles = stylesOf(root);
      root.adoptedStyleSheets = [shared, ...own.reverse()];
      const different = stylesOf(root).filter((line, index) => line !== styles[index]);
      if (different.length > 0) changed[name] = different;
      fixtureCleanup();
    }
    expect(changed).to.deep.equal({});
  });

  it('are in the widget once, however many elements of a kind it has', async () => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const { root } = await mountWidget(container, stateNamed('form, filled'));
    const texts = root.adoptedStyleSheets.map(({ cssRules }) =>
      [...cssRules].map((rule) => rule.cssText).join(),
    );
    expect(new Set(texts)).to.have.lengthOf(texts.length);
  });
});

import { expect, fixture, html } from '@open-wc/testing';
import { providerPresentation } from '../providers/provider-presentation.js';
import { everyState } from '../testing/every-state.js';
import { type MountedWidget, mountWidget } from '../testing/mount-widget.js';
import { stateNamed } from '../testing/widget-states.js';

/** Returns the parts in the table of docs/styling.md, which is generated from the root element's documentation. */
async function documented(): Promise<readonly string[]> {
  const page = await (await fetch('/docs/styling.md')).text();
  const [, table = ''] = page.split('## Parts');
  return [...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, name = '']) => name);
}

/** Shows the widget on a page with this stylesheet. */
async function mount(css: string): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  const style = document.createElement('style');
  style.textContent = css;
  container.append(style);
  return mountWidget(container, stateNamed('form, filled'));
}

describe('parts', () => {
  it('are those of the documentation, each in some state', async () => {
    const found = new Set<string>();
    for (const { states, config } of everyState('en')) {
      const container = await fixture<HTMLElement>(html`<div></div>`);
      const { root, store, settled } = await mountWidget(container, states[0], config);
      for (const state of states) {
        store.show(state);
        await settled();
        for (const { part } of root.querySelectorAll('[part]')) part.forEach((name) => found.add(name));
      }
    }
    expect([...found].sort()).to.deep.equal([...(await documented())].sort());
  });

  it('take what the page says of them', async () => {
    const { find } = await mount(`
      upc-payment-widget::part(button) { text-transform: uppercase; border-radius: 1px; }
      upc-payment-widget::part(label) { font-weight: 300; }
    `);
    const button = getComputedStyle(find('button[type=submit]'));
    expect([button.textTransform, button.borderTopLeftRadius]).to.deep.equal(['uppercase', '1px']);
    expect(getComputedStyle(find('.label')).fontWeight).to.equal('300');
  });

  it('hand it on to the frames of a provider', async () => {
    const { element, translator } = await mount(`
      upc-payment-widget::part(input) { border-color: rgb(1, 2, 3); padding-inline: 21px; block-size: 57px; }
      upc-payment-widget::part(label) { font-weight: 300; }
      upc-payment-widget::part(message) { letter-spacing: 2px; }
    `);
    const { field, label, message, colors } = providerPresentation(
      element,
      element.config,
      translator,
    ).appearance;
    expect([field.paddingLeft, field.height, colors.border]).to.deep.equal(['21px', '57px', 'rgb(1, 2, 3)']);
    expect([label.fontWeight, message.letterSpacing]).to.deep.equal(['300', '2px']);
  });
});

import { expect, fixture, html } from '@open-wc/testing';
import { mountWidget } from '../testing/mount-widget.js';
import { stateNamed } from '../testing/widget-states.js';

describe('custom properties', () => {
  const { warn } = console;
  let said: string[] = [];
  beforeEach(() => {
    said = [];
    console.warn = (text: unknown) => void said.push(String(text));
  });
  afterEach(() => {
    console.warn = warn;
  });

  async function mount(style: string, inline: string, devMode: boolean): Promise<void> {
    const outer = await fixture<HTMLElement>(html`<section><div></div></section>`);
    outer.style.cssText = `background: #fff; ${inline}`;
    const sheet = document.createElement('style');
    sheet.textContent = style;
    outer.append(sheet);
    const container = outer.querySelector('div')!;
    await mountWidget(container, stateNamed('form, filled'), { devMode });
    await import('./warn-of-style.js');
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }

  it('that nobody reads are named, wherever the page sets them', async () => {
    await mount('@media all { body { --upc-colour: red; --upc-radius: 4px } }', '--upc-primry: blue', true);
    expect(said).to.have.lengthOf(1);
    expect(said[0]).to.match(
      /^paymentWidget: ignored unknown custom properties: --upc-primry, --upc-colour\. /,
    );
    expect(said[0]).to.contain('--upc-primary');
  });

  for (const [name, style, devMode] of [
    ['that there are', 'body { --upc-primary: #1d4ed8 }', true],
    ['of whoever is not a developer', 'body { --upc-colour: red }', false],
  ] as const) {
    it(`${name} are not named`, async () => {
      await mount(style, '', devMode);
      expect(said).to.deep.equal([]);
    });
  }
});

import { expect, fixture, html } from '@open-wc/testing';
import { type MountedWidget, mountWidget } from '../testing/mount-widget.js';
import { stateNamed } from '../testing/widget-states.js';
import type { Styling } from '../config/config.js';

async function mount(page: string, styling: Styling = {}, own = ''): Promise<MountedWidget> {
  const host = await fixture<HTMLElement>(html`<div><div></div></div>`);
  host.style.cssText = page;
  const container = host.firstElementChild as HTMLElement;
  container.style.cssText = own;
  return mountWidget(container, stateNamed('list, method chosen'), { styling });
}

const brightness = (color: string): number =>
  (color.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, channel) => sum + Number(channel), 0) /
  (color.startsWith('color(') ? 3 : 765);

describe('the tone of the page', () => {
  for (const [name, page, styling, own, tone] of [
    ['a dark page that says nothing', 'background: #0e1420', {}, '', 'dark'],
    ['a dark box on a light page', '', {}, 'background: rgb(20 20 30)', 'dark'],
    ['dark glass over white', 'background: #fff', {}, 'background: rgb(0 0 0 / 80%)', 'dark'],
    ['light glass over black', 'background: #000', {}, 'background: rgb(255 255 255 / 80%)', 'light'],
    ['a grey in the middle', 'background: #808080', {}, '', 'light'],
    ['a picture, which nobody can read', 'background: linear-gradient(#000, #000)', {}, '', 'light'],
    ['a dark page whose host has set dark text', 'background: #222', { textColorMain: '#000' }, '', 'light'],
    ['a dark page whose CSS has set dark text', 'background: #222; --upc-text: #000', {}, '', 'light'],
    ['light text on whatever is below', '', { textColorMain: '#fff' }, '', 'dark'],
  ] as const) {
    it(`${name} is ${tone}`, async () => {
      const { element, find } = await mount(page, styling, own);
      expect(element.dataset.tone).to.equal(tone);
      if (tone === 'dark' && !('textColorMain' in styling))
        expect(brightness(getComputedStyle(find('.legend')).color)).to.be.above(0.8);
    });
  }

  it('dark text stays readable where the host has made the fields of a dark page white', async () => {
    const { find } = await mount('background: #0e1420', { backgroundColor: '#fff' });
    expect(getComputedStyle(find('.input')).color).to.equal('rgb(0, 0, 0)');
  });
});

describe('the chosen row', () => {
  for (const page of ['background: #fff', 'background: #0e1420'])
    it(`follows the primary colour (${page})`, async () => {
      const rowOf = async (primaryColor?: string): Promise<string> => {
        const { find } = await mount(page, primaryColor ? { primaryColor } : {});
        return getComputedStyle(find('.row-chosen')).backgroundColor;
      };
      const [green, red] = [await rowOf('#0a7d4f'), await rowOf('#b00020')];
      expect(green).not.to.equal(red);
      expect(green).not.to.equal(await rowOf());
    });
});

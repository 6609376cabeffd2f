import { expect, fixture, html } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import type { Styling } from '../config/config.js';
import { canEmulateMedia } from '../testing/media.js';
import { type MountedWidget, mountWidget } from '../testing/mount-widget.js';
import { stateNamed } from '../testing/widget-states.js';

async function mount(page: string, styling: Styling, devMode = true): Promise<MountedWidget> {
  const outer = await fixture<HTMLElement>(html`<section><div></div></section>`);
  outer.style.cssText = page;
  const container = outer.querySelector('div')!;
  const widget = await mountWidget(container, stateNamed('form, filled'), { styling, devMode });
  await checked();
  return widget;
}

/** Waits until the check has loaded and has run. Anything that was requested later has then loaded as well. */
async function checked(): Promise<void> {
  await import('./warn-of-style.js');
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

const white = 'background: #fff';

describe('contrast', () => {
  const { warn } = console;
  let said: string[] = [];
  beforeEach(() => {
    said = [];
    console.warn = (text: unknown) => void said.push(String(text));
  });
  afterEach(() => {
    console.warn = warn;
  });

  it('says once which colours are hard to read, how much is missing, and who sets them', async () => {
    await mount(white, { textColorSecondary: '#ccc', borderColor: '#ccc' });
    expect(said).to.have.lengthOf(1);
    expect(said[0]?.split('\n')).to.deep.equal([
      'paymentWidget: colours below WCAG 2.2 AA:',
      '- hints: #cccccc on #ffffff is 1.61:1, needs 4.5:1 (textColorSecondary on the page)',
      '- hints in rows: #cccccc on #ffffff is 1.61:1, needs 4.5:1 (textColorSecondary on backgroundColor)',
      '- hints in the chosen row: #cccccc on #edf1fc is 1.42:1, needs 4.5:1 (textColorSecondary on secondaryColor)',
      '- fields and rows: #cccccc on #ffffff is 1.61:1, needs 3:1 (borderColor on the page and on backgroundColor)',
      '- fields in the chosen row: #cccccc on #ffffff is 1.61:1, needs 3:1 (borderColor on secondaryColor and on backgroundColor)',
    ]);
  });

  for (const [name, page, styling] of [
    ['our own colours', white, {}],
    ['our own dark colours', 'background: #0e1420', { textColorMain: '#e8ecf4' }],
    [
      'light fields on a page of the same',
      'background: #101010',
      { textColorMain: '#fff', backgroundColor: '#fff', primaryColor: '#3b6fe0' },
    ],
    ['a page of a picture, which nobody can tell', 'background: linear-gradient(#000, #fff)', {}],
  ] as const) {
    it(`says nothing of ${name}`, async () => {
      await mount(page, styling);
      expect(said).to.deep.equal([]);
    });
  }

  for (const [name, page, styling, expected] of [
    [
      'dark text on a dark page',
      'background: #222',
      { textColorMain: '#1a2233' },
      'text: #1a2233 on #222222',
    ],
    [
      'what shines through',
      'background: #000',
      { textColorMain: '#fff', primaryColor: 'rgb(255 255 255 / 20%)' },
      'choice and focus: #333333 on #000000',
    ],
    ['a colour of another space', white, { primaryColor: 'oklch(0.95 0.05 250)' }, 'choice and focus: #'],
    [
      'errors of the page',
      `${white}; --upc-error: #fcc`,
      {},
      'errors: #ffcccc on #ffffff is 1.42:1, needs 4.5:1 (--upc-error',
    ],
    [
      'fields on a picture',
      'background: linear-gradient(#000, #fff)',
      { textColorSecondary: '#ccc' },
      'hints in rows: #cccccc on #ffffff',
    ],
  ] as const) {
    it(`says it of ${name}`, async () => {
      await mount(page, styling);
      expect(said.join('\n')).to.contain(`- ${expected}`);
    });
  }

  it('says it of a page whose picture is hidden by a colour', async () => {
    const picture = await fixture<HTMLElement>(html`<section><div></div></section>`);
    picture.style.cssText = 'background: linear-gradient(#000, #fff)';
    const container = picture.querySelector('div')!;
    container.style.background = '#fff';
    await mountWidget(container, stateNamed('form, filled'), {
      styling: { textColorMain: '#ccc' },
      devMode: true,
    });
    await checked();
    expect(said.join()).to.contain('- text: #cccccc on #ffffff');
  });

  it('says it again when the styling changes, and not when anything else does', async () => {
    const styling = { textColorMain: '#bbb' };
    const { settled, store } = await mount(white, styling);
    store.configure({ ...store.config, locale: 'en-GB' });
    await settled();
    await checked();
    expect(said).to.have.lengthOf(1);
    store.configure({ ...store.config, styling: { textColorMain: '#aaa' } });
    await settled();
    await checked();
    expect(said).to.have.lengthOf(2);
    store.configure({ ...store.config, styling: {} });
    await settled();
    await checked();
    expect(said).to.have.lengthOf(2);
  });

  (canEmulateMedia ? it : it.skip)('says nothing of colours that are the person’s own', async () => {
    await emulateMedia({ forcedColors: 'active' });
    await mount(white, { textColorMain: '#eee' });
    await emulateMedia({ forcedColors: 'none' });
    expect(said).to.deep.equal([]);
  });

  it('is nobody’s matter without devMode', async () => {
    await mount(white, { textColorMain: '#eee' }, false);
    expect(said).to.deep.equal([]);
  });
});

import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { resetMouse, sendMouse } from '@web/test-runner-commands';
import { everyState } from '../testing/every-state.js';
import { reduceMotion } from '../testing/media.js';
import { type MountedWidget, mountWidget } from '../testing/mount-widget.js';
import { stateNamed } from '../testing/widget-states.js';
import { contrast, parseComputedColor } from './contrast.js';

/** Returns the contrast of an element's text with its background, both as currently computed. */
function ownContrast(element: HTMLElement): number {
  const { color, backgroundColor } = getComputedStyle(element);
  const [ink, ground] = [parseComputedColor(color), parseComputedColor(backgroundColor)];
  if (!ink || !ground) throw new Error(`The colours are ${color} and ${backgroundColor}.`);
  return contrast(ink, ground);
}

async function hover(element: HTMLElement): Promise<void> {
  element.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = element.getBoundingClientRect();
  await sendMouse({ type: 'move', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
}

async function mount(primaryColor: string): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  return mountWidget(container, stateNamed('form, filled'), { styling: { primaryColor } });
}

before(reduceMotion);
afterEach(() => resetMouse());

for (const primary of [
  '#1d4ed8',
  '#000',
  '#fff',
  '#ffd600',
  '#d90429',
  '#8fb4ff',
  '#767676',
  '#777',
  '#e91e63',
]) {
  it(`text on ${primary} is black or white, and reads no worse under the pointer`, async () => {
    const { find } = await mount(primary);
    const button = find('button[type=submit]');
    expect(getComputedStyle(button).color).to.match(/^rgb\((0, 0, 0|255, 255, 255)\)$/);
    const atRest = ownContrast(button);
    expect(atRest).to.be.at.least(4.5);
    await hover(button);
    expect(ownContrast(button)).to.be.at.least(atRest);
    // Black and white already have the highest contrast. Every other colour must react to the pointer.
    if (atRest < 21) expect(getComputedStyle(button).backgroundColor).not.to.match(/^rgb\(/);
  });
}

it('in every state, whatever can be pressed is 24 px high, and shows the focus in the primary colour', async () => {
  const styling = { primaryColor: 'rgb(120, 20, 90)' };
  const faults: string[] = [];
  for (const { name, states, config } of everyState('en')) {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const { root } = await mountWidget(container, states.at(-1) ?? states[0], { ...config, styling });
    for (const element of root.querySelectorAll<HTMLElement>(
      ':is(input, select, button, a[href], [tabindex="0"]):not(:disabled)',
    )) {
      element.focus({ focusVisible: true });
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
      const outline = [outlineStyle, outlineWidth, outlineOffset, outlineColor].join(' ');
      // The whole row of a radio button can be pressed.
      const target = element.matches('[type=radio]') ? (element.closest('label') ?? element) : element;
      const { height } = target.getBoundingClientRect();
      if (outline !== 'solid 2px 2px rgb(120, 20, 90)' || height < 24)
        faults.push(
          `${name}: ${element.localName}.${element.className}#${element.id} ${outline}, ${height} px`,
        );
    }
    fixtureCleanup();
  }
  expect(faults).to.deep.equal([]);
});

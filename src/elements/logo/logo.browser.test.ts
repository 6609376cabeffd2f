import { expect, fixture, html } from '@open-wc/testing';
import { methodNames } from '@upc/contract/catalogue';
import { type MountedWidget, mountWidget } from '../../testing/mount-widget.js';
import { stateNamed } from '../../testing/widget-states.js';
import type { LogoElement } from './logo.js';

async function mount(name: Parameters<typeof stateNamed>[0], width?: number): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  if (width !== undefined) container.style.inlineSize = `${width}px`;
  return mountWidget(container, stateNamed(name));
}

const logoOf = ({ find }: MountedWidget, value: string): LogoElement =>
  find<LogoElement>(`.row-head:has(input[value="${value}"]) upc-logo`);

const tiles = (logo: Element): readonly SVGElement[] => [
  ...logo.querySelectorAll<SVGElement>(':scope > .brand-logo'),
];
/** What a logo shows: the outlines of its parts. */
const drawing = (logo: Element): string =>
  [...logo.querySelectorAll('.brand-logo *')].map((part) => part.getAttribute('d') ?? part.localName).join();
const isPlain = (logo: Element): boolean => logo.querySelector('.plain') !== null;

describe('upc-logo', () => {
  it('shows a brand or the name of each method, and no picture for two of them', async () => {
    const widget = await mount('list of every method');
    const logos = methodNames.map((method) => logoOf(widget, method));
    expect(logos.map((logo) => tiles(logo).length)).to.deep.equal(
      methodNames.map((method) => (method === 'CREDIT_CARD' ? 3 : 1)),
    );
    expect(new Set(logos.map(drawing)).size).to.equal(methodNames.length);
    // Only these are no brands.
    expect(methodNames.filter((_, index) => isPlain(logos[index] as Element))).to.deep.equal([
      'BANK_TRANSFER',
      'CASH',
    ]);
  });

  it('has two colours for Bancontact and iDEAL', async () => {
    const widget = await mount('list of every method');
    const colours = (method: string): unknown =>
      [...logoOf(widget, method).querySelectorAll('path')].map((path) => path.getAttribute('fill'));
    expect(colours('BANCONTACT')).to.deep.equal(['#005498', '#ffd800']);
    expect(colours('IDEAL')).to.deep.equal(['#000', '#c06']);
  });

  for (const width of [288, 560]) {
    it(`is a tile of 38 × 24 px with at most 16 px of height for the drawing, in a column of ${width} px`, async () => {
      const widget = await mount('list of every method', width);
      const logos = methodNames.map((method) => logoOf(widget, method));
      const right = logos[0]?.getBoundingClientRect().right;
      for (const logo of logos) {
        expect(logo.getBoundingClientRect().right, logo.of).to.equal(right);
        for (const tile of tiles(logo)) {
          const { width: inline, height } = tile.getBoundingClientRect();
          expect([inline, height], logo.of).to.deep.equal([38, 24]);
          expect(getComputedStyle(tile).borderRadius).to.equal('4px');
          for (const part of tile.querySelectorAll('path, rect, circle'))
            expect(part.getBoundingClientRect().height, logo.of).to.be.at.most(16.5);
        }
      }
      // All three cards are in the one line that is visible.
      expect(
        new Set(tiles(logos[0] as Element).map((tile) => tile.getBoundingClientRect().top)).size,
      ).to.equal(1);
    });
  }

  it('hides the cards that do not fit beside a long name', async () => {
    const widget = await mount('list of every method', 240);
    const logo = logoOf(widget, 'CREDIT_CARD');
    (logo.previousElementSibling as HTMLElement).textContent = 'Kreditkartenzahlung';
    await widget.settled();
    const { bottom, height } = logo.getBoundingClientRect();
    expect(height).to.equal(24);
    const [first, ...others] = tiles(logo).map((tile) => tile.getBoundingClientRect());
    expect(first?.bottom).to.equal(bottom);
    expect(others.at(-1)?.top).to.be.at.least(bottom);
  });

  it('shows the scheme of a stored card, however its provider spells it', async () => {
    const widget = await mount('list');
    const logo = logoOf(widget, 'second');
    expect(logo.of).to.equal('visa');
    for (const [brand, isKnown] of [
      ['visa', true],
      ['American Express', true],
      ['amex', true],
      ['Diners Club', true],
      ['China UnionPay', true],
      ['cartes_bancaires', false],
      ['constructor', false],
    ] as const) {
      logo.of = brand;
      await widget.settled();
      expect(tiles(logo), brand).to.have.lengthOf(1);
      expect(isPlain(logo), brand).to.equal(!isKnown);
    }
  });

  it('is empty, never another picture, until the logos have loaded, and nothing moves then', async () => {
    const widget = await mount('list of every method');
    const places = (): readonly DOMRect[] =>
      [...widget.root.querySelectorAll('.row, .row-text, upc-logo')].map((part) =>
        part.getBoundingClientRect(),
      );
    const after = places();
    widget.element.logos = undefined;
    await widget.settled();
    expect(widget.root.querySelector('upc-logo svg')).to.equal(null);
    expect(places()).to.deep.equal(after);
  });

  it('shows only plain icons of cards, cash and transfers if the logos could not be loaded', async () => {
    const widget = await mount('list of every method');
    widget.element.logos = {};
    await widget.settled();
    const shown = methodNames.filter((method) => tiles(logoOf(widget, method)).length > 0);
    expect(shown).to.deep.equal(['CREDIT_CARD', 'BANK_TRANSFER', 'CASH']);
  });

  it('is decoration that screen readers ignore', async () => {
    const widget = await mount('list of every method');
    for (const tile of widget.root.querySelectorAll('upc-logo > *'))
      expect(tile.getAttribute('aria-hidden')).to.equal('true');
  });

  it('is ignored if it is undefined, because its widget was removed while the first form was loading', async () => {
    const widget = await mount('list of every method');
    widget.element.remove();
    // This element is created as in a page without the definition. Outside a page it is never upgraded.
    const plain = document.implementation.createHTMLDocument().createElement('upc-logo');
    widget.root.append(plain);
    expect(plain.matches(':defined')).to.equal(false);
    widget.element.logos = {};
    expect(plain.childElementCount).to.equal(0);
  });
});

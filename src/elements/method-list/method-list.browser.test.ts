import { expect, fixture, html } from '@open-wc/testing';
import { emulateMedia, sendKeys } from '@web/test-runner-commands';
import { canEmulateMedia } from '../../testing/media.js';
import { type MountedWidget, mountWidget } from '../../testing/mount-widget.js';
import { stateNamed, type StateName } from '../../testing/widget-states.js';

async function mount(name: StateName): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  return mountWidget(container, stateNamed(name));
}

function radios({ root }: MountedWidget): HTMLInputElement[] {
  return [...root.querySelectorAll<HTMLInputElement>('input[name=upc-choice]')];
}

function rows({ root }: MountedWidget): readonly string[] {
  return [...root.querySelectorAll('.row-text')].map(({ textContent }) =>
    textContent.replace(/\s+/g, ' ').trim(),
  );
}

describe('upc-method-list', () => {
  it('is a group with a legend: stored instruments first, then the methods', async () => {
    const widget = await mount('list');
    expect(widget.find('fieldset > legend').textContent.trim()).to.equal('Choose how to pay');
    expect(radios(widget).map(({ value }) => value)).to.deep.equal(['stored', 'second', 'expired', 'SEPA']);
    expect(rows(widget)[0]).to.contain('DE89 •••• 3000');
    expect(rows(widget)[1]).to.contain('•••• 4242');
    expect(widget.find('p.legend').textContent).to.equal('Another payment method');
  });

  it('is as wide as its form in a page that centres it', async () => {
    const row = await fixture<HTMLElement>(html`<div><div></div></div>`);
    Object.assign(row.style, { display: 'flex', justifyContent: 'center', inlineSize: '700px' });
    await mountWidget(row.firstElementChild as HTMLElement, stateNamed('list, method chosen'));
    expect(row.firstElementChild?.getBoundingClientRect().width).to.equal(560);
  });

  for (const width of [268, 284, 329, 330, 560]) {
    it(`has one left edge in a chosen row, ${width} px wide`, async () => {
      const container = await fixture<HTMLElement>(html`<div></div>`);
      container.style.inlineSize = `${width}px`;
      const { find } = await mountWidget(container, stateNamed('list, method chosen'));
      const left = (selector: string): number => find(selector).getBoundingClientRect().left;
      const parts = ['.row-head > input', '.label', '.input', '.checkbox > input', '.note', 'form .button'];
      const inset = left('.row-chosen .row-head > input') - left('.row-chosen');
      expect(inset).to.equal(width < 330 ? 9 : 17);
      expect(parts.map((part) => left(`.row-chosen ${part}`) - left('.row-chosen'))).to.deep.equal(
        parts.map(() => inset),
      );
      expect(left('[id=upc-save-hint]')).to.equal(left('label[for=upc-save]'));
      const padding = width < 284 ? '4px' : width < 330 ? '8px' : '12px';
      expect(getComputedStyle(find('.input')).paddingLeft).to.equal(padding);
      const iban = find<HTMLInputElement>('#upc-iban');
      expect(iban.scrollWidth - iban.clientWidth, 'the whole IBAN is visible').to.equal(0);
    });
  }

  (canEmulateMedia ? it : it.skip)(
    'opens a row that the person chooses, without motion for those who do not want it',
    async () => {
      const moved = async (...names: StateName[]): Promise<readonly string[]> => {
        const container = await fixture<HTMLElement>(html`<div></div>`);
        const found = new Set<string>();
        const { element, store, settled, root } = await mountWidget(
          container,
          stateNamed(names[0] ?? 'list'),
        );
        root.addEventListener('transitionrun', (event) => found.add((event as TransitionEvent).propertyName));
        for (const name of names.slice(1)) store.show(stateNamed(name));
        // The browser reports a transition one frame after it has drawn the change.
        for (let frame = 0; frame < 3; frame += 1) await settled();
        element.remove();
        return [...found].filter((name) => /grid|opacity/.test(name)).sort();
      };
      try {
        await emulateMedia({ reducedMotion: 'no-preference' });
        expect(await moved('list, method chosen'), 'open from the start').to.deep.equal([]);
        expect(await moved('list', 'list, method chosen')).to.deep.equal(['grid-template-rows', 'opacity']);
        await emulateMedia({ reducedMotion: 'reduce' });
        expect(await moved('list', 'list, method chosen')).to.deep.equal([]);
      } finally {
        await emulateMedia({ reducedMotion: 'no-preference' });
      }
    },
  );

  it('marks what has expired, and does not let it be chosen', async () => {
    const widget = await mount('list');
    expect(rows(widget)[2]).to.contain('Expired');
    expect(radios(widget).map(({ disabled }) => disabled)).to.deep.equal([false, false, true, false]);
  });

  it('is one tab stop; arrows choose and pass over what has expired', async () => {
    const widget = await mount('list, instrument chosen');
    radios(widget)[0]?.focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    expect(widget.store.actions).to.deep.equal([
      ['chooseInstrument', 'second'],
      ['chooseMethod', 'SEPA'],
    ]);
    expect(widget.root.activeElement).to.equal(radios(widget)[3]);
    await sendKeys({ press: 'ArrowRight' });
    expect(widget.root.activeElement).to.equal(radios(widget)[0]);
    await sendKeys({ press: 'ArrowUp' });
    expect(widget.root.activeElement).to.equal(radios(widget)[3]);
    await sendKeys({ press: 'Tab' });
    expect(radios(widget)).not.to.include(widget.root.activeElement);
  });

  it('opens the chosen row in place, with the focus still on its radio', async () => {
    const widget = await mount('list');
    radios(widget)[3]?.focus();
    await sendKeys({ press: 'Space' });
    widget.store.show(stateNamed('list, method chosen'));
    await widget.settled();
    expect(widget.find('.row-chosen .row-body upc-payment-form form').ariaLabel).to.equal(
      'SEPA Direct Debit',
    );
    expect(widget.root.activeElement).to.equal(radios(widget)[3]);
  });

  it('shows what the session says, not what was pressed', async () => {
    const widget = await mount('list, instrument chosen');
    radios(widget)[1]?.click();
    widget.store.show({ ...stateNamed('list, instrument chosen') });
    await widget.settled();
    expect(radios(widget).map(({ checked }) => checked)).to.deep.equal([true, false, false, false]);
  });

  it('shows the form of a single method at once, without a radio', async () => {
    const widget = await mount('form, empty');
    expect(radios(widget)).to.have.lengthOf(0);
    expect(widget.find('.title').textContent.trim()).to.equal('SEPA Direct Debit');
  });

  it('lets a single method be chosen again after an attempt that `init` has found failed', async () => {
    const widget = await mount('list after a failed attempt');
    expect(widget.find('.notice').textContent).to.contain('not enough money');
    radios(widget)[0]?.click();
    expect(widget.store.actions).to.deep.equal([['chooseMethod', 'SEPA']]);
  });

  it('says so when there is nothing to pay with', async () => {
    const widget = await mount('no method');
    expect(widget.find('.outcome-title').textContent).to.equal('No payment method is available');
  });
});

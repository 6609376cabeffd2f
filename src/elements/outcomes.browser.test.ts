import { expect, fixture, html } from '@open-wc/testing';
import type { ParsedConfig } from '../config/config.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { parsedConfig } from '../testing/fixtures.js';
import type { FlowState } from '../flow/flow-state.js';
import { type MountedWidget, mountWidget } from '../testing/mount-widget.js';
import { ManualClock } from '../testing/manual-clock.js';
import { SkeletonElement } from './skeleton/skeleton.js';
import { WaitingElement } from './waiting/waiting.js';
import { stateNamed, type StateName } from '../testing/widget-states.js';

async function mount(name: StateName, changes: Partial<ParsedConfig> = {}): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  return mountWidget(container, stateNamed(name), changes);
}

function items({ root }: MountedWidget): readonly string[] {
  return [...root.querySelectorAll('.instruments .row-text')].map(({ textContent }) =>
    textContent.replace(/\s+/g, ' ').trim(),
  );
}

describe('upc-success', () => {
  it('lists the instruments, the new one first and no expired one', async () => {
    const widget = await mount('done, saved');
    expect(items(widget)).to.have.lengthOf(3);
    expect(items(widget)[0]).to.contain('New');
    expect(items(widget).join(' ')).not.to.contain('Expired');
  });

  it('shows no list when the host does not want it', async () => {
    const { featureFlags } = parsedConfig();
    const widget = await mount('done, saved', {
      featureFlags: { ...featureFlags, showPaymentInstrumentList: false },
    });
    expect(items(widget)).to.deep.equal([]);
  });

  it('does not list an instrument that was not saved', async () => {
    const state = stateNamed('done, saved');
    if (state.phase !== 'succeeded') throw new Error('The widget is not in the state that this test needs.');
    const widget = await mount('loading');
    const { paymentRequestToken, paymentInstrumentDetails } = state.result;
    widget.store.show({
      ...state,
      result: { paymentRequestToken, ...(paymentInstrumentDetails && { paymentInstrumentDetails }) },
    });
    await widget.settled();
    expect(items(widget)).to.have.lengthOf(2);
    expect(items(widget).join(' ')).not.to.contain('New');
  });
});

describe('upc-waiting', () => {
  it('says after ten seconds that the bank is still working, and only then', async () => {
    const { root, settled } = await mount('waiting');
    const shown = root.querySelector<WaitingElement>('upc-waiting');
    if (!shown) throw new Error('There is no upc-waiting.');
    const clock = new ManualClock();
    const { session, payment } = shown;
    const waiting = Object.assign(new WaitingElement(), { session, payment, clock });
    shown.replaceWith(waiting);
    const text = (): string | undefined =>
      waiting.querySelector('.outcome-text[aria-live=polite]')?.textContent.trim();
    await clock.advance(9_999);
    await settled();
    expect(text()).to.equal('This usually takes a few seconds. Please keep this page open.');
    await clock.advance(1);
    await settled();
    expect(text()).to.contain('Your bank is still working on it.');
  });

  it('says how much is paid to whom and with what, where money moves', async () => {
    const { root, settled } = await mount('waiting');
    const shown = root.querySelector<WaitingElement>('upc-waiting');
    if (!shown) throw new Error('There is no upc-waiting.');
    const facts = (): readonly string[] =>
      [...root.querySelectorAll('.outcome-amount, .outcome-facts')].map(({ textContent }) => textContent);
    expect(facts()).to.deep.equal([]);
    shown.session = { ...shown.session, amount: { amount: 1249.9, currency: 'EUR' } };
    await settled();
    expect(facts()).to.deep.equal(['€1,249.90', 'Studio Nord GmbH\nSEPA Direct Debit']);
  });

  it('can be called off only while the person has to act', async () => {
    const widget = await mount('waiting, can be cancelled');
    widget.find('button').click();
    expect(widget.store.actions).to.deep.equal([['back']]);
    expect((await mount('waiting')).root.querySelector('button')).to.equal(null);
  });
});

describe('upc-skeleton', () => {
  it('says after eight seconds that loading goes on, and only then', async () => {
    const { root, settled } = await mount('loading');
    const clock = new ManualClock();
    const skeleton = Object.assign(new SkeletonElement(), { clock });
    root.querySelector('upc-skeleton')?.replaceWith(skeleton);
    const text = (): string | undefined => skeleton.querySelector('[role=status]')?.textContent.trim();
    await clock.advance(7_999);
    await settled();
    expect(text()).to.equal('');
    await clock.advance(1);
    await settled();
    expect(text()).to.equal('Still loading…');
  });
});

describe('upc-notice', () => {
  it('says in alarming colours what was declined, and in those of the form what the person cancelled', async () => {
    const widget = await mount('declined');
    const declined = stateNamed('declined');
    if (declined.phase !== 'filling') throw new Error('The widget is not in the state that this test needs.');
    const colours = () => {
      const icon = getComputedStyle(widget.find('.notice > .icon')).color;
      return [getComputedStyle(widget.find('.notice')).borderTopColor, icon];
    };
    const text = getComputedStyle(widget.find('.notice')).color;
    const border = getComputedStyle(widget.find('#upc-iban')).borderTopColor;
    const [alarmingBorder, alarmingIcon] = colours();
    expect(alarmingIcon).to.equal(alarmingBorder);
    expect(alarmingIcon).not.to.equal(text);
    expect(widget.root.querySelector('.notice-reference')).not.to.equal(null);
    const reason = 'CANCELLED_BY_PAYER';
    const error = new PaymentWidgetError('PSP_ERROR', 'cancelled', { reason, traceId: '4bf92f3577b34da6' });
    widget.store.show({ ...declined, error });
    await widget.settled();
    expect(colours()).to.deep.equal([border, text]);
    expect(widget.root.querySelector('.notice-reference')).to.equal(null);
  });
});

describe('upc-outcome-unknown', () => {
  it('warns not to pay again and offers nothing but to ask again, whoever shows errors', async () => {
    for (const onError of [undefined, () => undefined]) {
      const widget = await mount('outcome unknown', onError && { onError });
      expect(widget.find('.outcome').textContent).to.contain('Please do not pay again.');
      expect(widget.find('.outcome-reference').textContent).to.equal('Reference: 4bf92f35');
      expect(widget.find('[role=alert]').textContent).to.contain('Please do not pay again.');
      expect(widget.root.querySelectorAll('button, a, input')).to.have.lengthOf(1);
      widget.find('button').click();
      expect(widget.store.actions).to.deep.equal([['retry']]);
    }
  });

  it('says that it asks, and when the answer was that nothing is known', async () => {
    const widget = await mount('outcome unknown');
    const button = widget.find('button');
    const status = (): string => widget.find('.outcome-text[aria-live=polite] span').textContent.trim();
    button.focus();
    button.click();
    button.click();
    await widget.settled();
    expect(widget.store.actions).to.deep.equal([['retry']]);
    expect([button.textContent.trim(), status()]).to.deep.equal(['Checking…', '']);
    expect(button.getAttribute('aria-disabled')).to.equal('true');
    widget.store.show({ ...stateNamed('outcome unknown') });
    await widget.settled();
    expect(button.textContent.trim()).to.equal('Check again');
    expect(status()).to.match(/^No outcome yet \(.*\d.*\)\.$/);
    expect(widget.root.activeElement).to.equal(button);
    const told = status();
    widget.store.show({ ...stateNamed('outcome unknown') });
    await widget.settled();
    expect(status()).to.equal(told);
  });

  it('takes the focus over that the form had', async () => {
    const widget = await mount('form, filled');
    widget.find('button').focus();
    widget.store.show(stateNamed('outcome unknown'));
    await widget.settled();
    expect(widget.root.activeElement?.textContent).to.equal('The outcome is not known yet');
  });
});

describe('upc-pause', () => {
  const paused = (seconds: number, isOver = false): FlowState => {
    const state = stateNamed('too many attempts');
    if (state.phase !== 'filling' || !state.pause)
      throw new Error('The widget is not in the state that this test needs.');
    return { ...state, pause: { ...state.pause, seconds, until: Date.now() + seconds * 1000, isOver } };
  };

  it('says when it continues, once to those who do not see it count, also where the host shows errors', async () => {
    const widget = await mount('form, filled', { onError: () => undefined });
    widget.store.show(paused(90));
    await widget.settled();
    const text = 'Several payments in a row have failed. You can try again in 2 minutes.';
    expect(widget.find('upc-pause .note').textContent.trim()).to.equal(text);
    expect(widget.find('upc-pause [role=status]').textContent).to.equal(text);
    const button = widget.find('button[type=submit]');
    expect(button.getAttribute('aria-disabled')).to.equal('true');
    button.focus();
    widget.store.show(paused(90, true));
    await widget.settled();
    expect(widget.find('upc-pause .note').textContent.trim()).to.equal('You can try again now.');
    expect(widget.find('upc-pause [role=status]').textContent).to.equal('You can try again now.');
    expect(button.hasAttribute('aria-disabled')).to.equal(false);
    expect(widget.root.activeElement).to.equal(button);
  });

  it('a clock that was set shows neither less than nothing nor more than was asked for', async () => {
    const widget = await mount('form, filled');
    for (const [until, text] of [
      [Date.now() - 86_400_000, 'in 1 second.'],
      [Date.now() + 86_400_000, 'in 30 seconds.'],
    ] as const) {
      const state = paused(30);
      if (state.phase !== 'filling' || !state.pause)
        throw new Error('The widget is not in the state that this test needs.');
      widget.store.show({ ...state, pause: { ...state.pause, until } });
      await widget.settled();
      expect(widget.find('upc-pause .note').textContent.trim()).to.match(new RegExp(`${text}$`));
    }
  });
});

describe('upc-session-ended', () => {
  it('offers nothing that cannot help', async () => {
    const widget = await mount('session ended');
    expect(widget.find('.outcome-title').textContent).to.equal('Please start again');
    expect(widget.root.querySelector('button')).to.equal(null);
  });
});

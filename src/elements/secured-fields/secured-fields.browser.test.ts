import { expect, fixture, html } from '@open-wc/testing';
import { cardStates } from '../../testing/card-states.js';
import { type MountedWidget, mountWidget } from '../../testing/mount-widget.js';

const start = window.setTimeout.bind(window);
const end = window.clearTimeout.bind(window);
const timers = new Set<number>();

/** Records the active timers. */
beforeEach(() => {
  timers.clear();
  window.setTimeout = ((handler: () => void, delay?: number) => {
    const timer = start(() => {
      timers.delete(timer);
      handler();
    }, delay);
    timers.add(timer);
    return timer;
  }) as typeof window.setTimeout;
  window.clearTimeout = (timer) => {
    timers.delete(timer as number);
    end(timer);
  };
});

afterEach(() => {
  window.setTimeout = start;
  window.clearTimeout = end;
});

async function mount(): Promise<MountedWidget> {
  const [filled] = cardStates['card, filled'];
  const widget = await mountWidget(await fixture<HTMLElement>(html`<div></div>`), filled!);
  timers.clear();
  return widget;
}

const press = (name: string): unknown => window.dispatchEvent(new PointerEvent(name));

describe('upc-secured-fields', () => {
  it('keeps its height while the pointer is down, and no timer after that', async () => {
    const fields = (await mount()).find('upc-secured-fields');
    press('pointerdown');
    press('pointerdown');
    expect(fields.style.blockSize).not.to.equal('');
    expect(timers.size).to.equal(1);
    press('pointerup');
    await new Promise((resolve) => start(resolve));
    expect(fields.style.blockSize).to.equal('');
    expect(timers.size).to.equal(0);
  });

  it('leaves no timer behind when it is taken off the page during a press', async () => {
    const widget = await mount();
    const fields = widget.find('upc-secured-fields');
    press('pointerdown');
    widget.element.remove();
    expect(fields.style.blockSize).to.equal('');
    expect(timers.size).to.equal(0);
  });
});

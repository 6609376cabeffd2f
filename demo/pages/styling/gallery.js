import { byId, create } from './dom.js';
import { states } from './states.js';
import { toAddress } from './values.js';

/** Shows every state side by side. Each one is a real widget with made-up answers, in a frame as wide as a phone. */
export class Gallery {
  /** @type {Map<string, HTMLIFrameElement>} */
  #frames = new Map();
  #shown = '';

  constructor() {
    window.addEventListener('message', ({ data, origin, source }) => {
      const frame = [...this.#frames.values()].find(({ contentWindow }) => contentWindow === source);
      if (origin === location.origin && frame !== undefined && typeof data?.height === 'number') {
        frame.style.height = `${Math.min(data.height, 2000)}px`;
      }
    });
  }

  /** @param {import('./values.js').Values} values */
  show(values) {
    const address = toAddress({ ...values, 'page.view': 'states' });
    if (this.#shown === address) return;
    this.#shown = address;
    if (this.#frames.size === 0) this.#build();
    for (const [id, frame] of this.#frames) {
      frame.contentWindow?.location.replace(`/styling-state#state=${id}&${address}`);
    }
  }

  #build() {
    byId('gallery').append(
      ...states.map(({ id, title }) => {
        const frame = create('iframe', { title, dataset: { state: id } });
        this.#frames.set(id, frame);
        return create('figure', {}, [create('figcaption', {}, [title]), frame]);
      }),
    );
  }
}

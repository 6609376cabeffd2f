import { create } from './dom.js';

const kept = 100;

/** Lists the widget's callbacks and requests, newest last. */
export class Log {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
  }

  /**
   * @param {'callback' | 'gateway' | 'page'} kind
   * @param {string} text
   */
  add(kind, text) {
    const time = new Date().toLocaleTimeString('en-GB');
    this.list.append(
      create('li', { dataset: { kind } }, [create('time', {}, [time]), create('b', {}, [kind]), ` ${text}`]),
    );
    while (this.list.childElementCount > kept) this.list.firstElementChild?.remove();
    this.list.parentElement?.scrollTo(0, this.list.scrollHeight);
  }

  clear() {
    this.list.replaceChildren();
  }
}
